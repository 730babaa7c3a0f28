//===- Extremes.cpp - Derivatives of maxima and minima --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Rules/Extremes.h"
#include "AutoDiff/Rules/Rules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

bool qdc::autodiff::isExtreme(qd::ReduceKind kind) {
  return kind == qd::ReduceKind::maximumf || kind == qd::ReduceKind::minimumf;
}

Value qdc::autodiff::countIfExtreme(OpBuilder &builder, Location location, Value number, Value extreme) {
  return arith::ExtUIOp::create(builder, location, builder.getI64Type(),
                                FloatBuilder(builder, location).isEqual(number, extreme));
}

Value qdc::autodiff::selectIfExtreme(OpBuilder &builder, Location location, Value number, Value extreme, Value factor) {
  FloatBuilder build(builder, location);
  Value zero = build.constant(factor, 0.0);
  Value taken = build.select(build.isEqual(number, extreme), factor, zero);
  Value notANumber = convertFloat(builder, location, extreme, factor.getType());
  Value ofNaN = build.select(build.isEqual(factor, zero), zero, notANumber);
  return build.select(build.isEqual(extreme, extreme), taken, ofNaN);
}

/// None is taken of an empty range, and where the extreme is NaN.
Value qdc::autodiff::divideEvenly(OpBuilder &builder, Location location, Value sum, Value count) {
  Value one = arith::ConstantIntOp::create(builder, location, builder.getI64Type(), 1);
  Value atLeastOne = arith::MaxSIOp::create(builder, location, count, one);
  return FloatBuilder(builder, location)
      .divide(sum, arith::SIToFPOp::create(builder, location, sum.getType(), atLeastOne));
}
