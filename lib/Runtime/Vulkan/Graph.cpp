//===- Graph.cpp - Nodes that are submitted together ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Graph.h"

#include "Runtime/Vulkan/GraphBarriers.h"
#include "Runtime/Vulkan/Launch.h"

#include <algorithm>
#include <utility>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

static uint32_t groupsOf(const Context &context, const TaskLaunch &task) {
  return task.extent == 0 ? 0 : gridOf(context, task);
}

/// That a node takes in memory.
static uint32_t slotCountOf(const GraphNode &node) {
  if (std::holds_alternative<GraphPublish>(node.work))
    return QDRT_PUBLISH_SLOTS;
  if (const auto *check = std::get_if<GraphSizeCheck>(&node.work))
    return static_cast<uint32_t>(check->slots.size());
  if (const auto *task = std::get_if<TaskLaunch>(&node.work))
    return task->slotCount;
  return std::holds_alternative<GraphDecision>(node.work) && node.parent == kNoParent ? QDRT_PROCEED_SLOTS : 0;
}

qdc::Result<std::unique_ptr<BackendGraph>> Graph::build(Stream &stream, std::span<const GraphNode> descriptions) {
  std::unique_ptr<Graph> graph(new Graph(stream));
  qdc::Status built = graph->arrange(descriptions);
  for (uint32_t index = 0; index < descriptions.size() && built; ++index)
    built = graph->prepare(index, descriptions[index]);
  for (Part &part : graph->parts)
    if (built)
      built = graph->record(part);
  if (!built)
    return built.error();
  return std::unique_ptr<BackendGraph>(std::move(graph));
}

Graph::~Graph() {
  for (const Part &part : parts)
    work.finish(part.current);
  for (const RecordedCommands &each : retired)
    work.finish(each);
}

qdc::Status Graph::arrange(std::span<const GraphNode> descriptions) {
  const auto count = static_cast<uint32_t>(descriptions.size());
  nodes.resize(count);
  for (const GraphNode &description : descriptions)
    firstSlots.push_back(memory.add(slotCountOf(description)));
  for (uint32_t begin = 0; begin < count;) {
    Part &part = parts.emplace_back();
    part.begin = part.end = begin;
    while (part.end < count && !part.loop)
      if (const uint32_t index = part.end++; std::holds_alternative<GraphDecision>(descriptions[index].work))
        part.loop = std::make_unique<ReplayedLoop>(work, stream.context(), descriptions, index, memory);
    begin = part.loop ? endOf(descriptions, part.end - 1) : part.end;
    const std::vector<bool> barriers = barriersOf(descriptions, part.begin, part.end);
    for (uint32_t index = part.begin; index < begin; ++index) {
      nodes[index].part = static_cast<uint32_t>(parts.size() - 1);
      nodes[index].hasBarrier = index < part.end && barriers[index - part.begin];
    }
  }
  if (qdc::Status made = memory.allocate(stream.device()); !made)
    return made;
  for (Part &part : parts) {
    if (!part.loop)
      continue;
    qdc::Result<const Entry *> decider = stream.device().own(OwnKernel::proceed);
    if (!decider)
      return decider.error();
    if (qdc::Status ready = part.loop->prepare(stream.device(), **decider, descriptions, firstSlots); !ready)
      return ready;
  }
  return {};
}

qdc::Status Graph::useOwn(Node &node, OwnKernel kernel) {
  qdc::Result<const Entry *> own = stream.device().own(kernel);
  if (!own)
    return own.error();
  node.entry = *own;
  node.groups = 1;
  return {};
}

qdc::Status Graph::prepare(uint32_t index, const GraphNode &description) {
  Node &node = nodes[index];
  qdc::Status ready;
  if (const auto *fill = std::get_if<GraphFill>(&description.work)) {
    node.fill = *fill;
  } else if (const auto *task = std::get_if<TaskLaunch>(&description.work)) {
    node.entry = &entryOf(*task);
    node.groups = groupsOf(stream.context(), *task);
  } else if (std::holds_alternative<GraphPublish>(description.work)) {
    ready = useOwn(node, OwnKernel::publish);
  } else if (std::holds_alternative<GraphSizeCheck>(description.work)) {
    ready = useOwn(node, OwnKernel::sizes);
  } else {
    ready = useOwn(node, OwnKernel::proceed);
  }
  setSlots(index, description);
  return ready;
}

