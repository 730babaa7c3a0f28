//===- GraphAPI.cpp - Graphs of qdrt.h ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/LastLaunch.h"
#include "Runtime/API/Structs.h"
#include "Runtime/Graph/GraphDot.h"

using namespace qdrt::loader;

/// Those of a kernel that the device runs as one graph.
static std::span<const GraphNode> nodesOf(const VariantState &state) {
  const TaskGraph *graph = state.programs.wholeGraph();
  return graph ? graph->nodes() : std::span<const GraphNode>();
}

static qdrt_graph_node_info infoOf(const VariantState &state, uint32_t index) {
  const GraphNode &node = nodesOf(state)[index];
  qdrt_graph_node_info info = {};
  info.task = info.file = "";
  info.dependencies = node.dependencies.data();
  info.dependency_count = static_cast<uint32_t>(node.dependencies.size());
  info.parent = node.parent;
  info.is_else = node.isElse;
  if (const auto *launch = std::get_if<TaskLaunch>(&node.work)) {
    const qdc::Task &task = *state.variant().tasks[state.programs.launched()->program.steps[index].task].description;
    info.kind = QDRT_GRAPH_TASK;
    info.task = task.name.c_str();
    info.file = task.location.file.c_str();
    info.line = task.location.line;
    info.extent = launch->extent;
  } else if (const auto *fill = std::get_if<GraphFill>(&node.work)) {
    info.kind = QDRT_GRAPH_FILL;
    info.bytes = fill->bytes;
  } else if (const auto *outcome = std::get_if<GraphPublish>(&node.work)) {
    info.kind = QDRT_GRAPH_READ;
    info.bytes = bytesOf(*outcome);
  } else if (const auto *decision = std::get_if<GraphDecision>(&node.work)) {
    info.kind = decision->kind == qdc::NodeKind::branch ? QDRT_GRAPH_BRANCH : QDRT_GRAPH_LOOP;
  } else {
    info.kind = QDRT_GRAPH_SIZES;
  }
  return info;
}

qdrt_status qdrt_graph_node_count(qdrt_kernel kernel, qdrt_stream stream, uint32_t *count) {
  if (!kernel)
    return failNull("qdrt_graph_node_count", "kernel");
  if (!count)
    return failNull("qdrt_graph_node_count", "count");
  return guard([&] {
    return onLastLaunch(*kernel, stream, [&](Stream &, const Instance &instance) {
      *count = static_cast<uint32_t>(nodesOf(instance.last().lastState()).size());
      return QDRT_OK;
    });
  });
}

qdrt_status qdrt_graph_node(qdrt_kernel kernel, qdrt_stream stream, uint32_t index, qdrt_graph_node_info *info) {
  if (!kernel)
    return failNull("qdrt_graph_node", "kernel");
  if (!info)
    return failNull("qdrt_graph_node", "info");
  return guard([&] {
    return onLastLaunch(*kernel, stream, [&](Stream &, const Instance &instance) {
      size_t count = nodesOf(instance.last().lastState()).size();
      if (index >= count)
        return fail(QDRT_INVALID_ARGUMENT, "node {} of the graph of kernel '{}' does not exist; there are {}", index,
                    kernel->kernel->description().name, count);
      return writeInfo(info, infoOf(instance.last().lastState(), index), "qdrt_graph_node_info");
    });
  });
}

qdrt_status qdrt_graph_dot(qdrt_kernel kernel, qdrt_stream stream, const char **text) {
  if (!kernel)
    return failNull("qdrt_graph_dot", "kernel");
  if (!text)
    return failNull("qdrt_graph_dot", "text");
  return guard([&] {
    return onLastLaunch(*kernel, stream, [&](Stream &, Instance &instance) {
      *text = instance.last().keepText(graphDot(instance.last().lastState(), nodesOf(instance.last().lastState())));
      return QDRT_OK;
    });
  });
}
