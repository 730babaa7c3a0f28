//===- TripCountTask.cpp - The body of a task that counts trips -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/TripCountTask.h"
#include "qdc/Dialect/QD/IR/UnreportedFailures.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

TripCountTask::TripCountTask(OpBuilder &builder, const NeededValues &needed, ArrayRef<TripRange> ranges,
                             const MeasuredOperations &operations)
    : builder(builder), ranges(ranges), computed(needed, builder, values), operations(operations) {
  auto addAround = [&](Operation *op) {
    while (!isa<qd::KernelOp>(op = op->getParentOp()))
      run.insert(op);
  };
  llvm::for_each(operations.effects, addAround);
  llvm::for_each(operations.checked, addAround);
  for (const TripRange &range : ranges) {
    addAround(range.loop);
    if (isa<scf::WhileOp>(range.loop))
      run.insert(range.loop);
  }
}

Value TripCountTask::limitTrip(Operation *loop, Value number) {
  Location location = loop->getLoc();
  Value limit = arith::ConstantIndexOp::create(builder, location, kMostTrips);
  Value isOne = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ult, number, limit);
  qd::CheckOp::create(
      builder, location, isOne,
      "the gradient counts the trips of this loop ahead, and comes to more than {}, without a check that "
      "ends it: run the kernel itself, which may have one",
      limit, /*site=*/IntegerAttr());
  return arith::AddIOp::create(builder, location, number, arith::ConstantIndexOp::create(builder, location, 1));
}

SmallVector<Value> TripCountTask::visitRegions(Operation *op, ValueRange most) {
  auto visitAll = [&](Block &block, ValueRange carried) { return visit(block, carried); };
  if (!isa<scf::ForOp, scf::WhileOp>(op) || !op->getParentOfType<qd::KernelOp>().getChecked())
    return computed.compute(op, most, visitAll);
  SmallVector<Value> carried(most);
  carried.push_back(arith::ConstantIndexOp::create(builder, op->getLoc(), 0));
  SmallVector<Value> next = computed.compute(op, carried, [&](Block &block, ValueRange current) {
    Value number = current.back();
    if (&block == &op->getRegions().back().front()) // of a conditional loop, not the condition
      number = limitTrip(op, number);
    SmallVector<Value> after = visit(block, current.drop_back());
    after.push_back(number);
    return after;
  });
  next.pop_back();
  return next;
}

void TripCountTask::visitChecked(Operation *op) {
  auto access = dyn_cast<qd::ElementAccess>(op);
  if (!access) {
    builder.clone(*op, values);
    return;
  }
  // A write is not done: its element is only looked at.
  SmallVector<Value> indices = computed.findAll(access.getIndices());
  memref::LoadOp::create(builder, op->getLoc(), computed.find(access.getArray()), indices);
}

SmallVector<Value> TripCountTask::visit(Operation *op, ValueRange most) {
  SmallVector<Value> next(most);
  if (operations.effects.contains(op)) {
    Operation *copy = builder.clone(*op, values);
    if (isa<qd::AssertOp>(copy))
      copy->setAttr(qd::isUnreportedAttr, builder.getUnitAttr());
  } else if (run.contains(op)) {
    next = visitRegions(op, most);
  } else if (!computed.computeIfNeeded(op) && operations.checked.contains(op)) {
    visitChecked(op);
  }
  for (auto [range, count] : llvm::zip_equal(ranges, next))
    if (range.loop == op) {
      Value trips = countTrips(builder, op->getLoc(), mapRange(range, values));
      count = builder.createOrFold<arith::MaxUIOp>(op->getLoc(), count, trips);
    }
  return next;
}

SmallVector<Value> TripCountTask::visit(Block &block, ValueRange most) {
  SmallVector<Value> next(most);
  for (Operation &op : block.without_terminator())
    next = visit(&op, next);
  return next;
}
