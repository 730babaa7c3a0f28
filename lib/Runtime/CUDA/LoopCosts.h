//===- LoopCosts.h - What running a loop costs a GPU of CUDA ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The figures are of one H200 (sm_90, 132 multiprocessors; `qdc bench` of the
// first kernel of `./dev bench loops`, whose iteration is two tasks of three
// operations and eight bytes, one of a single thread, and a flag). An iteration
// took, in microseconds:
//
//   iterations of a task  256    2^14   2^18   2^20   2^22   2^24
//   block                 0.46   2.35   49
//   grid                  2.25   3.12   3.7    5.8    12.5   79
//   graph                 6.8    7.1    8.1    9.3    18.6   72
//   host                  17.7   18.6   18.7   19.1   30     78
//
// The estimates are within two fifths of these, and the fastest is the one that
// was. So they are for conjugate gradients of the examples on 4096^2 points,
// whose iteration takes 422 in a grid and 355 in a graph. A loop that runs once,
// as that around a branch does, has a time for entering it too: a branch of
// eight tasks of 256 elements makes a launch longer by 2.2 or 4.3 in a block
// where it is not taken or is, by 2.4 or 9.4 in a grid, 19 or 32 in a graph, 8
// or 21 with a host that waits. On other devices the times are the same, and the
// rates of all but a block grow with the number of multiprocessors.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_LOOPCOSTS_H
#define QDRT_CUDA_LOOPCOSTS_H

#include "Runtime/Core/LoopCosts.h"

#include <algorithm>
#include <cstdint>

namespace qdrt::loader::cuda {

/// Multiprocessors of that H200.
inline constexpr uint32_t kMeasuredMultiprocessors = 132;

/// Of a device with so many multiprocessors, 1 or more, which share the memory.
constexpr LoopCosts loopCostsOf(uint32_t multiprocessors) {
  constexpr float kMeasured = kMeasuredMultiprocessors;
  const float part = static_cast<float>(multiprocessors) / kMeasured;
  LoopCosts costs;
  costs.host = {2200, 2200, 10000, 0};
  costs.knownDecision = 300;
  costs.graph = {1300, 1300, 2900, 14000};
  costs.block = {200, 60, 60, 2400};
  costs.grid = {1450, 100, 100, 0};
  costs.blockRate = 50;
  costs.gridRate = std::max(2000 * part, costs.blockRate);
  // A task with a grid of its own has threads and registers as it needs them: a step of mpm88 of 2^20 particles took
  // 398 microseconds so, 463 in one grid for all tasks.
  costs.ownGridRate = costs.gridRate * 463 / 398;
  costs.blockMemoryRate = 3100 / kMeasured;
  costs.gridMemoryRate = 3100 * part;
  costs.ownGridMemoryRate = 4100 * part;
  costs.cachedBytes = 32 << 20;
  return costs;
}

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_LOOPCOSTS_H
