//===- TripCounters.cpp - The number of a conditional loop's trip ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/TripCounters.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

static bool isNext(Value next, Value number) {
  auto sum = next.getDefiningOp<arith::AddIOp>();
  return sum && sum.getLhs() == number && getConstantIntValue(sum.getRhs()) == 1;
}

std::optional<TripCounter> qdc::autodiff::findTripCounter(scf::WhileOp loop) {
  for (auto [before, argument] : llvm::enumerate(loop.getBeforeArguments())) {
    if (!argument.getType().isIndex() || getConstantIntValue(loop.getInits()[before]) != 0)
      continue;
    for (auto [after, passed] : llvm::enumerate(loop.getConditionOp().getArgs()))
      if (passed == argument && isNext(loop.getYieldOp().getOperand(before), loop.getAfterArguments()[after]))
        return TripCounter{static_cast<unsigned>(before), static_cast<unsigned>(after)};
  }
  return std::nullopt;
}

/// Of what stands in the loop in such a region.
static void addCounter(SmallVector<TripRange> &ranges, scf::WhileOp loop, Region *region) {
  std::optional<TripCounter> counter = findTripCounter(loop);
  if (!counter)
    return;
  const bool isCondition = region == &loop.getBefore();
  Value number = isCondition ? loop.getBeforeArguments()[counter->before] : loop.getAfterArguments()[counter->after];
  ranges.push_back({loop, number, loop.getResult(counter->after), {}, {}, /*isUnsigned=*/false, isCondition});
}

SmallVector<TripRange> qdc::autodiff::loopsAround(Operation *op) {
  SmallVector<TripRange> serial, parallel;
  for (Region *region = op->getParentRegion(); !isa<qd::KernelOp>(region->getParentOp());
       region = region->getParentRegion()) {
    Operation *around = region->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(around))
      serial.push_back({loop, loop.getInductionVar(), loop.getUpperBound(), loop.getLowerBound(), loop.getStep(),
                        loop.getUnsignedCmp()});
    else if (auto loop = dyn_cast<scf::WhileOp>(around))
      addCounter(serial, loop, region);
    else if (auto loop = dyn_cast<qd::ForOp>(around))
      parallel = axesOf(loop);
  }
  SmallVector<TripRange> all(llvm::reverse(serial));
  llvm::append_range(all, parallel);
  return all;
}

bool qdc::autodiff::isSerial(const TripRange &range) { return !isa<qd::ForOp>(range.loop); }

void qdc::autodiff::addTripCounter(scf::WhileOp loop) {
  OpBuilder builder(loop);
  Location location = loop.getLoc();
  SmallVector<Value> inits(loop.getInits());
  inits.push_back(arith::ConstantIndexOp::create(builder, location, 0));
  SmallVector<Type> types(loop.getResultTypes());
  types.push_back(builder.getIndexType());
  auto counted = scf::WhileOp::create(builder, location, types, inits);
  counted.getBefore().takeBody(loop.getBefore());
  counted.getAfter().takeBody(loop.getAfter());

  Value number = counted.getBeforeBody()->addArgument(builder.getIndexType(), location);
  counted.getConditionOp().getArgsMutable().append(number);
  Value passed = counted.getAfterBody()->addArgument(builder.getIndexType(), location);
  scf::YieldOp yield = counted.getYieldOp();
  builder.setInsertionPoint(yield);
  Value one = arith::ConstantIndexOp::create(builder, location, 1);
  yield.getResultsMutable().append(arith::AddIOp::create(builder, location, passed, one).getResult());

  loop->replaceAllUsesWith(counted.getResults().drop_back());
  loop.erase();
}
