//===- GraphLoops.cpp - What the loops of graphs have alike ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/IR/GraphLoops.h"

using namespace mlir;
using namespace qdc::qd;

bool qdc::qd::isGraphLoop(Operation *node) { return isa<GraphDoWhileOp, GraphWhileOp, GraphRepeatOp>(node); }

std::optional<uint64_t> qdc::qd::constantIterations(GraphRepeatOp loop) {
  qdc::SizeExpr lower = loop.getLower().getExpr(), upper = loop.getUpper().getExpr(), step = loop.getStep().getExpr();
  if (!lower.isConstant() || !upper.isConstant() || !step.isConstant() || step.value() < 1)
    return {};
  if (lower.value() >= upper.value())
    return 0;
  const uint64_t range = static_cast<uint64_t>(upper.value()) - static_cast<uint64_t>(lower.value());
  return (range - 1) / static_cast<uint64_t>(step.value()) + 1;
}

SmallVector<SizeAttr, 3> qdc::qd::sizesOf(Operation *node) {
  if (auto repeat = dyn_cast<GraphRepeatOp>(node))
    return {repeat.getLower(), repeat.getUpper(), repeat.getStep()};
  auto loop = dyn_cast<GraphDoWhileOp>(node);
  if (loop && loop.getMaximum())
    return {*loop.getMaximum()};
  return {};
}
