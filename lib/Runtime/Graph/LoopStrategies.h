//===- LoopStrategies.h - How the loops of a launch are run -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of a kernel's graph is led by the host ("host"), is decided about by a
// graph of the device ("graph"), or is a task of its own by an entry point that
// decides about its iterations, with one block of threads ("block") or with as
// many as run at once ("grid"). Loops inside of one that the host does not lead
// are run with it.
//
// Who asks for a strategy gets it, or the launch is refused with the reason. By
// itself ("auto") the loader takes a block for loops of small tasks, else a grid.
// Where there is neither, a graph decides about loops whose end the host does not
// know ahead, if it can, and the host leads the others.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_LOOPSTRATEGIES_H
#define QDRT_GRAPH_LOOPSTRATEGIES_H

#include "Runtime/Core/LoopWish.h"
#include "Runtime/Package/Kernel.h"

namespace qdrt::loader {

/// The most operations of a loop's largest task with which a block is chosen. On an H200 one block was
/// ahead of a grid up to 2^14 iterations of three operations, and behind it at 2^16.
inline constexpr int64_t kMaximumBlockOperations = 3 << 14;
/// The operations of a task with which the host leads a counted loop whose end it knows ahead: it waits for nothing
/// then, and each task has a grid of its own. On an H200 a step of mpm88 of 2^20 particles took 398 microseconds so,
/// 463 in one grid for all.
inline constexpr int64_t kMinimumHostOperations = int64_t{1} << 26;

/// The most nodes that a graph has for one loop. What computes the condition of a whileDo is there twice, which doubles
/// with each one that stands in what computes another one's.
inline constexpr uint64_t kMaximumGraphSteps = 1 << 16;

/// How each loop of a variant is run, in the order of its graph.
struct LoopChoice {
  std::vector<LoopRun> runs;
  std::vector<uint32_t> tasks; // of the variant, or kInGraph; kNoTask where the host leads; for planProgram
};

/// What a choice depends on.
struct LoopConditions {
  const qdc::Module &module;
  const Variant &variant;
  std::span<const int64_t> extents; // of the variant's tasks
  LoopWish ofLaunch, ofEnvironment; // each wins over those after it, and over what the source asks for
  bool decidesHere = false; // tasks run on the host: it leads all loops, whatever the source asks for
  const char *noGraph = nullptr; // why graphs decide about no loop, whichever; NULL: they do
  bool isLimited = false; // the launch has a maximum of iterations
};

/// unsupported names the loop, the strategy, who asks for it, the reason against it, and what the loop takes.
qdc::Status chooseLoops(const LoopConditions &conditions, LoopChoice &choice);

} // namespace qdrt::loader

#endif // QDRT_GRAPH_LOOPSTRATEGIES_H
