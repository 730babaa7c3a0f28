//===- Graph.cpp - Nodes that are launched together -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Null/Graph.h"

using namespace qdrt::loader;

static qdc::Status run(const GraphNode &node, BackendStream &stream) {
  if (const auto *fill = std::get_if<GraphFill>(&node.work))
    return stream.clear(fill->to, fill->bytes);
  if (const auto *outcome = std::get_if<GraphPublish>(&node.work))
    return stream.publish(*outcome);
  const auto &task = std::get<TaskLaunch>(node.work);
  return task.extent == 0 ? qdc::Status() : stream.runTask(task);
}

qdc::Status null::Graph::launch() {
  for (const GraphNode &node : nodes)
    if (qdc::Status done = run(node, stream); !done)
      return done;
  return {};
}
