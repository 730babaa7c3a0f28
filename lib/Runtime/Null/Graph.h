//===- Graph.h - Nodes that are launched together ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_NULL_GRAPH_H
#define QDRT_NULL_GRAPH_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader::null {

/// Runs the nodes in the order that they were given in, which is one that their dependencies allow. A driver makes
/// nodes of its own, with the edges that the dependencies are, and copies the slots of tasks: they are the loader's.
class Graph final : public BackendGraph {
public:
  /// The stream outlives it.
  Graph(BackendStream &stream, std::span<const GraphNode> nodes) : stream(stream), nodes(nodes.begin(), nodes.end()) {}

  qdc::Status update(uint32_t index, const GraphNode &node) override {
    nodes[index] = node;
    return {};
  }
  qdc::Status launch() override;

private:
  BackendStream &stream;
  std::vector<GraphNode> nodes;
};

} // namespace qdrt::loader::null

#endif // QDRT_NULL_GRAPH_H
