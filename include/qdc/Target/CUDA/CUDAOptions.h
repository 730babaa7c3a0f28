//===- CUDAOptions.h - What is asked for of NVIDIA's targets ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_CUDAOPTIONS_H
#define QDC_TARGET_CUDA_CUDAOPTIONS_H

#include "qdc/Package/Manifest.h"
#include "qdc/Toolchain/CUDATools.h"

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace qdc {

/// Where math functions come from (--math-library): qdc's own library, or NVIDIA's.
enum class MathLibrary : uint8_t { qdc, libdevice };

/// The strategies by which an entry point can run a whole loop, and `graph`, where it ends the iterations.
inline constexpr LoopStrategy codeStrategies[] = {LoopStrategy::block, LoopStrategy::grid, LoopStrategy::graph};

/// The options of targets cuda:..., the same for all of a compilation.
struct CUDAOptions {
  MathLibrary mathLibrary = MathLibrary::qdc;
  CUDAToolPlaces places;                   // of ptxas and of the math library
  std::vector<std::string> ptxasArguments; // for every run of ptxas (-Xptxas)
  /// The strategies by which loops get entry points (--loops): of codeStrategies, in that order.
  std::vector<LoopStrategy> loops = {std::begin(codeStrategies), std::end(codeStrategies)};
};

} // namespace qdc

#endif // QDC_TARGET_CUDA_CUDAOPTIONS_H
