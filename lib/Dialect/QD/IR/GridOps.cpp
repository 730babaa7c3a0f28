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
// GridBarrierOp
//===----------------------------------------------------------------------===//

void GridBarrierOp::build(OpBuilder &builder, OperationState &state, unsigned values, Value memref, int64_t first,
                          bool ends) {
  if (ends)
    state.addAttribute(getEndsAttrName(state.name), builder.getUnitAttr());
  if (memref)
    state.addOperands(memref);
  state.addAttribute(getFirstAttrName(state.name), builder.getI64IntegerAttr(first));
  state.addTypes(SmallVector<Type>(values, builder.getI1Type()));
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(state.addRegion(), {}, {builder.getI64Type()}, {state.location});
}

LogicalResult GridBarrierOp::verify() {
  Block &block = getBody().front();
  if (block.getNumArguments() != 1 || !block.getArgument(0).getType().isInteger(64))
    return emitOpError("has a body that does not take one i64, the thread's number in its subgroup");
  auto end = block.empty() ? GridBarrierEndOp() : dyn_cast<GridBarrierEndOp>(block.back());
  if (!end || end.getOperandTypes() != getResultTypes())
    return emitOpError("has a body that does not end with 'qd.grid_barrier_end' of its values");
  if (getEnds() && getNumResults() != 0)
    return emitOpError("ends its entry point, where no block waits for values, but gives some");
  if (getNumResults() > 2)
    return emitOpError("gives ") << getNumResults() << " values; accepted: 2 or fewer";
  int64_t first = getFirst();
  return first >= 0 ? success() : emitOpError("has its words at ") << first << "; accepted: 0 or more";
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

//===----------------------------------------------------------------------===//
// ReturnUnlessOp, ReturnEarlyOp
//===----------------------------------------------------------------------===//

void ReturnUnlessOp::build(OpBuilder &builder, OperationState &state, Value condition) {
  state.addOperands(condition);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(state.addRegion());
}

LogicalResult ReturnUnlessOp::verify() {
  if (!(*this)->getParentOfType<FunctionOpInterface>())
    return emitOpError("stands in no function, which it could end");
  return (*this)->getParentOfType<IterationOp>()
             ? emitOpError("stands in a 'qd.iteration', which it would end too; accepted there: 'qd.leave_unless'")
             : success();
}

LogicalResult ReturnEarlyOp::verify() {
  auto function = (*this)->getParentOfType<FunctionOpInterface>();
  if (!function || function.getResultTypes() == getOperandTypes())
    return success();
  return emitOpError("ends with (") << getOperandTypes() << ") a function that gives (" << function.getResultTypes()
                                    << ")";
}
