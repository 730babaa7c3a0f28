//===- GridOps.cpp - What the threads of a grid do ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/QD.h"

using namespace mlir;
using namespace qdc::qd;

//===----------------------------------------------------------------------===//
// IterationOp
//===----------------------------------------------------------------------===//

void IterationOp::build(OpBuilder &builder, OperationState &state, Value flat, TypeRange values) {
  state.addOperands(flat);
  state.addTypes(values);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(state.addRegion());
}

LogicalResult IterationOp::verify() {
  for (Block &block : getBody())
    if (auto end = dyn_cast<IterationEndOp>(block.getTerminator()); end && end.getOperandTypes() != getResultTypes())
      return end.emitOpError("ends with (")
             << end.getOperandTypes() << ") a 'qd.iteration' that gives (" << getResultTypes() << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// LeaveUnlessOp
//===----------------------------------------------------------------------===//

void LeaveUnlessOp::build(OpBuilder &builder, OperationState &state, Value condition) {
  state.addOperands(condition);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(state.addRegion());
}

LogicalResult LeaveUnlessOp::verify() {
  return (*this)->getParentOfType<IterationOp>() ? success()
                                                 : emitOpError("stands in no 'qd.iteration', which it could end");
}
