//===- TripMeasure.cpp - What decides about trips, once more --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripMeasure.h"
#include "qdc/Dialect/QD/IR/UnreportedFailures.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

TripMeasure::TripMeasure(OpBuilder &builder, const NeededValues &needed, ArrayRef<TripRange> ranges,
                         ArrayRef<Operation *> effects)
    : builder(builder), ranges(ranges), computed(needed, builder, values), effects(llvm::from_range, effects) {
  auto addAround = [&](Operation *op) {
    while (!isa<qd::KernelOp>(op = op->getParentOp()))
      run.insert(op);
  };
  llvm::for_each(effects, addAround);
  for (const TripRange &range : ranges) {
    addAround(range.loop);
    if (isa<scf::WhileOp>(range.loop))
      run.insert(range.loop);
  }
}

SmallVector<Value> TripMeasure::visit(Operation *op, ValueRange most) {
  SmallVector<Value> next(most);
  if (effects.contains(op)) {
    Operation *copy = builder.clone(*op, values);
    if (isa<qd::AssertOp>(copy))
      copy->setAttr(qd::isUnreportedAttr, builder.getUnitAttr());
  } else if (run.contains(op)) {
    next = computed.compute(op, most, [&](Block &block, ValueRange carried) { return visit(block, carried); });
  } else {
    computed.computeIfNeeded(op);
  }
  for (auto [range, count] : llvm::zip_equal(ranges, next))
    if (range.loop == op) {
      Value trips = countTrips(builder, op->getLoc(), mapRange(range, values));
      count = builder.createOrFold<arith::MaxUIOp>(op->getLoc(), count, trips);
    }
  return next;
}

SmallVector<Value> TripMeasure::visit(Block &block, ValueRange most) {
  SmallVector<Value> next(most);
  for (Operation &op : block.without_terminator())
    next = visit(&op, next);
  return next;
}
