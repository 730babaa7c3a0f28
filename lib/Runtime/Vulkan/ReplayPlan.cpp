//===- ReplayPlan.cpp - A loop as blocks of launches ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/ReplayPlan.h"

#include <algorithm>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

namespace {
class Planner {
public:
  explicit Planner(std::span<const GraphNode> nodes) : nodes(nodes) {}

  ReplayPlan run(uint32_t loop) {
    ReplayBlock end{.decision = loop, .isAtEnd = true};
    addBody(loop, /*isElse=*/false, end);
    return std::move(plan);
  }

private:
  const GraphDecision *decisionAt(uint32_t node) const { return std::get_if<GraphDecision>(&nodes[node].work); }
  uint32_t next() const { return static_cast<uint32_t>(plan.blocks.size()); }

  /// The blocks of a body, of which the last ends as `last` does; in a loop that goes back to the first.
  void addBody(uint32_t decision, bool isElse, ReplayBlock last) {
    const uint32_t first = next(), end = endOf(nodes, decision);
    ReplayBlock block;
    for (uint32_t at = decision + 1; at < end; ++at) {
      if (nodes[at].parent != decision || nodes[at].isElse != isElse)
        continue;
      if (!decisionAt(at)) {
        block.begin = block.end == block.begin ? at : block.begin;
        block.end = at + 1;
        continue;
      }
      block.decision = at;
      addBlock(block);
      addDecision(at);
      block = {};
    }
    last.begin = block.begin;
    last.end = block.end;
    if (last.isAtEnd)
      last.whenHolds = first;
    addBlock(last);
  }

  void addBlock(const ReplayBlock &block) {
    plan.iteration.push_back(next());
    plan.blocks.push_back(block);
  }

  /// What a decision holds, which the block at the end leads to.
  void addDecision(uint32_t at) {
    const uint32_t begins = next() - 1;
    const bool isLoop = decisionAt(at)->kind != qdc::NodeKind::branch;
    plan.hasLoops |= isLoop;
    const size_t recorded = plan.iteration.size();
    const bool hasBody = isLoop || holds(at, false), hasElse = !isLoop && holds(at, true);
    if (hasBody)
      addBody(at, false, isLoop ? ReplayBlock{.decision = at, .isAtEnd = true} : ReplayBlock());
    const uint32_t otherwise = next();
    if (hasElse)
      addBody(at, true, {});
    const uint32_t after = next();
    plan.blocks[begins].whenHolds = hasBody ? begins + 1 : after;
    plan.blocks[begins].otherwise = hasElse ? otherwise : after;
    if (isLoop) {
      plan.blocks.back().otherwise = after;
      repeatRecorded(recorded, iterationsOf(*decisionAt(at)).value_or(kRecordedInside));
      return;
    }
    if (hasBody)
      plan.blocks[otherwise - 1].whenHolds = after;
    if (hasElse)
      plan.blocks[after - 1].whenHolds = after;
  }

  bool holds(uint32_t decision, bool isElse) const {
    const auto held = nodes.subspan(decision + 1, endOf(nodes, decision) - decision - 1);
    return std::ranges::any_of(held,
                               [&](const GraphNode &node) { return node.parent == decision && node.isElse == isElse; });
  }

  /// Records the blocks of a loop, which are those from there on, more often.
  void repeatRecorded(size_t begin, uint64_t iterations) {
    const size_t size = plan.iteration.size() - begin;
    const uint64_t times = std::min<uint64_t>(iterations, kRecordedInside);
    for (uint64_t time = 1; time < times && plan.iteration.size() + size <= kMostRepeatedBlocks; ++time)
      for (size_t at = begin; at < begin + size; ++at)
        plan.iteration.push_back(plan.iteration[at]);
  }

  const std::span<const GraphNode> nodes;
  ReplayPlan plan;
};
} // namespace

uint32_t qdrt::loader::vulkan::endOf(std::span<const GraphNode> nodes, uint32_t decision) {
  uint32_t end = decision + 1;
  while (end < nodes.size() && nodes[end].parent != kNoParent && nodes[end].parent >= decision)
    ++end;
  return end;
}

ReplayPlan qdrt::loader::vulkan::planReplay(std::span<const GraphNode> nodes, uint32_t loop) {
  return Planner(nodes).run(loop);
}

std::optional<uint64_t> qdrt::loader::vulkan::iterationsOf(const GraphDecision &loop) {
  if (loop.kind != qdc::NodeKind::repeat || loop.lower.word || loop.upper.word || loop.step.word)
    return std::nullopt;
  if (loop.lower.value >= loop.upper.value || loop.step.value < 1)
    return 0;
  const uint64_t distance = static_cast<uint64_t>(loop.upper.value) - static_cast<uint64_t>(loop.lower.value);
  return (distance - 1) / static_cast<uint64_t>(loop.step.value) + 1;
}
