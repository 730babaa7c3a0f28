//===- Powers.cpp - Derivatives of powers, exponentials, logarithms -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Rules/Rules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace qdc::autodiff;

static constexpr double kLn2 = 0.693147180559945309417232, kLn10 = 2.302585092994045684017991;

static Value ofExp(FloatBuilder &build, const Application &at, Value factor) {
  return build.multiply(factor, at.result);
}
static Value ofExp2(FloatBuilder &build, const Application &at, Value factor) {
  return build.multiply(build.multiply(factor, at.result), build.constant(factor, kLn2));
}
/// Not result + 1, which is 0 where the exponential is small.
static Value ofExpM1(FloatBuilder &build, const Application &at, Value factor) {
  return build.multiply(factor, build.call<math::ExpOp>(at.operands[0]));
}

static Value ofLog(FloatBuilder &build, const Application &at, Value factor) {
  return build.divide(factor, at.operands[0]);
}
static Value ofLog2(FloatBuilder &build, const Application &at, Value factor) {
  return build.divide(build.multiply(factor, build.constant(factor, 1.0 / kLn2)), at.operands[0]);
}
static Value ofLog10(FloatBuilder &build, const Application &at, Value factor) {
  return build.divide(build.multiply(factor, build.constant(factor, 1.0 / kLn10)), at.operands[0]);
}
static Value ofLog1p(FloatBuilder &build, const Application &at, Value factor) {
  return build.divide(factor, build.add(at.operands[0], build.constant(factor, 1.0)));
}

static Value ofSqrt(FloatBuilder &build, const Application &at, Value factor) {
  return build.divide(build.multiply(factor, build.constant(factor, 0.5)), at.result);
}
static Value ofRsqrt(FloatBuilder &build, const Application &at, Value factor) {
  Value half = build.multiply(factor, build.constant(factor, -0.5));
  return build.divide(build.multiply(half, at.result), at.operands[0]);
}
static Value ofCbrt(FloatBuilder &build, const Application &at, Value factor) {
  Value square = build.multiply(at.result, at.result);
  return build.divide(factor, build.multiply(build.constant(factor, 3.0), square));
}

/// b * a^(b - 1); 0 for b = 0, also where a is 0.
static Value ofBase(FloatBuilder &build, const Application &at, Value factor) {
  Value exponent = at.operands[1];
  Value lower = build.subtract(exponent, build.constant(exponent, 1.0));
  Value power = build.call<math::PowFOp>(at.operands[0], lower);
  Value product = build.multiply(build.multiply(factor, exponent), power);
  Value zero = build.constant(factor, 0.0);
  return build.select(build.isEqual(exponent, zero), zero, product);
}
/// a^b * log(a); 0 for a = 0, its limit for b above 0.
static Value ofExponent(FloatBuilder &build, const Application &at, Value factor) {
  Value product = build.multiply(build.multiply(factor, at.result), build.call<math::LogOp>(at.operands[0]));
  Value zero = build.constant(factor, 0.0);
  return build.select(build.isEqual(at.operands[0], zero), zero, product);
}

/// n * a^(n - 1); 0 for n = 0. The least n, of which 1 less would wrap, counts as the next one: what has such a power
/// and is finite lies so near to 1 that it is the same.
static Value ofWholePowerBase(FloatBuilder &build, const Application &at, Value factor) {
  Value base = at.operands[0], exponent = at.operands[1];
  Type type = exponent.getType();
  APInt leastButOne = APInt::getSignedMinValue(type.getIntOrFloatBitWidth()) + 1;
  Value least = build.call<arith::ConstantOp>(IntegerAttr::get(type, leastButOne));
  Value one = build.call<arith::ConstantOp>(IntegerAttr::get(type, 1));
  Value lower = build.call<arith::SubIOp>(build.call<arith::MaxSIOp>(exponent, least), one);
  Value count = build.call<arith::SIToFPOp>(base.getType(), exponent);
  Value product = build.multiply(build.multiply(factor, count), build.call<math::FPowIOp>(base, lower));
  Value zero = build.constant(factor, 0.0);
  return build.select(build.isEqual(count, zero), zero, product);
}

static constexpr unsigned kBoth = 1u << 0 | 1u << 1;

ArrayRef<Rule> qdc::autodiff::powerRules() {
  static const SmallVector<Rule> rules = {
      {"math.exp", {{0, kUsesResult, false, ofExp}}},
      {"math.exp2", {{0, kUsesResult, false, ofExp2}}},
      {"math.expm1", {{0, 1u << 0, false, ofExpM1}}},
      {"math.log", {{0, 1u << 0, false, ofLog}}},
      {"math.log2", {{0, 1u << 0, false, ofLog2}}},
      {"math.log10", {{0, 1u << 0, false, ofLog10}}},
      {"math.log1p", {{0, 1u << 0, false, ofLog1p}}},
      {"math.sqrt", {{0, kUsesResult, false, ofSqrt}}},
      {"math.rsqrt", {{0, 1u << 0 | kUsesResult, false, ofRsqrt}}},
      {"math.cbrt", {{0, kUsesResult, false, ofCbrt}}},
      {"math.powf", {{0, kBoth, false, ofBase}, {1, 1u << 0 | kUsesResult, false, ofExponent}}},
      {"math.fpowi", {{0, kBoth, false, ofWholePowerBase}}},
  };
  return rules;
}
