//===- TaskGraph.cpp - A built graph of a segment -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/TaskGraph.h"

#include "Runtime/Graph/StepNodes.h"
#include "Runtime/Graph/VariantState.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Result<std::unique_ptr<TaskGraph>> TaskGraph::build(const Segment &segment, const VariantState &state,
                                                         BackendStream &stream) {
  std::unique_ptr<TaskGraph> made(new TaskGraph);
  made->built = nodesOf(segment, state);
  made->generation = state.inputs().generation();
  made->decisionGeneration = state.decisionGeneration();
  size_t slotCount = 0;
  for (const GraphNode &node : made->built)
    if (const auto *task = std::get_if<TaskLaunch>(&node.work))
      slotCount += task->slotCount;
  made->slots.resize(slotCount);
  qd_slot *next = made->slots.data();
  for (uint32_t index = 0; index < made->built.size(); ++index) {
    const Step &step = state.programs.prepared().program.steps[segment.begin + index];
    if (auto *task = std::get_if<TaskLaunch>(&made->built[index].work)) {
      const ptrdiff_t first = task->slots - state.inputs().slots();
      qd_slot *own = next;
      next = std::copy_n(task->slots, task->slotCount, own);
      task->slots = own;
      made->tasks.push_back({index, step.task, static_cast<uint32_t>(first), task, own});
    }
    if (step.kind == StepKind::clearCounts || step.kind == StepKind::decide || step.kind == StepKind::checkSizes)
      made->decisions.push_back({index, &step});
    if (const auto *outcome = std::get_if<GraphPublish>(&made->built[index].work)) {
      made->outcomeNode = {index, &step};
      made->copied += bytesOf(*outcome);
    }
  }
  qdc::Result<std::unique_ptr<BackendGraph>> graph = stream.buildGraph(made->built);
  if (!graph)
    return graph.error();
  made->graph = std::move(*graph);
  return made;
}

qdc::Status TaskGraph::updateTasks(const VariantState &state, uint64_t &updated) {
  for (TaskNode &each : tasks) {
    TaskLaunch &task = *each.launch;
    const qd_slot *wanted = state.inputs().slots() + each.firstSlot;
    const int64_t extent = state.inputs().extents()[each.task], atMost = state.inputs().mostIterations(each.task);
    if (!each.isStale && extent == task.extent && atMost == task.atMost &&
        std::equal(wanted, wanted + task.slotCount, task.slots))
      continue;
    each.isStale = true;
    task.extent = extent;
    task.atMost = atMost;
    std::copy_n(wanted, task.slotCount, each.slots);
    if (qdc::Status status = graph->update(each.node, built[each.node]); !status)
      return status;
    each.isStale = false;
    ++updated;
  }
  return {};
}

qdc::Status TaskGraph::updateOutcome(const VariantState &state, uint64_t &updated) {
  auto &outcome = std::get<GraphPublish>(built[outcomeNode->node].work);
  auto wanted = std::get<GraphPublish>(workOf(*outcomeNode->step, state));
  if (outcome.results == wanted.results)
    return {};
  std::swap(outcome, wanted);
  qdc::Status status = graph->update(outcomeNode->node, built[outcomeNode->node]);
  if (!status)
    std::swap(outcome, wanted);
  else
    ++updated;
  return status;
}

qdc::Status TaskGraph::updateDecisions(const VariantState &state, uint64_t &updated) {
  for (const StepNode &each : decisions) {
    built[each.node].work = workOf(*each.step, state);
    if (qdc::Status status = graph->update(each.node, built[each.node]); !status)
      return status;
    ++updated;
  }
  decisionGeneration = state.decisionGeneration();
  return {};
}

qdc::Status TaskGraph::update(const VariantState &state, uint64_t &updated) {
  if (generation != state.inputs().generation()) {
    if (qdc::Status status = updateTasks(state, updated); !status)
      return status;
    if (outcomeNode)
      if (qdc::Status status = updateOutcome(state, updated); !status)
        return status;
    generation = state.inputs().generation();
  }
  if (decisionGeneration != state.decisionGeneration())
    if (qdc::Status status = updateDecisions(state, updated); !status)
      return status;
  return {};
}
