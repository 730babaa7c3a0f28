//===- Trigonometry.cpp - Derivatives of angles, hyperbolas, erf ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Rules/Rules.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace qdc::autodiff;

static constexpr double kTwoOverSqrtPi = 1.128379167095512573896159;

static Value one(FloatBuilder &build, Value like) { return build.constant(like, 1.0); }
static Value square(FloatBuilder &build, Value value) { return build.multiply(value, value); }

static Value ofSin(FloatBuilder &build, const Application &at, Value factor) {
  return build.multiply(factor, build.call<math::CosOp>(at.operands[0]));
}
static Value ofCos(FloatBuilder &build, const Application &at, Value factor) {
  return build.negate(build.multiply(factor, build.call<math::SinOp>(at.operands[0])));
}
static Value ofTan(FloatBuilder &build, const Application &at, Value factor) {
  return build.multiply(factor, build.add(one(build, factor), square(build, at.result)));
}

/// 1 / sqrt((1 - x) (1 + x)), which is close next to 1 too.
static Value ofAsin(FloatBuilder &build, const Application &at, Value factor) {
  Value x = at.operands[0];
  Value inside = build.multiply(build.subtract(one(build, x), x), build.add(one(build, x), x));
  return build.divide(factor, build.call<math::SqrtOp>(inside));
}
static Value ofAcos(FloatBuilder &build, const Application &at, Value factor) {
  return build.negate(ofAsin(build, at, factor));
}
static Value ofAtan(FloatBuilder &build, const Application &at, Value factor) {
  return build.divide(factor, build.add(one(build, factor), square(build, at.operands[0])));
}

/// The operands of atan2(y, x) over the larger magnitude m of the two, and factor / m: no square overflows.
struct Direction {
  Value y, x, factor, length;
};
static Direction scaledDirection(FloatBuilder &build, const Application &at, Value factor) {
  Value magnitude = build.call<math::AbsFOp>(at.operands[0]), other = build.call<math::AbsFOp>(at.operands[1]);
  Value larger = build.select(build.isLess(magnitude, other), other, magnitude);
  Value y = build.divide(at.operands[0], larger), x = build.divide(at.operands[1], larger);
  return {y, x, build.divide(factor, larger), build.add(square(build, y), square(build, x))};
}
static Value ofAtan2First(FloatBuilder &build, const Application &at, Value factor) {
  Direction scaled = scaledDirection(build, at, factor);
  return build.divide(build.multiply(scaled.factor, scaled.x), scaled.length);
}
static Value ofAtan2Second(FloatBuilder &build, const Application &at, Value factor) {
  Direction scaled = scaledDirection(build, at, factor);
  return build.negate(build.divide(build.multiply(scaled.factor, scaled.y), scaled.length));
}

static Value ofSinh(FloatBuilder &build, const Application &at, Value factor) {
  return build.multiply(factor, build.call<math::CoshOp>(at.operands[0]));
}
static Value ofCosh(FloatBuilder &build, const Application &at, Value factor) {
  return build.multiply(factor, build.call<math::SinhOp>(at.operands[0]));
}
/// Not 1 - result^2, of which little is left where the result is near 1.
static Value ofTanh(FloatBuilder &build, const Application &at, Value factor) {
  Value cosh = build.call<math::CoshOp>(at.operands[0]);
  return build.divide(build.divide(factor, cosh), cosh);
}
static Value ofAsinh(FloatBuilder &build, const Application &at, Value factor) {
  Value inside = build.add(square(build, at.operands[0]), one(build, factor));
  return build.divide(factor, build.call<math::SqrtOp>(inside));
}
static Value ofAcosh(FloatBuilder &build, const Application &at, Value factor) {
  Value x = at.operands[0];
  Value below = build.call<math::SqrtOp>(build.subtract(x, one(build, x)));
  Value above = build.call<math::SqrtOp>(build.add(x, one(build, x)));
  return build.divide(build.divide(factor, below), above);
}
static Value ofAtanh(FloatBuilder &build, const Application &at, Value factor) {
  Value x = at.operands[0];
  return build.divide(build.divide(factor, build.subtract(one(build, x), x)), build.add(one(build, x), x));
}

static Value ofErf(FloatBuilder &build, const Application &at, Value factor) {
  Value bell = build.call<math::ExpOp>(build.negate(square(build, at.operands[0])));
  return build.multiply(build.multiply(factor, build.constant(factor, kTwoOverSqrtPi)), bell);
}
static Value ofErfc(FloatBuilder &build, const Application &at, Value factor) {
  return build.negate(ofErf(build, at, factor));
}

static constexpr unsigned kFirst = 1u << 0, kBoth = 1u << 0 | 1u << 1;

ArrayRef<Rule> qdc::autodiff::trigonometricRules() {
  static const SmallVector<Rule> rules = {
      {"math.sin", {{0, kFirst, false, ofSin}}},
      {"math.cos", {{0, kFirst, false, ofCos}}},
      {"math.tan", {{0, kUsesResult, false, ofTan}}},
      {"math.asin", {{0, kFirst, false, ofAsin}}},
      {"math.acos", {{0, kFirst, false, ofAcos}}},
      {"math.atan", {{0, kFirst, false, ofAtan}}},
      {"math.atan2", {{0, kBoth, false, ofAtan2First}, {1, kBoth, false, ofAtan2Second}}},
      {"math.sinh", {{0, kFirst, false, ofSinh}}},
      {"math.cosh", {{0, kFirst, false, ofCosh}}},
      {"math.tanh", {{0, kFirst, false, ofTanh}}},
      {"math.asinh", {{0, kFirst, false, ofAsinh}}},
      {"math.acosh", {{0, kFirst, false, ofAcosh}}},
      {"math.atanh", {{0, kFirst, false, ofAtanh}}},
      {"math.erf", {{0, kFirst, false, ofErf}}},
      {"math.erfc", {{0, kFirst, false, ofErfc}}},
  };
  return rules;
}
