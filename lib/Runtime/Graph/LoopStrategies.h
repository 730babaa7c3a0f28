//===- LoopStrategies.h - How the loops of a launch are run -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of a kernel's graph is led by the host ("host"), is decided about by a
// graph of the device ("graph"), likewise with a host that submits its iterations
// in batches ("replay"), or is a task of its own by an entry point that decides
// about its iterations, with one block of threads ("block") or with as many as run
// at once ("grid"). Loops inside of one that the host does not lead are run with
// it.
//
// Who asks for a strategy gets it, or the launch is refused with the reason. By
// itself ("auto") the loader takes what LoopEstimates.h estimates to be the
// fastest: a block, a grid, a graph or batches, or in place of these the host
// where it knows all that decides. Where there are neither grids nor batches, a
// host that waits is considered too. Where the launch is to be a graph, or a part
// of one, the host is not, nor are batches.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_LOOPSTRATEGIES_H
#define QDRT_GRAPH_LOOPSTRATEGIES_H

#include "Runtime/Core/LoopStrategyRequest.h"
#include "Runtime/Graph/GraphUse.h"
#include "Runtime/Graph/LoopEstimates.h"

#include <bit>

namespace qdrt::loader {

/// A strategy that was chosen stays as long as no other one is faster by more than this, so that sizes around a border
/// do not change it with each launch.
inline constexpr float kHysteresis = 1.1f;

/// The most nodes that a graph has for one loop. What computes the condition of a whileDo is there twice, which doubles
/// with each one that stands in what computes another one's.
inline constexpr uint64_t kMaximumGraphSteps = 1 << 16;

/// What the loader chooses among for a loop of which nobody asks for a strategy.
struct OwnChoice {
  uint32_t strategies = 0; // a bit for each
  uint32_t openTask = kNoTask; // the first of the loop whose size decides about it and is open (TaskSize)

  static uint32_t bitOf(qdc::LoopStrategy strategy) { return uint32_t{1} << static_cast<uint32_t>(strategy); }
  bool has(qdc::LoopStrategy strategy) const { return strategies & bitOf(strategy); }
  /// Whether sizes decide that are open.
  bool isOpen() const { return openTask != kNoTask && std::popcount(strategies) > 1; }
};

/// How each loop of a variant is run, in the order of its graph.
struct LoopChoice {
  std::vector<LoopRun> runs; // of a loop that isOpen() one of its ways
  std::vector<OwnChoice> own; // of nothing for a loop that is run with the one around it
  std::vector<uint32_t> tasks; // of the variant, or kInGraph, kReplayed; kNoTask where the host leads; for planProgram
};

/// What a choice depends on.
struct LoopConditions {
  const qdc::Module &module;
  const Variant &variant;
  const DeviceTraits &device;
  qdc::GraphMode graphMode; // that is asked for, by the kernel or by QDRT_GRAPH
  std::span<const TaskSize> tasks; // of the kernel
  std::span<const LoopRun> before; // how the loops ran last
  LoopRequest ofLaunch; // its strategy wins over the next one, and that over what the source asks for
  LoopStrategyRequest ofEnvironment;
};

/// unsupported names the loop, the strategy, who asks for it, the reason against it, and what the loop takes.
qdc::Status chooseLoops(const LoopConditions &conditions, LoopChoice &choice);

/// Why a loop of the variant's program can't be run so under these conditions; NULL: it can, though the source may ask
/// for another strategy for it.
const char *unusableReason(const LoopConditions &conditions, uint32_t loop, qdc::LoopStrategy strategy);

/// What runs a loop of the variant's program by a strategy, as LoopChoice::tasks has it. kNoTask too where the image
/// has no code for that.
uint32_t taskBy(const Variant &variant, uint32_t loop, qdc::LoopStrategy strategy);

} // namespace qdrt::loader

#endif // QDRT_GRAPH_LOOPSTRATEGIES_H
