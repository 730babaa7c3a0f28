//===- GraphDecision.cpp - Loops and branches in graphs of CUDA -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Graph.h"

#include "Runtime/CUDA/Decide.h"
#include "Runtime/CUDA/Device.h"
#include "Runtime/CUDA/Launch.h"

#include <algorithm>
#include <array>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

static uint64_t settingsOfKind(const GraphDecision &decision) {
  switch (decision.kind) {
  case qdc::NodeKind::whileDo:
    return QDRT_DECIDE_WHILE_DO;
  case qdc::NodeKind::repeat:
    return QDRT_DECIDE_REPEAT;
  case qdc::NodeKind::branch:
    return QDRT_DECIDE_BRANCH;
  case qdc::NodeKind::task:
  case qdc::NodeKind::doWhile:
    break;
  }
  return QDRT_DECIDE_DO_WHILE | (decision.maximumIsError ? QDRT_DECIDE_FAILS_AT_MAXIMUM : 0);
}

/// A launch of the deciding kernel.
static TaskLaunch launchOf(BackendEntry *decider, const std::array<qd_slot, QDRT_DECIDE_SLOTS> &slots) {
  return {decider, slots.data(), QDRT_DECIDE_SLOTS, 0, 1};
}

Graph::DecisionSlots Graph::slotsOf(const GraphDecision &description, const Decision &decision, bool isEnd) {
  uint64_t settings = settingsOfKind(description) | uint64_t{description.conditionBytes} << QDRT_DECIDE_BYTES_SHIFT |
                      uint64_t{description.site} << QDRT_DECIDE_SITE_SHIFT;
  auto number = [&](const GraphNumber &from, uint64_t inMemory) -> qd_slot {
    if (!from.word)
      return static_cast<qd_slot>(from.value);
    settings |= inMemory;
    return deviceAddress(from.word);
  };
  auto addressOr = [&](const MemoryReference &place, size_t inState) {
    return place ? deviceAddress(place) : decision.state + inState;
  };
  const bool isElseAlone = !decision.bodies[0], hasElse = decision.bodies[1];
  if (isEnd)
    settings |= QDRT_DECIDE_AT_END;
  if (isElseAlone)
    settings |= QDRT_DECIDE_CONTRARY;
  DecisionSlots slots = {};
  slots[QDRT_DECIDE_HANDLE] = decision.handles[isElseAlone];
  slots[QDRT_DECIDE_OTHER_HANDLE] = decision.handles[hasElse];
  slots[QDRT_DECIDE_STATE] = decision.state;
  slots[QDRT_DECIDE_RECORD] = addressOr(description.record, offsetof(qdrt_loop_state, none));
  slots[QDRT_DECIDE_CONDITION] = deviceAddress(description.condition);
  slots[QDRT_DECIDE_LOWER] = number(description.lower, QDRT_DECIDE_LOWER_IN_MEMORY);
  slots[QDRT_DECIDE_UPPER] =
      number(description.kind == qdc::NodeKind::doWhile ? description.maximum : description.upper,
             QDRT_DECIDE_UPPER_IN_MEMORY);
  slots[QDRT_DECIDE_STEP] = number(description.step, QDRT_DECIDE_STEP_IN_MEMORY);
  slots[QDRT_DECIDE_WORD] = addressOr(description.word, offsetof(qdrt_loop_state, unread));
  slots[QDRT_DECIDE_COUNT] = addressOr(description.count, offsetof(qdrt_loop_state, unread));
  slots[QDRT_DECIDE_STOP_WORD] = addressOr(description.stopWord, offsetof(qdrt_loop_state, silent));
  slots[QDRT_DECIDE_MAXIMUM] = static_cast<qd_slot>(description.allowed);
  slots[QDRT_DECIDE_SETTINGS] = settings;
  return slots;
}

qdc::Status Graph::prepareDecisions(std::span<const GraphNode> descriptions) {
  uint64_t count = 0;
  for (size_t index = 0; index < descriptions.size(); ++index)
    if (std::holds_alternative<GraphDecision>(descriptions[index].work)) {
      nodes[index].decision = std::make_unique<Decision>();
      ++count;
    }
  if (count == 0)
    return {};
  qdc::Result<BackendEntry *> found = stream.device().own(OwnKernel::decide);
  if (!found)
    return found.error();
  decider = *found;
  qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(stream.device(), count * sizeof(qdrt_loop_state));
  if (!memory)
    return memory.error();
  loopStates = std::move(*memory);
  uint64_t offset = 0;
  for (Node &node : nodes)
    if (node.decision) {
      node.decision->state = deviceAddress(loopStates.at(offset));
      offset += sizeof(qdrt_loop_state);
    }
  return {};
}

CUgraph Graph::graphOf(const GraphNode &description) const {
  return description.parent == kNoParent ? graph : nodes[description.parent].decision->bodies[description.isElse];
}

CUresult Graph::addDecider(CUgraph to, const GraphDecision &description, const Decision &decision, bool isEnd,
                           std::span<const CUgraphNode> dependencies, CUgraphNode &made) const {
  const DecisionSlots slots = slotsOf(description, decision, isEnd);
  const TaskLaunch launch = launchOf(decider, slots);
  KernelParameters parameters(launch, {});
  const CUDA_KERNEL_NODE_PARAMS node = kernelNode(launch, 1, parameters);
  return context->driver().graphAddKernelNode(&made, to, dependencies.data(), dependencies.size(), &node);
}

