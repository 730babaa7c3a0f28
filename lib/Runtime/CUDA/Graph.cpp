//===- Graph.cpp - Nodes that a GPU runs with one submission --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Graph.h"

#include "Runtime/CUDA/Device.h"
#include "Runtime/CUDA/Launch.h"

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

CUresult Graph::Node::setGrid(const Device &device, const TaskLaunch &task) {
  extent = task.extent;
  atMost = task.atMost;
  blocks = 0;
  return gridOf(device, task, blocks);
}

qdc::Status Graph::change(DriverCall call) const { return stream.call("change a node of a graph", call); }

qdc::Status Graph::setEnabled(Node &node, bool enabled) {
  if (node.isEnabled == enabled)
    return {};
  qdc::Status status = stream.call("turn a node of a graph on or off", [&](const Driver &driver) {
    return driver.graphNodeSetEnabled(executable, node.handle, enabled);
  });
  if (status)
    node.isEnabled = enabled;
  return status;
}

qdc::Status Graph::update(uint32_t index, const GraphNode &description) {
  if (const TaskLaunch *task = taskOf(description))
    return updateTask(index, *task);
  if (const auto *decision = std::get_if<GraphDecision>(&description.work))
    return updateDecision(*nodes[index].decision, *decision);
  if (const auto *check = std::get_if<GraphSizeCheck>(&description.work)) {
    changeSlots(index, check->slots);
    return {};
  }
  return change([&](const Driver &driver) {
    if (const auto *fill = std::get_if<GraphFill>(&description.work)) {
      CUDA_MEMSET_NODE_PARAMS changed = memsetNode(*fill);
      return driver.graphExecMemsetNodeSetParams(executable, nodes[index].handle, &changed, context->handle());
    }
    const PublishLaunch outcome(publisher, std::get<GraphPublish>(description.work));
    KernelParameters parameters(outcome.launch, {});
    const CUDA_KERNEL_NODE_PARAMS changed = kernelNode(outcome.launch, 1, parameters);
    return driver.graphExecKernelNodeSetParams(executable, nodes[index].handle, &changed);
  });
}

qdc::Status Graph::updateTask(uint32_t index, const TaskLaunch &task) {
  Node &node = nodes[index];
  if (!node.isInBody && !runsInGraph(task))
    return setEnabled(node, false);
  qdc::Status status = change([&](const Driver &driver) {
    if (node.blocks == 0 || node.extent != task.extent || node.atMost != task.atMost)
      if (CUresult code = node.setGrid(stream.device(), task); code != CUDA_SUCCESS)
        return code;
    KernelParameters parameters(task, node.slotMemory, node.loop);
    CUDA_KERNEL_NODE_PARAMS changed = kernelNode(task, node.blocks, parameters);
    return driver.graphExecKernelNodeSetParams(executable, node.handle, &changed);
  });
  if (!status)
    return status;
  if (takesSlotsInMemory(task))
    changeSlots(index, {task.slots, task.slotCount});
  return setEnabled(node, true);
}

void Graph::changeSlots(uint32_t index, std::span<const qd_slot> slots) {
  Node &node = nodes[index];
  if (node.changedSlots.empty())
    waiting.push_back(index);
  node.changedSlots.assign(slots.begin(), slots.end());
}

qdc::Status Graph::copySlots() {
  for (; !waiting.empty(); waiting.pop_back()) {
    Node &node = nodes[waiting.back()];
    qdc::Status written =
        stream.write(node.slotMemory, node.changedSlots.data(), node.changedSlots.size() * sizeof(qd_slot));
    if (!written)
      return written;
    node.changedSlots.clear();
  }
  return {};
}

qdc::Status Graph::launch() {
  if (!waiting.empty())
    if (qdc::Status copied = copySlots(); !copied)
      return copied;
  CurrentContext current = stream.makeCurrent();
  CUresult code = current.code();
  if (code == CUDA_SUCCESS)
    code = context->driver().graphLaunch(executable, stream.native());
  if (code != CUDA_SUCCESS)
    return context->failed(code, "launch a graph");
  if (lastTask)
    stream.noteTasks(tasks, lastTask);
  return {};
}
