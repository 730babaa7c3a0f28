//===- StepNodes.cpp - Steps of a program as nodes of a graph -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/StepNodes.h"

#include "Runtime/Graph/VariantState.h"

using namespace qdrt::loader;

TaskLaunch qdrt::loader::launchOf(const VariantState &state, uint32_t task) {
  const TaskCode &code = state.variant().tasks[task];
  return {code.entry.get(),
          state.inputs().slots() + code.firstSlot,
          code.slotCount,
          code.description->operations,
          state.inputs().extents()[task],
          state.inputs().mostIterations(task),
          state.inputs().instance(),
          task};
}

static GraphPublish outcomeOf(const VariantState &state) {
  GraphPublish outcome;
  outcome.report = state.reports.publishedPlace();
  outcome.number = state.reports.launchNumber();
  outcome.record = state.reports.errorRecord();
  outcome.prints = state.reports.printBuffer();
  if (state.programs.prepared().program.readsBack) {
    const qdc::Workspace &workspace = state.variant().description->workspace;
    outcome.results = state.words().at(workspace.readbackOffset);
    outcome.resultWords = workspace.readbackBytes / QDC_WORD_BYTES;
  }
  return outcome;
}

/// As evaluateLoops() found it, or where its word lies.
static GraphNumber numberOf(const std::optional<qdc::SizeExpr> &expression, const VariantState &state,
                            int64_t evaluated) {
  if (expression && expression->kind() == qdc::SizeExprKind::word)
    return {0, state.words().at(expression->offset())};
  return {evaluated, {}};
}

static GraphDecision decisionOf(const Step &step, const VariantState &state) {
  const qdc::Node &node = *step.node;
  auto wordAt = [&](const std::optional<uint64_t> &offset) {
    return offset ? state.words().at(*offset) : MemoryReference();
  };
  GraphDecision decision;
  decision.kind = node.kind;
  if (hasOperand(node.kind, qdc::NodeOperand::conditionWord))
    decision.condition = state.words().at(node.conditionWord);
  if (state.reports.hasErrorRecord())
    decision.record = state.reports.errorRecord();
  if (!qdc::isLoop(node.kind))
    return decision;
  const LoopValues &values = state.loops.values(step.loop);
  decision.count = wordAt(node.countWord);
  decision.site = node.site;
  if (state.reports.stopWord() && state.reports.hasErrorRecord())
    decision.stopWord = *state.reports.stopWord();
  decision.allowed = state.loops.allowed();
  if (node.kind == qdc::NodeKind::doWhile) {
    decision.condition = values.flag.place;
    decision.conditionBytes = values.flag.bytes;
    decision.maximum = numberOf(node.maximum, state, values.upper);
    decision.maximumIsError = node.maximumIsError;
    decision.word = wordAt(node.iterationWord);
  } else if (node.kind == qdc::NodeKind::repeat) {
    decision.lower = numberOf(node.lower, state, values.lower);
    decision.upper = numberOf(node.upper, state, values.upper);
    decision.step = numberOf(node.step, state, values.step);
    decision.word = wordAt(node.inductionWord);
  }
  return decision;
}

StepWork qdrt::loader::workOf(const Step &step, const VariantState &state) {
  switch (step.kind) {
  case StepKind::clearCounts:
    return GraphFill{state.words().at(step.offset), step.bytes};
  case StepKind::decide:
    return decisionOf(step, state);
  case StepKind::checkSizes:
    return GraphSizeCheck{state.checks.slots(step.check)};
  case StepKind::publish:
    return outcomeOf(state);
  default:
    return launchOf(state, step.task);
  }
}

std::vector<GraphNode> qdrt::loader::nodesOf(const Segment &segment, const VariantState &state) {
  std::vector<GraphNode> nodes;
  for (uint32_t at = segment.begin; at < segment.end; ++at) {
    const Step &step = state.programs.prepared().program.steps[at];
    GraphNode &node = nodes.emplace_back(GraphNode{workOf(step, state), step.dependencies});
    for (uint32_t &earlier : node.dependencies)
      earlier -= segment.begin;
    if (step.parent != kNoStep)
      node.parent = step.parent - segment.begin;
    node.isElse = step.isElse;
    node.decides = step.decides;
  }
  return nodes;
}