CUresult Graph::addConditional(CUgraph to, CUgraphConditionalHandle handle, CUgraphConditionalNodeType type,
                               CUgraphNode after, CUgraphNode &made, CUgraph &body) const {
  CUgraphNodeParams parameters = {};
  parameters.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  parameters.conditional = {handle, type, 1, nullptr, context->handle()};
  const CUresult code = context->driver().graphAddNode(&made, to, &after, nullptr, 1, &parameters);
  if (code == CUDA_SUCCESS)
    body = parameters.conditional.phGraph_out[0];
  return code;
}

/// With the context current. Of a branch each body has a conditional node of its own: drivers for 12.8 and 12.9 mix up
/// the nodes of one that has two. A body is never empty, with which drivers before 12.8 hang: of a branch there are
/// only those that have nodes, and addEnds() adds to that of a loop.
CUresult Graph::addDecision(uint32_t index, std::span<const GraphNode> descriptions,
                            std::vector<CUgraphNode> dependencies) {
  const Driver &driver = context->driver();
  const auto &description = std::get<GraphDecision>(descriptions[index].work);
  const CUgraph to = graphOf(descriptions[index]);
  Decision &decision = *nodes[index].decision;
  const bool isBranch = description.kind == qdc::NodeKind::branch;
  bool hasBody[2] = {!isBranch, false};
  // What it holds follows it, with all that this holds.
  for (const GraphNode &held : descriptions.subspan(index + 1)) {
    if (held.parent == kNoParent || held.parent < index)
      break;
    if (held.parent == index)
      hasBody[held.isElse] = true;
  }
  CUresult code = CUDA_SUCCESS;
  for (int which : {0, 1})
    if (hasBody[which] && code == CUDA_SUCCESS) {
      // The default counts at the start of a launch alone, so that the deciding kernel sets every condition.
      code = driver.graphConditionalHandleCreate(&decision.handles[which], to, context->handle(), 0,
                                                 CU_GRAPH_COND_ASSIGN_DEFAULT);
      decision.bodies[which] = to; // until there is one
    }
  if (code == CUDA_SUCCESS)
    code = addDecider(to, description, decision, /*isEnd=*/false, dependencies, decision.begin);
  nodes[index].handle = decision.begin;
  for (int which : {0, 1})
    if (hasBody[which] && code == CUDA_SUCCESS)
      code = addConditional(to, decision.handles[which], isBranch ? CU_GRAPH_COND_TYPE_IF : CU_GRAPH_COND_TYPE_WHILE,
                            nodes[index].handle, nodes[index].handle, decision.bodies[which]);
  return code;
}

/// A node that changes nothing which is read, as the first one of the body.
CUresult Graph::addFirst(const Decision &decision, CUgraphNode &made) const {
  CUDA_MEMSET_NODE_PARAMS node = {};
  node.dst = decision.state + offsetof(qdrt_loop_state, unread);
  node.elementSize = node.width = node.height = 1;
  return context->driver().graphAddMemsetNode(&made, decision.bodies[0], nullptr, 0, &node, context->handle());
}

void Graph::letDecide(uint32_t index, const GraphNode &description) {
  Decision &decision = *nodes[description.parent].decision;
  decision.own = {decision.handles[0], decision.state};
  nodes[index].loop = &*decision.own;
}

CUresult Graph::addEnds(std::span<const GraphNode> descriptions) {
  if (!decider)
    return CUDA_SUCCESS;
  std::vector<bool> isFollowed(nodes.size());
  for (const GraphNode &description : descriptions)
    for (uint32_t earlier : description.dependencies)
      isFollowed[earlier] = true;
  std::vector<std::vector<CUgraphNode>> last(nodes.size()); // of each body
  for (size_t index = 0; index < nodes.size(); ++index)
    if (nodes[index].isInBody && !isFollowed[index])
      last[descriptions[index].parent].push_back(nodes[index].handle);
  CUresult code = CUDA_SUCCESS;
  for (size_t index = 0; index < nodes.size() && code == CUDA_SUCCESS; ++index) {
    const auto *description = std::get_if<GraphDecision>(&descriptions[index].work);
    if (!description || description->kind == qdc::NodeKind::branch)
      continue;
    Decision &decision = *nodes[index].decision;
    if (decision.own)
      continue;
    // Then the body has no other nodes.
    if (last[index].empty())
      code = addFirst(decision, last[index].emplace_back());
    if (code == CUDA_SUCCESS)
      code = addDecider(decision.bodies[0], *description, decision, /*isEnd=*/true, last[index], decision.end);
  }
  return code;
}

qdc::Status Graph::updateDecision(const Decision &decision, const GraphDecision &description) {
  return change([&](const Driver &driver) {
    CUresult code = CUDA_SUCCESS;
    for (const bool isEnd : {false, true}) {
      const CUgraphNode node = isEnd ? decision.end : decision.begin;
      if (!node || code != CUDA_SUCCESS)
        continue;
      const DecisionSlots slots = slotsOf(description, decision, isEnd);
      const TaskLaunch launch = launchOf(decider, slots);
      KernelParameters parameters(launch, {});
      const CUDA_KERNEL_NODE_PARAMS changed = kernelNode(launch, 1, parameters);
      code = driver.graphExecKernelNodeSetParams(executable, node, &changed);
    }
    return code;
  });
}
