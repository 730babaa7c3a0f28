//===- Graph.cpp - Nodes that are submitted together ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Graph.h"

#include "Runtime/Vulkan/Device.h"
#include "Runtime/Vulkan/GraphBarriers.h"

#include <algorithm>
#include <utility>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

static uint32_t groupsOf(const Context &context, const TaskLaunch &task) {
  return task.extent == 0 ? 0 : gridOf(context, task);
}

qdc::Result<std::unique_ptr<BackendGraph>> Graph::build(Stream &stream, std::span<const GraphNode> descriptions) {
  std::unique_ptr<Graph> graph(new Graph(stream));
  const std::vector<bool> barriers = barriersOf(descriptions);
  for (size_t index = 0; index < descriptions.size(); ++index)
    if (qdc::Status added = graph->add(descriptions[index], barriers[index]); !added)
      return added;
  if (!graph->slots.empty()) {
    qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(stream.device(), graph->slots.size() * sizeof(qd_slot));
    if (!memory)
      return memory.error();
    graph->slotMemory = std::move(*memory);
  }
  if (qdc::Status recorded = graph->record(); !recorded)
    return recorded;
  return std::unique_ptr<BackendGraph>(std::move(graph));
}

Graph::~Graph() {
  retired.push_back(current);
  for (const Recorded &each : retired)
    if (each.buffer) {
      (void)work.wait(each.submission, "wait for a graph");
      work.free(each.buffer);
    }
}

qdc::Status Graph::add(const GraphNode &description, bool hasBarrier) {
  Node &node = nodes.emplace_back();
  node.hasBarrier = hasBarrier;
  node.firstSlot = static_cast<uint32_t>(slots.size());
  auto append = [&](std::span<const qd_slot> values) {
    slots.insert(slots.end(), values.begin(), values.end());
    changedEnd = slots.size();
  };
  auto useOwn = [&](OwnKernel kernel) -> qdc::Status {
    qdc::Result<const Entry *> own = stream.device().own(kernel);
    if (!own)
      return own.error();
    node.entry = *own;
    node.groups = 1;
    return {};
  };
  if (const auto *fill = std::get_if<GraphFill>(&description.work)) {
    node.fill = *fill;
    return {};
  }
  if (const auto *outcome = std::get_if<GraphPublish>(&description.work)) {
    append(slotsOf(*outcome));
    return useOwn(OwnKernel::publish);
  }
  if (const auto *check = std::get_if<GraphSizeCheck>(&description.work)) {
    append(check->slots);
    return useOwn(OwnKernel::sizes);
  }
  const auto &task = std::get<TaskLaunch>(description.work);
  append({task.slots, task.slotCount});
  node.entry = &entryOf(task);
  node.groups = groupsOf(stream.context(), task);
  return {};
}

void Graph::setSlots(const Node &node, std::span<const qd_slot> values) {
  std::ranges::copy(values, slots.begin() + node.firstSlot);
  const size_t begin = node.firstSlot, end = begin + values.size();
  const bool isFirst = changedBegin == changedEnd;
  changedBegin = isFirst ? begin : std::min(changedBegin, begin);
  changedEnd = isFirst ? end : std::max(changedEnd, end);
}

qdc::Status Graph::update(uint32_t index, const GraphNode &description) {
  Node &node = nodes[index];
  bool isOther = false;
  if (const auto *fill = std::get_if<GraphFill>(&description.work)) {
    isOther = fill->to != node.fill.to || fill->bytes != node.fill.bytes;
    node.fill = *fill;
  } else if (const auto *outcome = std::get_if<GraphPublish>(&description.work)) {
    setSlots(node, slotsOf(*outcome));
  } else if (const auto *check = std::get_if<GraphSizeCheck>(&description.work)) {
    setSlots(node, check->slots);
  } else {
    const auto &task = std::get<TaskLaunch>(description.work);
    setSlots(node, {task.slots, task.slotCount});
    const uint32_t groups = groupsOf(stream.context(), task);
    isOther = std::exchange(node.groups, groups) != groups;
  }
  if (isOther && current.buffer)
    retired.push_back(std::exchange(current, {}));
  return {};
}

void Graph::addNode(VkCommandBuffer to, const Node &node) const {
  const Context &context = stream.context();
  if (node.hasBarrier)
    addBarrier(context.driver(), to);
  if (!node.entry) {
    // Memory of the loader's own is filled, whose blocks are whole words.
    const BufferPlace place = placeOf(node.fill.to);
    context.driver().cmdFillBuffer(to, place.buffer, place.offset, (node.fill.bytes + 3) / 4 * 4, 0);
  } else if (node.groups != 0) {
    addLaunch(context, to, *node.entry, placeOf(slotMemory).address + node.firstSlot * sizeof(qd_slot), node.groups);
  }
}

void Graph::freeRetired() {
  std::erase_if(retired, [&](const Recorded &each) {
    if (!work.timeline()->hasReached(each.submission))
      return false;
    work.free(each.buffer);
    return true;
  });
}

qdc::Status Graph::record() {
  freeRetired();
  const Context &context = stream.context();
  const DeviceFunctions &driver = context.driver();
  qdc::Result<VkCommandBuffer> buffer = work.allocate();
  if (!buffer)
    return buffer.error();
  auto info = structOf<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  info.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
  VkResult code = driver.beginCommandBuffer(*buffer, &info);
  if (code == VK_SUCCESS) {
    addCallerBarrier(context, *buffer);
    addBarrier(driver, *buffer);
    for (const Node &node : nodes)
      addNode(*buffer, node);
    addHostBarrier(driver, *buffer);
    addCallerBarrier(context, *buffer);
    code = driver.endCommandBuffer(*buffer);
  }
  if (code != VK_SUCCESS) {
    work.free(*buffer);
    return context.failed(code, "record a graph");
  }
  current = {*buffer, 0};
  return {};
}

/// Ahead of the launch that needs them, and after those before it.
qdc::Status Graph::copySlots() {
  constexpr size_t kMost = 65536 / sizeof(qd_slot); // of one command
  qdc::Result<VkCommandBuffer> buffer = work.next();
  if (!buffer)
    return buffer.error();
  const BufferPlace place = placeOf(slotMemory);
  for (; changedBegin != changedEnd;) {
    const size_t count = std::min(changedEnd - changedBegin, kMost);
    stream.context().driver().cmdUpdateBuffer(*buffer, place.buffer, place.offset + changedBegin * sizeof(qd_slot),
                                              count * sizeof(qd_slot), slots.data() + changedBegin);
    changedBegin += count;
  }
  return {};
}

qdc::Status Graph::launch() {
  if (!current.buffer)
    if (qdc::Status recorded = record(); !recorded)
      return recorded;
  if (changedBegin != changedEnd)
    if (qdc::Status copied = copySlots(); !copied)
      return copied;
  qdc::Status submitted = work.submit(current.buffer);
  if (submitted)
    current.submission = work.last();
  return submitted;
}
