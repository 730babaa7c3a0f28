//===- LoopEstimates.cpp - What an iteration of a loop takes --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/LoopEstimates.h"

#include <algorithm>

using namespace qdrt::loader;
using qdc::LoopStrategy;

namespace {
/// As the loop around a branch does.
bool runsOnce(const qdc::Node &loop) {
  return loop.kind == qdc::NodeKind::repeat && qdc::constantIterations(*loop.lower, *loop.upper, *loop.step) == 1;
}

class Estimator {
public:
  Estimator(const LoopSizes &sizes, LoopStrategy strategy)
      : sizes(sizes), costs(sizes.costs), strategy(strategy), times(timesOf(sizes.costs, strategy)) {}

  float iterationOf(const qdc::Node &loop) { return decisionOf(loop) + all(loop.before) + all(loop.body); }
  float entryOf(const qdc::Node &loop) const { return runsOnce(loop) ? times.entry : 0; }
  bool isComplete() const { return complete; }

private:
  static const LoopTimes &timesOf(const LoopCosts &costs, LoopStrategy strategy) {
    switch (strategy) {
    case LoopStrategy::graph:
      return costs.graph;
    case LoopStrategy::replay:
      return costs.replay;
    case LoopStrategy::block:
      return costs.block;
    case LoopStrategy::grid:
      return costs.grid;
    case LoopStrategy::host:
      break;
    }
    return costs.host;
  }

  float decisionOf(const qdc::Node &node) const {
    const bool isKnown = strategy == LoopStrategy::host && isKnownToHost(sizes.variant.program, node);
    return isKnown ? costs.knownDecision : times.decision;
  }

  float all(const std::vector<qdc::Node> &nodes) {
    float sum = 0;
    for (const qdc::Node &node : nodes)
      sum += node.kind == qdc::NodeKind::task ? taskTime(node.task)
             : qdc::isLoop(node.kind)         ? kInnerIterations * iterationOf(node)
                                              : decisionOf(node) + (all(node.body) + all(node.elseBody)) / 2;
    return sum;
  }

  float taskTime(uint32_t task) {
    const qdc::Task &description = *sizes.variant.tasks[task].description;
    if (description.kind == qdc::TaskKind::serial)
      return strategy == LoopStrategy::host && isSpared(task) ? 0 : times.serialTask;
    const TaskSize &size = sizes.tasks[task];
    complete &= size.extent != kUnknownExtent;
    const double operations = static_cast<double>(size.extent) * std::max<uint32_t>(description.operations, 1);
    const double bytes = std::min(size.bytes, operations * sizeof(uint64_t));
    const double fromMemory = std::max(bytes - costs.cachedBytes, 0.0);
    auto longer = [&](float rate, float memoryRate) {
      return times.parallelTask + static_cast<float>(std::max(operations / rate, fromMemory / memoryRate));
    };
    switch (strategy) {
    case LoopStrategy::block:
      return longer(costs.blockRate, costs.blockMemoryRate);
    case LoopStrategy::grid:
      return longer(costs.gridRate, costs.gridMemoryRate);
    default:
      return longer(costs.ownGridRate, costs.ownGridMemoryRate);
    }
  }

  bool isSpared(uint32_t task) const { return sizes.variant.program.isSpared[task]; }

  const LoopSizes &sizes;
  const LoopCosts &costs;
  const LoopStrategy strategy;
  const LoopTimes &times;
  bool complete = true;
};
} // namespace

bool qdrt::loader::isKnownToHost(const Program &program, const qdc::Node &node) {
  return (node.kind == qdc::NodeKind::repeat || node.kind == qdc::NodeKind::branch) &&
         std::ranges::all_of(wordsThatDecide(node),
                             [&](uint64_t word) { return program.findHostWord(word) != nullptr; });
}

std::optional<float> qdrt::loader::estimateIteration(const LoopSizes &sizes, const qdc::Node &loop,
                                                     LoopStrategy strategy) {
  Estimator estimator(sizes, strategy);
  const float nanoseconds = estimator.iterationOf(loop) + estimator.entryOf(loop);
  return estimator.isComplete() ? std::optional(nanoseconds) : std::nullopt;
}
