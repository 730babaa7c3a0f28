//===- ReplayPlan.h - A loop as blocks of launches --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_REPLAYPLAN_H
#define QDRT_VULKAN_REPLAYPLAN_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader::vulkan {

/// No node decides: control goes where it goes when a condition holds.
inline constexpr uint32_t kJump = UINT32_MAX;
/// No block: the loop is over.
inline constexpr uint32_t kOver = UINT32_MAX;

/// Launches between which nothing is decided, and what is decided after them.
struct ReplayBlock {
  uint32_t begin = 0, end = 0; // nodes, all of them tasks in one body
  uint32_t decision = kJump;   // the node that is decided about, or kJump
  bool isAtEnd = false;        // of an iteration of that; else where it begins
  uint32_t whenHolds = kOver, otherwise = kOver; // the block where control goes, or kOver

  bool operator==(const ReplayBlock &) const = default;
};

/// A loop with all that it holds. At each moment one block proceeds, whichever comes next among the commands: what is
/// recorded in any order is right, as long as control comes to its end in the end.
struct ReplayPlan {
  std::vector<ReplayBlock> blocks; // the first begins an iteration
  /// The blocks of an iteration as they are recorded: those of loops inside several times, as far as that has a limit.
  std::vector<uint32_t> iteration;
  bool hasLoops = false; // inside
};

/// How often an iteration of a loop inside is recorded for each of the loop around it, at most, and how many blocks an
/// iteration gets by that.
inline constexpr size_t kRecordedInside = 8, kMostRepeatedBlocks = 512;

/// Of the decision `loop` among the nodes of a graph.
ReplayPlan planReplay(std::span<const GraphNode> nodes, uint32_t loop);

/// The node after all that a decision holds.
uint32_t endOf(std::span<const GraphNode> nodes, uint32_t decision);

/// How many iterations a loop has, where no word tells that; nothing for a loop with a condition.
std::optional<uint64_t> iterationsOf(const GraphDecision &loop);

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_REPLAYPLAN_H
