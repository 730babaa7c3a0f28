//===- GraphDot.h - A built graph as a picture ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_GRAPHDOT_H
#define QDRT_GRAPH_GRAPHDOT_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader {

class VariantState;

/// The nodes of the whole graph of the last launch with the state, in the language of Graphviz: a box for each, with
/// what it does, and an arrow to it from each node that it comes after. A frame is around a loop or a branch and its
/// body.
std::string graphDot(const VariantState &state, std::span<const GraphNode> nodes);

} // namespace qdrt::loader

#endif // QDRT_GRAPH_GRAPHDOT_H
