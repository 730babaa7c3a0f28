//===- StepNodes.h - Steps of a program as nodes of a graph -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_STEPNODES_H
#define QDRT_GRAPH_STEPNODES_H

#include "Runtime/Core/Backend.h"
#include "Runtime/Program/Program.h"

namespace qdrt::loader {

class VariantState;

/// What a node does.
using StepWork = decltype(GraphNode::work);

/// The launch of a task with this state, whose slots it points into.
TaskLaunch launchOf(const VariantState &state, uint32_t task);

/// What a step without control does with this state, whose slots it points into.
StepWork workOf(const Step &step, const VariantState &state);

/// The nodes of a segment, one for each step, in an order in which they can run one by one.
std::vector<GraphNode> nodesOf(const Segment &segment, const VariantState &state);

} // namespace qdrt::loader

#endif // QDRT_GRAPH_STEPNODES_H
