//===- StepNodes.cpp - Steps of a program as nodes of a graph -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/StepNodes.h"

#include "Runtime/Graph/Scratch.h"

using namespace qdrt::loader;

TaskLaunch qdrt::loader::launchOf(const Scratch &scratch, uint32_t task) {
  const TaskCode &code = scratch.variant->tasks[task];
  return {code.entry.get(),
          scratch.slots.data() + code.firstSlot,
          code.slotCount,
          code.description->operations,
          scratch.extents[task],
          scratch.kept.get(),
          task};
}

static GraphRead readOfResults(const Scratch &scratch) {
  const qdc::Workspace &workspace = scratch.variant->description->workspace;
  return {scratch.resultsPlace(), scratch.words().at(workspace.readbackOffset), workspace.readbackBytes};
}

StepWork qdrt::loader::workOf(const Step &step, const Scratch &scratch, const MemoryReference &record) {
  switch (step.kind) {
  case StepKind::clearErrors:
    return GraphFill{scratch.errorRecord, sizeof(qd_error_record)};
  case StepKind::readErrors:
    return GraphRead{record, scratch.errorRecord, sizeof(qd_error_record)};
  case StepKind::readPrints:
    return GraphRead{scratch.printedPlace(), scratch.printBuffer, sizeof(qd_print_buffer)};
  case StepKind::readResults:
    return readOfResults(scratch);
  default:
    return launchOf(scratch, step.task);
  }
}

std::vector<GraphNode> qdrt::loader::nodesOf(const Stretch &stretch, const Scratch &scratch,
                                             const MemoryReference &record) {
  std::vector<GraphNode> nodes;
  for (uint32_t at = stretch.begin; at < stretch.end; ++at) {
    const Step &step = scratch.prepared->program.steps[at];
    GraphNode &node = nodes.emplace_back(GraphNode{workOf(step, scratch, record), step.dependencies});
    for (uint32_t &earlier : node.dependencies)
      earlier -= stretch.begin;
  }
  return nodes;
}
