//===- Choices.cpp - Derivatives of what takes one of its operands --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Rules/Rules.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace qdc::autodiff;

static Value zero(FloatBuilder &build, Value like) { return build.constant(like, 0.0); }

static Value ifChosen(FloatBuilder &build, const Application &at, Value factor) {
  return build.select(at.operands[0], factor, zero(build, factor));
}
static Value ifNotChosen(FloatBuilder &build, const Application &at, Value factor) {
  return build.select(at.operands[0], zero(build, factor), factor);
}

/// All of the factor where `lost` is below `won`, nothing where it is above, half of it where they are equal, and NaN
/// where one of them is.
static Value shareOf(FloatBuilder &build, Value won, Value lost, Value factor) {
  Value half = build.multiply(factor, build.constant(factor, 0.5));
  Value nan = build.multiply(factor, build.add(won, lost));
  Value tie = build.select(build.isEqual(won, lost), half, nan);
  Value lower = build.select(build.isLess(won, lost), zero(build, factor), tie);
  return build.select(build.isLess(lost, won), factor, lower);
}
static Value firstOfMaximum(FloatBuilder &build, const Application &at, Value factor) {
  return shareOf(build, at.operands[0], at.operands[1], factor);
}
static Value secondOfMaximum(FloatBuilder &build, const Application &at, Value factor) {
  return shareOf(build, at.operands[1], at.operands[0], factor);
}
static Value firstOfMinimum(FloatBuilder &build, const Application &at, Value factor) {
  return shareOf(build, build.negate(at.operands[0]), build.negate(at.operands[1]), factor);
}
static Value secondOfMinimum(FloatBuilder &build, const Application &at, Value factor) {
  return shareOf(build, build.negate(at.operands[1]), build.negate(at.operands[0]), factor);
}

/// The same for operations that take the other operand where one is NaN.
static Value numberShareOf(FloatBuilder &build, Value won, Value lost, Value factor) {
  Value otherwise = shareOf(build, won, lost, factor);
  Value wonIsNumber = build.isEqual(won, won), lostIsNumber = build.isEqual(lost, lost);
  Value ifLostIsNaN = build.select(lostIsNumber, otherwise, factor);
  return build.select(wonIsNumber, ifLostIsNaN, build.select(lostIsNumber, zero(build, factor), otherwise));
}
static Value firstOfMaxNum(FloatBuilder &build, const Application &at, Value factor) {
  return numberShareOf(build, at.operands[0], at.operands[1], factor);
}
static Value secondOfMaxNum(FloatBuilder &build, const Application &at, Value factor) {
  return numberShareOf(build, at.operands[1], at.operands[0], factor);
}
static Value firstOfMinNum(FloatBuilder &build, const Application &at, Value factor) {
  return numberShareOf(build, build.negate(at.operands[0]), build.negate(at.operands[1]), factor);
}
static Value secondOfMinNum(FloatBuilder &build, const Application &at, Value factor) {
  return numberShareOf(build, build.negate(at.operands[1]), build.negate(at.operands[0]), factor);
}

/// The factor with the sign of `value`; 0 at 0.
static Value timesSign(FloatBuilder &build, Value value, Value factor) {
  Value atZeroOrNaN = build.multiply(factor, value);
  Value ifNotAbove = build.select(build.isLess(value, zero(build, value)), build.negate(factor), atZeroOrNaN);
  return build.select(build.isLess(zero(build, value), value), factor, ifNotAbove);
}
static Value ofMagnitude(FloatBuilder &build, const Application &at, Value factor) {
  return timesSign(build, at.operands[0], factor);
}
static Value ofCopiedSign(FloatBuilder &build, const Application &at, Value factor) {
  Value sign = build.call<math::CopySignOp>(build.constant(factor, 1.0), at.operands[1]);
  return build.multiply(timesSign(build, at.operands[0], factor), sign);
}

static constexpr unsigned kBoth = 1u << 0 | 1u << 1;

ArrayRef<Rule> qdc::autodiff::choiceRules() {
  static const SmallVector<Rule> rules = {
      {"arith.select", {{1, 1u << 0, true, ifChosen}, {2, 1u << 0, true, ifNotChosen}}},
      {"arith.maximumf", {{0, kBoth, false, firstOfMaximum}, {1, kBoth, false, secondOfMaximum}}},
      {"arith.minimumf", {{0, kBoth, false, firstOfMinimum}, {1, kBoth, false, secondOfMinimum}}},
      {"arith.maxnumf", {{0, kBoth, false, firstOfMaxNum}, {1, kBoth, false, secondOfMaxNum}}},
      {"arith.minnumf", {{0, kBoth, false, firstOfMinNum}, {1, kBoth, false, secondOfMinNum}}},
      {"math.absf", {{0, 1u << 0, false, ofMagnitude}}},
      {"math.copysign", {{0, kBoth, false, ofCopiedSign}}},
      // Conditions: they choose what is computed, and have no derivative of their own.
      {"arith.cmpf", {}},
      {"math.isfinite", {}},
      {"math.isinf", {}},
      {"math.isnan", {}},
      {"math.isnormal", {}},
  };
  return rules;
}
