//===- SegmentGraphs.cpp - Stretches that a device runs at once -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/SegmentGraphs.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Graph/VariantState.h"

using namespace qdrt::loader;

bool StretchGraphs::wants(uint32_t index, qdc::GraphMode mode) const {
  if (mode == qdc::GraphMode::never || index >= stretches.size() || program->stretches[index].tasks == 0)
    return false;
  const Entry &entry = stretches[index];
  const Stretch &stretch = program->stretches[index];
  return mode == qdc::GraphMode::always || entry.graph || entry.ranDirectly || stretch.decides ||
         stretch.end - stretch.begin > 1;
}

[[gnu::cold]] static qdc::Status refusedGraph(const Scratch &scratch, const qdc::Error &error) {
  const bool isOfGraphs = error.code != qdc::ErrorCode::deviceLost && error.code != qdc::ErrorCode::outOfMemory;
  return qdc::makeError(error.code, "graph of kernel '{}': {}{}", scratch.variant->description->name, error.message,
                        isOfGraphs ? "; with QDRT_GRAPH=0, or graph = \"never\" in the kernel, its tasks run one by one"
                                   : "");
}

qdc::Status StretchGraphs::run(uint32_t index, const Scratch &scratch, BackendStream &stream,
                               LaunchCounters &counters) {
  std::unique_ptr<TaskGraph> &graph = stretches[index].graph;
  const Stretch &stretch = program->stretches[index];
  if (!graph) {
    qdc::Result<std::unique_ptr<TaskGraph>> made = TaskGraph::build(stretch, scratch, stream);
    if (!made)
      return refusedGraph(scratch, made.error());
    graph = std::move(*made);
    counters.built = true;
  }
  qdc::Status status = graph->update(scratch, counters.patchedNodes);
  if (status)
    status = graph->launch();
  if (!status)
    return refusedGraph(scratch, status.error());
  if (!stream.capabilities().usesHostMemory)
    counters.bytesCopied += graph->bytesCopied();
  counters.tasks += stretch.tasks;
  counters.sourceLoops += stretch.sourceLoops;
  return {};
}

qdc::Status StretchGraphs::launchAgain(uint32_t stretch, const Scratch &scratch) {
  qdc::Status status = stretches[stretch].graph->launch();
  return status ? status : refusedGraph(scratch, status.error());
}
