//===- LoopCosts.h - What running a loop costs a device ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_LOOPCOSTS_H
#define QDRT_CORE_LOOPCOSTS_H

namespace qdrt::loader {

/// What each part of an iteration takes besides the work of its tasks, in nanoseconds.
struct LoopTimes {
  float parallelTask = 0, serialTask = 0;
  float decision = 0; // about a further iteration, or a branch
  float entry = 0; // added for a loop that runs once: from the task before it to its first one, and to the one after it
};

/// Figures of a device from which LoopEstimates.h estimates how long a loop takes by each strategy. Rates are above 0.
struct LoopCosts {
  LoopTimes host; // waits for what decides
  LoopTimes graph, block, grid;
  LoopTimes replay; // of devices that replay loops; a decision has its share of the waits
  float knownDecision = 0; // of a host that need not wait, in nanoseconds
  /// Operations in a nanosecond: of one block, of a grid for all tasks, and of a task with a grid of its own.
  float blockRate = 1, gridRate = 1, ownGridRate = 1;
  /// Bytes in a nanosecond between memory and these.
  float blockMemoryRate = 1, gridMemoryRate = 1, ownGridMemoryRate = 1;
  double cachedBytes = 0; // how many of a task's bytes are in the cache
};

} // namespace qdrt::loader

#endif // QDRT_CORE_LOOPCOSTS_H
