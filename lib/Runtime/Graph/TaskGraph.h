//===- TaskGraph.h - A built graph of a segment -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built once for a segment of a variant, then launched again and again: before a
// launch the nodes whose slots, extent or addresses have changed since the last
// one are updated, and no other.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_TASKGRAPH_H
#define QDRT_GRAPH_TASKGRAPH_H

#include "Runtime/Core/Backend.h"
#include "Runtime/Program/Program.h"

#include <optional>

namespace qdrt::loader {

class VariantState;

class TaskGraph {
public:
  /// Builds nodesOf(segment, state). The stream has graphs.
  static qdc::Result<std::unique_ptr<TaskGraph>> build(const Segment &segment, const VariantState &state,
                                                       BackendStream &stream);

  /// Makes the nodes those of nodesOf(segment, state), for the same segment and state as before. Counts the nodes
  /// that were updated in `updated`. After an error some may be; the next call sees to the rest.
  qdc::Status update(const VariantState &state, uint64_t &updated);
  qdc::Status launch() { return graph->launch(); }

  std::span<const GraphNode> nodes() const { return built; }
  /// That one launch copies to the host.
  uint64_t bytesCopied() const { return copied; }

private:
  TaskGraph() = default;
  qdc::Status updateTasks(const VariantState &state, uint64_t &updated);
  struct StepNode {
    uint32_t node;
    const Step *step;
  };
  /// Makes all decisions, what clears their counts, and checks of sizes those of the state.
  [[gnu::cold]] qdc::Status updateDecisions(const VariantState &state, uint64_t &updated);
  /// Makes the node that publishes that of the state: the results may lie elsewhere.
  qdc::Status updateOutcome(const VariantState &state, uint64_t &updated);

  struct TaskNode {
    uint32_t node, task;
    uint32_t firstSlot; // in the state
    TaskLaunch *launch; // in `built`
    qd_slot *slots; // of the launch, its own: the graph may have a task more than once
    bool isStale = false; // the device may not have it as `built` does: an update failed
  };

  std::unique_ptr<BackendGraph> graph;
  std::vector<GraphNode> built; // as the device has them, unless stale; slots point into `slots`
  std::vector<TaskNode> tasks; // of `built`
  std::vector<qd_slot> slots; // of all task nodes, one after the other
  std::optional<StepNode> outcomeNode;
  std::vector<StepNode> decisions; // and checks of sizes
  uint64_t generation = 0; // of the state that the tasks are from
  uint64_t decisionGeneration = 0; // likewise
  uint64_t copied = 0;
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_TASKGRAPH_H
