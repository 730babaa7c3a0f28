//===- Arithmetic.cpp - Derivatives of sums, products and casts -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Rules/Rules.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace qdc::autodiff;

static Value same(FloatBuilder &, const Application &, Value factor) { return factor; }
static Value negated(FloatBuilder &build, const Application &, Value factor) { return build.negate(factor); }

static Value timesFirst(FloatBuilder &build, const Application &at, Value factor) {
  return build.multiply(factor, at.operands[0]);
}
static Value timesSecond(FloatBuilder &build, const Application &at, Value factor) {
  return build.multiply(factor, at.operands[1]);
}

static Value overDivisor(FloatBuilder &build, const Application &at, Value factor) {
  return build.divide(factor, at.operands[1]);
}
/// -a / b^2, as the quotient over b once more.
static Value ofDivisor(FloatBuilder &build, const Application &at, Value factor) {
  return build.negate(build.divide(build.multiply(factor, at.result), at.operands[1]));
}

/// a rem b is a - n * b, with a whole number n that is the nearest to what the rounded quotient gives.
static Value ofModulus(FloatBuilder &build, const Application &at, Value factor) {
  Value quotient = build.divide(build.subtract(at.operands[0], at.result), at.operands[1]);
  return build.negate(build.multiply(factor, build.call<math::RoundEvenOp>(quotient)));
}

ArrayRef<Rule> qdc::autodiff::arithmeticRules() {
  static const SmallVector<Rule> rules = {
      {"arith.addf", {{0, 0, true, same}, {1, 0, true, same}}},
      {"arith.subf", {{0, 0, true, same}, {1, 0, true, negated}}},
      {"arith.mulf", {{0, 1u << 1, false, timesSecond}, {1, 1u << 0, false, timesFirst}}},
      {"arith.divf", {{0, 1u << 1, false, overDivisor}, {1, 1u << 1 | kUsesResult, false, ofDivisor}}},
      {"arith.remf", {{0, 0, true, same}, {1, 1u << 0 | 1u << 1 | kUsesResult, false, ofModulus}}},
      {"arith.negf", {{0, 0, true, negated}}},
      {"arith.extf", {{0, 0, true, same}}},
      {"arith.truncf", {{0, 0, true, same}}},
      {"math.fma", {{0, 1u << 1, false, timesSecond}, {1, 1u << 0, false, timesFirst}, {2, 0, true, same}}},
      // Steps: constant but for jumps.
      {"arith.fptosi", {}},
      {"arith.fptoui", {}},
      {"math.floor", {}},
      {"math.ceil", {}},
      {"math.round", {}},
      {"math.roundeven", {}},
      {"math.trunc", {}},
  };
  return rules;
}
