//===- SegmentGraphs.h - Segments that a device runs at once ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_SEGMENTGRAPHS_H
#define QDRT_GRAPH_SEGMENTGRAPHS_H

#include "Runtime/Graph/TaskGraph.h"
#include "Runtime/Package/Kernel.h"

namespace qdrt::loader {

/// The graphs of one state of a variant: of each segment that has tasks one, built when it first runs that way.
class SegmentGraphs {
public:
  SegmentGraphs() = default;
  explicit SegmentGraphs(const Program &program) : program(&program), segments(program.segments.size()) {}

  /// Whether a segment runs as a graph, in a kernel of that mode on a stream with graphs; never one without tasks, or
  /// one that the program lacks. By itself, one of a single step does from the second time on: what runs once never
  /// pays for its graph, which takes longer to build than to do without.
  bool wants(uint32_t segment, qdc::GraphMode mode) const;
  /// The segment of the program runs without a graph.
  void noteDirectRun(uint32_t segment) { segments[segment].ranDirectly = true; }

  /// Builds the graph if there is none, updates the nodes that changed and launches it. Counts all that. The error of a
  /// graph that could not be built, updated or launched tells how to do without where that would help.
  qdc::Status run(uint32_t segment, const VariantState &state, BackendStream &stream, LaunchCounters &counters);

  /// Launches a graph that was run, with everything as it was.
  qdc::Status launchAgain(uint32_t segment, const VariantState &state);

  /// The graph of a segment; NULL: there is none yet.
  TaskGraph *find(uint32_t segment) const {
    return segment < segments.size() ? segments[segment].graph.get() : nullptr;
  }

private:
  struct Entry {
    std::unique_ptr<TaskGraph> graph;
    bool ranDirectly = false;
  };

  const Program *program = nullptr;
  std::vector<Entry> segments; // as in the program
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_SEGMENTGRAPHS_H
