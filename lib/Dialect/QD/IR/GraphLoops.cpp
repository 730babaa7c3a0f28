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
  return qdc::constantIterations(loop.getLower().getExpr(), loop.getUpper().getExpr(), loop.getStep().getExpr());
}

SmallVector<SizeAttr, 3> qdc::qd::sizesOf(Operation *node) {
  if (auto repeat = dyn_cast<GraphRepeatOp>(node))
    return {repeat.getLower(), repeat.getUpper(), repeat.getStep()};
  auto loop = dyn_cast<GraphDoWhileOp>(node);
  if (loop && loop.getMaximum())
    return {*loop.getMaximum()};
  return {};
}
