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

/// As evaluateLoops() found it, or where its word lies.
static GraphNumber numberOf(const std::optional<qdc::SizeExpr> &expression, const Scratch &scratch, int64_t evaluated) {
  if (expression && expression->kind() == qdc::SizeExprKind::word)
    return {0, scratch.words().at(expression->offset())};
  return {evaluated, {}};
}

static GraphDecision decisionOf(const Step &step, const Scratch &scratch) {
  const qdc::Node &node = *step.node;
  auto wordAt = [&](const std::optional<uint64_t> &offset) {
    return offset ? scratch.words().at(*offset) : MemoryReference();
  };
  GraphDecision decision;
  decision.kind = node.kind;
  if (hasOperand(node.kind, qdc::NodeOperand::conditionWord))
    decision.condition = scratch.words().at(node.conditionWord);
  if (scratch.errorRecord.address())
    decision.record = scratch.errorRecord;
  if (!qdc::isLoop(node.kind))
    return decision;
  const LoopValues &values = scratch.loopValues[step.loop];
  decision.count = wordAt(node.countWord);
  decision.site = node.site;
  if (scratch.stopWord && scratch.errorRecord.address())
    decision.stopWord = *scratch.stopWord;
  decision.allowed = scratch.allowedIterations;
  if (node.kind == qdc::NodeKind::doWhile) {
    decision.condition = values.flag.place;
    decision.conditionBytes = values.flag.bytes;
    decision.maximum = numberOf(node.maximum, scratch, values.upper);
    decision.maximumIsError = node.maximumIsError;
    decision.word = wordAt(node.iterationWord);
  } else if (node.kind == qdc::NodeKind::repeat) {
    decision.lower = numberOf(node.lower, scratch, values.lower);
    decision.upper = numberOf(node.upper, scratch, values.upper);
    decision.step = numberOf(node.step, scratch, values.step);
    decision.word = wordAt(node.inductionWord);
  }
  return decision;
}

StepWork qdrt::loader::workOf(const Step &step, const Scratch &scratch, const MemoryReference &record) {
  switch (step.kind) {
  case StepKind::clearErrors:
    return GraphFill{scratch.errorRecord, sizeof(qd_error_record)};
  case StepKind::clearCounts:
    return GraphFill{scratch.words().at(step.offset), step.bytes};
  case StepKind::decide:
    return decisionOf(step, scratch);
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
    if (step.parent != kNoStep)
      node.parent = step.parent - stretch.begin;
    node.isElse = step.isElse;
  }
  return nodes;
}
