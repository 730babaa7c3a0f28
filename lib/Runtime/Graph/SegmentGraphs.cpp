//===- SegmentGraphs.cpp - Segments that a device runs at once ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/SegmentGraphs.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Graph/GraphUse.h"
#include "Runtime/Graph/VariantState.h"

using namespace qdrt::loader;

bool SegmentGraphs::wants(uint32_t index, qdc::GraphMode mode) const {
  if (index >= segments.size())
    return false;
  const Entry &entry = segments[index];
  const SegmentUse use = useOf(program->segments[index], mode);
  return use == SegmentUse::graph || (use == SegmentUse::later && (entry.graph || entry.ranDirectly));
}

[[gnu::cold]] static qdc::Status refusedGraph(const VariantState &state, const qdc::Error &error) {
  const bool isOfGraphs = error.code != qdc::ErrorCode::deviceLost && error.code != qdc::ErrorCode::outOfMemory;
  return qdc::makeError(error.code, "graph of kernel '{}': {}{}", state.variant().description->name, error.message,
                        isOfGraphs ? "; with QDRT_GRAPH=0, or graph = \"never\" in the kernel, its tasks run one by one"
                                   : "");
}

qdc::Status SegmentGraphs::run(uint32_t index, const VariantState &state, BackendStream &stream,
                               LaunchCounters &counters) {
  std::unique_ptr<TaskGraph> &graph = segments[index].graph;
  const Segment &segment = program->segments[index];
  if (!graph) {
    qdc::Result<std::unique_ptr<TaskGraph>> made = TaskGraph::build(segment, state, stream);
    if (!made)
      return refusedGraph(state, made.error());
    graph = std::move(*made);
    counters.built = true;
  }
  qdc::Status status = graph->update(state, counters.patchedNodes);
  if (status)
    status = graph->launch();
  if (!status)
    return refusedGraph(state, status.error());
  if (!stream.capabilities().usesHostMemory)
    counters.bytesCopied += graph->bytesCopied();
  counters.tasks += segment.tasks;
  counters.sourceLoops += segment.sourceLoops;
  return {};
}

qdc::Status SegmentGraphs::launchAgain(uint32_t segment, const VariantState &state) {
  qdc::Status status = segments[segment].graph->launch();
  return status ? status : refusedGraph(state, status.error());
}
