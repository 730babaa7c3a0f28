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
/// Nanoseconds, for all operations.
struct Times {
  float parallelTask, serialTask;
  float decision; // about a further iteration, or a branch
  float entry; // added for a loop that runs once: from the task before it to its first one, and to the one after it
};

/// A host that waits for what decides; where it knows that itself, it takes kKnownDecision.
constexpr Times kHost = {2200, 2200, 10000, 0};
constexpr float kKnownDecision = 300;
constexpr Times kGraph = {1300, 1300, 2900, 14000};
constexpr Times kBlock = {200, 60, 60, 2400};
constexpr Times kGrid = {1450, 100, 100, 0};

/// Operations in a nanosecond: of one block, and of a grid for each multiprocessor, which share the memory.
constexpr float kBlockRate = 50, kGridRate = 2000.0f / 132;
/// A task with a grid of its own has threads and registers as it needs them: a step of mpm88 of 2^20 particles took 398
/// microseconds so, 463 in one grid for all tasks.
constexpr float kOwnGridGain = 463.0f / 398;
/// Bytes in a nanosecond between memory and each multiprocessor, of a task with a grid of its own and of one in a grid
/// for all; and how many of a task's bytes are in the cache.
constexpr float kOwnMemoryRate = 4100.0f / 132, kGridMemoryRate = 3100.0f / 132;
constexpr double kCachedBytes = 32 << 20;

/// As the loop around a branch does.
bool runsOnce(const qdc::Node &loop) {
  return loop.kind == qdc::NodeKind::repeat && qdc::constantIterations(*loop.lower, *loop.upper, *loop.step) == 1;
}

class Estimator {
public:
  Estimator(const LoopSizes &sizes, LoopStrategy strategy)
      : sizes(sizes), strategy(strategy), times(timesOf(strategy)),
        multiprocessors(static_cast<float>(sizes.multiprocessors)) {}

  float iterationOf(const qdc::Node &loop) { return decisionOf(loop) + all(loop.before) + all(loop.body); }
  float entryOf(const qdc::Node &loop) const { return runsOnce(loop) ? times.entry : 0; }
  bool isComplete() const { return complete; }

private:
  static const Times &timesOf(LoopStrategy strategy) {
    switch (strategy) {
    case LoopStrategy::graph:
      return kGraph;
    case LoopStrategy::block:
      return kBlock;
    case LoopStrategy::grid:
      return kGrid;
    default:
      return kHost;
    }
  }

  float decisionOf(const qdc::Node &node) const {
    const bool isKnown = strategy == LoopStrategy::host && isKnownToHost(sizes.variant.program, node);
    return isKnown ? kKnownDecision : times.decision;
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
    const double fromMemory = std::max(bytes - kCachedBytes, 0.0);
    const double byGrid = operations / std::max(kGridRate * multiprocessors, kBlockRate);
    auto longer = [](double one, double other) { return static_cast<float>(std::max(one, other)); };
    switch (strategy) {
    case LoopStrategy::block:
      return times.parallelTask + longer(operations / kBlockRate, fromMemory / kGridMemoryRate);
    case LoopStrategy::grid:
      return times.parallelTask + longer(byGrid, fromMemory / (kGridMemoryRate * multiprocessors));
    default:
      return times.parallelTask + longer(byGrid / kOwnGridGain, fromMemory / (kOwnMemoryRate * multiprocessors));
    }
  }

  bool isSpared(uint32_t task) const { return sizes.variant.program.isSpared[task]; }

  const LoopSizes &sizes;
  const LoopStrategy strategy;
  const Times &times;
  const float multiprocessors;
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
