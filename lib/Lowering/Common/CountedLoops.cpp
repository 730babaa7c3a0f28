//===- CountedLoops.cpp - Loops inside of tasks that always end ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/CountedLoops.h"

#include "qdc/Dialect/QD/IR/LoopTrips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace qdc {

namespace {

/// How a loop starts, goes on and ends.
struct Range {
  Value runs; // i1: there is an iteration
  Value step; // positive
  Value last; // an iteration follows one whose variable is less than this
};

} // namespace

/// What adding the step to a variable that is less than the upper bound, by at least the step, cannot do. Signed
/// numbers that start at 0 or above do not wrap as unsigned ones either.
static arith::IntegerOverflowFlags flagsOfNext(scf::ForOp loop) {
  using Flags = arith::IntegerOverflowFlags;
  if (loop.getUnsignedCmp())
    return Flags::nuw;
  APInt lower;
  bool isNonNegative = matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) && lower.isNonNegative();
  return isNonNegative ? Flags::nsw | Flags::nuw : Flags::nsw;
}

/// `last` is upper - step, or the smallest number where that is less than it: no variable is below either.
static Range computeRange(OpBuilder &builder, scf::ForOp loop) {
  Location location = loop.getLoc();
  Value upper = loop.getUpperBound(), step = loop.getStep();
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(builder, location, builder.getIntegerAttr(step.getType(), value));
  };
  unsigned width =
      step.getType().isIndex() ? IndexType::kInternalStorageBitWidth : step.getType().getIntOrFloatBitWidth();
  bool isUnsigned = loop.getUnsignedCmp();
  auto less = isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  Range range;
  range.runs = builder.createOrFold<arith::CmpIOp>(location, less, loop.getLowerBound(), upper);
  qd::PositiveStep positive = qd::createPositiveStep(builder, location, step, isUnsigned);
  if (positive.isPositive)
    range.runs = builder.createOrFold<arith::AndIOp>(location, range.runs, positive.isPositive);
  range.step = step = positive.step;
  Value raised;
  if (isUnsigned) {
    raised = builder.createOrFold<arith::MaxUIOp>(location, upper, step);
  } else {
    Value least = builder.createOrFold<arith::AddIOp>(location, constant(APInt::getSignedMinValue(width)), step);
    raised = builder.createOrFold<arith::MaxSIOp>(location, upper, least);
  }
  range.last = builder.createOrFold<arith::SubIOp>(location, raised, step);
  return range;
}

/// Moves the loop's body to the first region of an scf.while, which asks at its end whether an iteration follows; the
/// second region adds the step, and so never beyond the upper bound.
static scf::WhileOp createLoop(OpBuilder &builder, scf::ForOp loop, const Range &range) {
  Location location = loop.getLoc();
  SmallVector<Value> initial = {loop.getLowerBound()};
  llvm::append_range(initial, loop.getInitArgs());
  SmallVector<Type> types = llvm::map_to_vector(initial, [](Value value) { return value.getType(); });
  auto whileOp = scf::WhileOp::create(builder, location, types, initial);
  whileOp->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  SmallVector<Location> locations(types.size(), location);

  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&whileOp.getBefore(), {}, types, locations);
  Value variable = body->getArgument(0);
  for (auto [argument, replacement] : llvm::zip_equal(loop.getBody()->getArguments(), body->getArguments()))
    argument.replaceAllUsesWith(replacement);
  body->getOperations().splice(body->end(), loop.getBody()->getOperations());
  Operation *yield = body->getTerminator();
  builder.setInsertionPoint(yield);
  auto less = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  Value follows = arith::CmpIOp::create(builder, location, less, variable, range.last);
  SmallVector<Value> values = {variable};
  llvm::append_range(values, yield->getOperands());
  scf::ConditionOp::create(builder, location, follows, values);
  yield->erase();

  Block *after = builder.createBlock(&whileOp.getAfter(), {}, types, locations);
  values.assign(after->args_begin(), after->args_end());
  values.front() = arith::AddIOp::create(builder, location, values.front(), range.step, flagsOfNext(loop));
  scf::YieldOp::create(builder, location, values);
  return whileOp;
}

static void boundLoop(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location location = loop.getLoc();
  Range range = computeRange(builder, loop);
  auto ifRuns = scf::IfOp::create(builder, location, loop.getResultTypes(), range.runs, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(ifRuns.elseBlock());
  if (loop.getNumResults() != 0)
    scf::YieldOp::create(builder, location, loop.getInitArgs());
  builder.setInsertionPointToStart(ifRuns.thenBlock());
  scf::WhileOp whileOp = createLoop(builder, loop, range);
  if (loop.getNumResults() != 0)
    scf::YieldOp::create(builder, location, whileOp->getResults().drop_front());
  loop->replaceAllUsesWith(ifRuns.getResults());
  loop.erase();
}

/// A loop in steps of 1 asks ahead of each iteration, as upstream's lowering does, whose addition has no flags.
static void countLoop(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location location = loop.getLoc();
  SmallVector<Value> initial = {loop.getLowerBound()};
  llvm::append_range(initial, loop.getInitArgs());
  SmallVector<Type> types = llvm::map_to_vector(initial, [](Value value) { return value.getType(); });
  auto whileOp = scf::WhileOp::create(builder, location, types, initial);
  whileOp->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  SmallVector<Location> locations(types.size(), location);

  Block *before = builder.createBlock(&whileOp.getBefore(), {}, types, locations);
  auto less = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  Value runs = arith::CmpIOp::create(builder, location, less, before->getArgument(0), loop.getUpperBound());
  scf::ConditionOp::create(builder, location, runs, before->getArguments());

  Block *after = builder.createBlock(&whileOp.getAfter(), {}, types, locations);
  for (auto [argument, replacement] : llvm::zip_equal(loop.getBody()->getArguments(), after->getArguments()))
    argument.replaceAllUsesWith(replacement);
  after->getOperations().splice(after->end(), loop.getBody()->getOperations());
  Operation *yield = after->getTerminator();
  builder.setInsertionPoint(yield);
  SmallVector<Value> values = {
      arith::AddIOp::create(builder, location, after->getArgument(0), loop.getStep(), flagsOfNext(loop))};
  llvm::append_range(values, yield->getOperands());
  scf::YieldOp::create(builder, location, values);
  yield->erase();
  loop->replaceAllUsesWith(whileOp->getResults().drop_front());
  loop.erase();
}

void boundLoops(func::FuncOp function) {
  function.walk([](scf::ForOp loop) {
    // In i1 the only number that is not 0 is -1.
    if (loop.getStep().getType().isInteger(1) || !matchPattern(loop.getStep(), m_One()))
      boundLoop(loop);
    else
      countLoop(loop);
  });
}

} // namespace qdc
