// How large the cases of `./dev bench vulkan` are. They start as those of cuda/Inputs.h do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_VULKAN_INPUTS_H
#define QDC_BENCHMARKS_VULKAN_INPUTS_H

#include "cuda/Inputs.h"

#include <optional>
#include <string_view>

namespace inputs {

struct Sizes {
  int64_t large, particles, nodes;
};

/// "full", for a GPU, or "small", for a device that computes on the CPU; nothing for any other word.
inline std::optional<Sizes> sizesOf(std::string_view word) {
  if (word == "full")
    return Sizes{largeElements, Fluid::particles, Fluid::nodes};
  if (word == "small")
    return Sizes{int64_t(1) << 20, int64_t(1) << 14, 128};
  return std::nullopt;
}

/// Of what parts of a loop cost.
constexpr int costIterations = 1000;
constexpr int64_t costElements = 256;      // of a task that takes no time itself
constexpr int64_t blockElements = 1 << 24; // that one workgroup adds up

} // namespace inputs

#endif // QDC_BENCHMARKS_VULKAN_INPUTS_H
