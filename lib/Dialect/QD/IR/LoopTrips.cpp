//===- LoopTrips.cpp - How often a counted loop runs ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/IR/LoopTrips.h"

#include "qdc/Support/TripCount.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace qdc::qd;

static Value createConstant(OpBuilder &builder, Location location, Type type, const APInt &value) {
  return arith::ConstantOp::create(builder, location, builder.getIntegerAttr(type, value));
}

static unsigned widthOf(Type type) {
  return type.isIndex() ? IndexType::kInternalStorageBitWidth : type.getIntOrFloatBitWidth();
}

static bool isPositive(const APInt &step, bool isUnsigned) {
  return isUnsigned ? !step.isZero() : step.isStrictlyPositive();
}

PositiveStep qdc::qd::createPositiveStep(OpBuilder &builder, Location location, Value step, bool isUnsigned) {
  APInt known;
  if (matchPattern(step, m_ConstantInt(&known)) && isPositive(known, isUnsigned))
    return {{}, step};
  const unsigned width = widthOf(step.getType());
  Value zero = createConstant(builder, location, step.getType(), APInt::getZero(width));
  Value one = createConstant(builder, location, step.getType(), APInt(width, 1));
  const auto more = isUnsigned ? arith::CmpIPredicate::ne : arith::CmpIPredicate::sgt;
  Value isPositive = builder.createOrFold<arith::CmpIOp>(location, more, step, zero);
  return {isPositive, builder.createOrFold<arith::SelectOp>(location, isPositive, step, one)};
}

Value qdc::qd::createTripCount(OpBuilder &builder, Location location, const LoopRange &range) {
  Type type = range.upper.getType();
  const auto less = range.isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  Value zero = createConstant(builder, location, type, APInt::getZero(widthOf(type)));
  Value runs = builder.createOrFold<arith::CmpIOp>(location, less, range.lower, range.upper);
  // Without flags: bounds may lie further apart than the type's largest number with a sign.
  Value distance = builder.createOrFold<arith::SubIOp>(location, range.upper, range.lower);
  auto [isPositive, step] = createPositiveStep(builder, location, range.step, range.isUnsigned);
  if (isPositive)
    runs = builder.createOrFold<arith::AndIOp>(location, runs, isPositive);
  Value count = distance;
  if (!matchPattern(step, m_One())) {
    Value one = createConstant(builder, location, type, APInt(widthOf(type), 1));
    Value last = builder.createOrFold<arith::SubIOp>(location, distance, one);
    Value steps = builder.createOrFold<arith::DivUIOp>(location, last, step);
    count = builder.createOrFold<arith::AddIOp>(location, steps, one);
  }
  return builder.createOrFold<arith::SelectOp>(location, runs, count, zero);
}

std::optional<uint64_t> qdc::qd::constantTripCount(OpFoldResult lower, OpFoldResult upper, OpFoldResult step,
                                                   bool isUnsigned) {
  if (lower == upper)
    return 0;
  const auto by = getConstantAPIntValue(step);
  if (by && !isPositive(by->first, isUnsigned))
    return 0;
  const auto from = getConstantAPIntValue(lower), to = getConstantAPIntValue(upper);
  if (!by || !from || !to || by->first.getBitWidth() > 64)
    return std::nullopt;
  if (isUnsigned)
    return countUnsignedTrips(from->first.getZExtValue(), to->first.getZExtValue(), by->first.getZExtValue());
  return countTrips(from->first.getSExtValue(), to->first.getSExtValue(), by->first.getSExtValue());
}

std::optional<uint64_t> qdc::qd::constantTripCount(scf::ForOp loop) {
  return constantTripCount(loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), loop.getUnsignedCmp());
}

//===----------------------------------------------------------------------===//
// Trivial loops
//===----------------------------------------------------------------------===//

/// The body yields values from outside, and does nothing.
static bool computesNothing(scf::ForOp loop) {
  return llvm::hasSingleElement(*loop.getBody()) &&
         llvm::all_of(loop.getYieldedValues(), [&](Value value) { return loop.isDefinedOutsideOfLoop(value); });
}

static LogicalResult removeTrivialLoop(scf::ForOp loop, PatternRewriter &rewriter) {
  const std::optional<uint64_t> trips = constantTripCount(loop);
  if (!trips)
    return failure();
  if (*trips == 0) {
    rewriter.replaceOp(loop, loop.getInitArgs());
    return success();
  }
  if (*trips == 1) {
    SmallVector<Value> arguments = {loop.getLowerBound()};
    llvm::append_range(arguments, loop.getInitArgs());
    Operation *yield = loop.getBody()->getTerminator();
    rewriter.inlineBlockBefore(loop.getBody(), loop, arguments);
    SmallVector<Value> results(yield->getOperands());
    rewriter.replaceOp(loop, results);
    rewriter.eraseOp(yield);
    return success();
  }
  if (!computesNothing(loop))
    return failure();
  rewriter.replaceOp(loop, SmallVector<Value>(loop.getYieldedValues()));
  return success();
}

void qdc::qd::addTrivialLoopPatterns(RewritePatternSet &patterns) { patterns.add(removeTrivialLoop); }