void Graph::setSlots(uint32_t index, const GraphNode &description) {
  const uint32_t first = firstSlots[index];
  Part &part = parts[nodes[index].part];
  if (const auto *outcome = std::get_if<GraphPublish>(&description.work)) {
    memory.set(first, slotsOf(*outcome));
  } else if (const auto *check = std::get_if<GraphSizeCheck>(&description.work)) {
    memory.set(first, check->slots);
  } else if (const auto *task = std::get_if<TaskLaunch>(&description.work)) {
    memory.set(first, {task->slots, task->slotCount});
    if (description.parent != kNoParent)
      part.loop->setGroups(index, nodes[index].groups);
  } else if (const auto *decision = std::get_if<GraphDecision>(&description.work)) {
    part.loop->setDecision(index, *decision);
    if (description.parent == kNoParent)
      memory.set(first, part.loop->slotsOfBegin(*decision));
  }
}

qdc::Status Graph::update(uint32_t index, const GraphNode &description) {
  Node &node = nodes[index];
  bool isOther = false;
  if (const auto *fill = std::get_if<GraphFill>(&description.work)) {
    isOther = fill->to != node.fill.to || fill->bytes != node.fill.bytes;
    node.fill = *fill;
  } else if (const auto *task = std::get_if<TaskLaunch>(&description.work)) {
    const uint32_t groups = groupsOf(stream.context(), *task);
    isOther = std::exchange(node.groups, groups) != groups && description.parent == kNoParent;
  }
  setSlots(index, description);
  RecordedCommands &current = parts[node.part].current;
  if (isOther && current.buffer)
    retired.push_back(std::exchange(current, {}));
  return {};
}

void Graph::addNode(VkCommandBuffer to, uint32_t index) const {
  const Context &context = stream.context();
  const Node &node = nodes[index];
  if (node.hasBarrier)
    addBarrier(context.driver(), to);
  if (!node.entry) {
    // Memory of the loader's own is filled, whose blocks are whole words.
    const BufferPlace place = placeOf(node.fill.to);
    context.driver().cmdFillBuffer(to, place.buffer, place.offset, (node.fill.bytes + 3) / 4 * 4, 0);
  } else if (node.groups != 0) {
    addLaunch(context, to, *node.entry, memory.addressOf(firstSlots[index]), node.groups);
  }
}

void Graph::freeRetired() {
  std::erase_if(retired, [&](const RecordedCommands &each) {
    if (!work.timeline()->hasReached(each.submission))
      return false;
    work.free(each.buffer);
    return true;
  });
}

qdc::Status Graph::record(Part &part) {
  freeRetired();
  return work.record(part.current, "record a graph", [&](VkCommandBuffer to) {
    addBarrier(stream.context().driver(), to);
    for (uint32_t index = part.begin; index < part.end; ++index)
      addNode(to, index);
  });
}

/// Ahead of the launch that needs them, and after those before it.
qdc::Status Graph::copyChanges() {
  qdc::Result<VkCommandBuffer> buffer = work.next();
  if (!buffer)
    return buffer.error();
  memory.copyChanges(stream.context().driver(), *buffer);
  return {};
}

qdc::Status Graph::submit(Part &part) {
  qdc::Status submitted = work.submit(part.current);
  if (!submitted)
    return submitted;
  return part.loop ? part.loop->run() : submitted;
}

qdc::Status Graph::launch() {
  for (Part &part : parts)
    if (!part.current.buffer)
      if (qdc::Status recorded = record(part); !recorded)
        return recorded;
  if (memory.hasChanged())
    if (qdc::Status copied = copyChanges(); !copied)
      return copied;
  for (Part &part : parts)
    if (qdc::Status submitted = submit(part); !submitted) {
      // A loop may have ended anywhere.
      memory.setAgain();
      return submitted;
    }
  return {};
}
