//===- StepNodes.cpp - Steps of a program as nodes of a graph -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/StepNodes.h"

#include "Runtime/Graph/VariantState.h"

using namespace qdrt::loader;

TaskLaunch qdrt::loader::launchOf(const Scratch &scratch, uint32_t task) {
  const TaskCode &code = scratch.variant->tasks[task];
  return {
      code.entry.get(),      scratch.slots.data() + code.firstSlot, code.slotCount,     code.description->operations,
      scratch.extents[task], scratch.mostIterations[task],          scratch.kept.get(), task};
}

static GraphPublish outcomeOf(const Scratch &scratch) {
  GraphPublish outcome;
  outcome.report = scratch.publishedPlace();
  outcome.number = *scratch.launchNumber;
  outcome.record = scratch.errorRecord;
  outcome.prints = scratch.printBuffer;
  if (scratch.prepared->program.readsBack) {
    const qdc::Workspace &workspace = scratch.variant->description->workspace;
    outcome.results = scratch.words().at(workspace.readbackOffset);
    outcome.resultWords = workspace.readbackBytes / QDC_WORD_BYTES;
  }
  return outcome;
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

StepWork qdrt::loader::workOf(const Step &step, const Scratch &scratch) {
  switch (step.kind) {
  case StepKind::clearCounts:
    return GraphFill{scratch.words().at(step.offset), step.bytes};
  case StepKind::decide:
    return decisionOf(step, scratch);
  case StepKind::checkSizes:
    return GraphSizeCheck{scratch.sizeChecks[step.check]};
  case StepKind::publish:
    return outcomeOf(scratch);
  default:
    return launchOf(scratch, step.task);
  }
}

std::vector<GraphNode> qdrt::loader::nodesOf(const Stretch &stretch, const Scratch &scratch) {
  std::vector<GraphNode> nodes;
  for (uint32_t at = stretch.begin; at < stretch.end; ++at) {
    const Step &step = scratch.prepared->program.steps[at];
    GraphNode &node = nodes.emplace_back(GraphNode{workOf(step, scratch), step.dependencies});
    for (uint32_t &earlier : node.dependencies)
      earlier -= stretch.begin;
    if (step.parent != kNoStep)
      node.parent = step.parent - stretch.begin;
    node.isElse = step.isElse;
    node.decides = step.decides;
  }
  return nodes;
}
