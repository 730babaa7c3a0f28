//===- LoopCosts.h - What running a loop costs a Vulkan device --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From what Vulkan by hand takes on one H200 (`./dev bench vulkan`, the rows
// cost-...): 3.8 microseconds for a dispatch that depends on the one before it,
// 4.2 where its size stands in memory, 8.3 with one that writes the size, and 60
// for a host that waits. In batches each decision has its share of the waits, of
// which a loop of a hundred iterations has seven; what is left over of the last
// batch is empty. A block has 128 threads; its times and rates are those of the
// rows count-256 and count-16384. Rates of grids are those of the same device
// with CUDA.
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
  costs.host = {3800, 3800, 48000, 0};
  costs.knownDecision = 300;
  costs.replay = {4200, 4200, 8300, 10000};
  costs.block = {250, 60, 60, 3800};
  // Not to be had here: what is estimated to be faster tells why a loop is led by another one.
  costs.grid = {1450, 100, 100, 0};
  costs.graph = {4400, 4400, 4400, 14000};
  costs.blockRate = 32;
  costs.gridRate = costs.ownGridRate = 2000 * part > costs.blockRate ? 2000 * part : costs.blockRate;
  costs.blockMemoryRate = 10.8F;
  costs.gridMemoryRate = costs.ownGridMemoryRate = 4100 * part;
  costs.cachedBytes = 32 << 20;
  return costs;
}

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_LOOPCOSTS_H
