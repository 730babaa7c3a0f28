//===- LoopCosts.h - What running a loop costs a Vulkan device --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From what raw Vulkan takes on one H200: 4.4 microseconds for a dispatch that
// depends on the one before it, and 42 from the end of the last one to a host
// that waits, and back. Rates are those of the same device with CUDA. In batches
// each decision is such a dispatch and its share of the waits, of which a loop of
// a hundred iterations has seven; what is left over of the last batch is empty.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_LOOPCOSTS_H
#define QDRT_VULKAN_LOOPCOSTS_H

#include "Runtime/Core/LoopCosts.h"

#include <cstdint>

namespace qdrt::loader::vulkan {

/// Multiprocessors of that H200.
inline constexpr uint32_t kMeasuredMultiprocessors = 132;

/// Of a device with so many multiprocessors, 1 or more, which share the memory. The host, batches and one block lead
/// loops here.
constexpr LoopCosts loopCostsOf(uint32_t multiprocessors) {
  constexpr float kMeasured = kMeasuredMultiprocessors;
  const float part = static_cast<float>(multiprocessors) / kMeasured;
  LoopCosts costs;
  costs.host = {4400, 4400, 42000, 0};
  costs.knownDecision = 300;
  costs.replay = {4600, 4600, 8000, 10000};
  costs.block = {200, 60, 60, 4400};
  // Not to be had here: what is estimated to be faster tells why a loop is led by another one.
  costs.grid = {1450, 100, 100, 0};
  costs.graph = {4400, 4400, 4400, 14000};
  costs.blockRate = 50;
  costs.gridRate = costs.ownGridRate = 2000 * part > costs.blockRate ? 2000 * part : costs.blockRate;
  costs.blockMemoryRate = 3100 / kMeasured;
  costs.gridMemoryRate = costs.ownGridMemoryRate = 4100 * part;
  costs.cachedBytes = 32 << 20;
  return costs;
}

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_LOOPCOSTS_H
