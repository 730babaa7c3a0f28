//===- ReverseSlopes.cpp - Trips that multiply one adjoint ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of ReverseSweep for loops that carry one active float through
// arithmetic alone. There a trip multiplies the adjoint by a number, its slope,
// and adds multiples of the adjoint to those of values from outside. Slopes do
// not wait for the adjoint of the next trip, so the products, zeros and
// additions that they are made of overlap with those of other trips; one product
// is left that trips wait for.
//
// A slope is what a trip makes of the adjoint 1. Where it is too large or too
// small for a float, the product of the adjoint with its factors, one by one,
// may not be, so such a trip goes the long way. So does one without a slope,
// since a zero times an infinite adjoint is no number. Only the slope itself is
// looked at: where a part of its product is subnormal and later factors make it
// larger again, it has as few bits as that part. The adjoint times the factors,
// one by one, loses them as well, but for adjoints of other sizes than 1.
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Reverse/ReverseSweep.h"
#include "AutoDiff/Rules/Rules.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

/// Longer bodies would have much code for the long way, and overlap by themselves.
static constexpr unsigned kMaximumOperations = 32;

bool ReverseSweep::hasSlopes(scf::ForOp loop, ValueRange carried, ValueRange captured) {
  // Checks would look at slopes also where the adjoint is 0.
  if (kernel.getChecked())
    return false;
  auto isOfOneType = [&](Value value) { return adjointType(value) == adjointType(carried.front()); };
  if (carried.size() != 1 || !llvm::all_of(captured, isOfOneType))
    return false;
  unsigned reversed = 0;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (!plan.isReversed(&op))
      continue;
    if (op.getNumRegions() != 0 || isa<qd::ElementAccess>(op))
      return false;
    ++reversed;
  }
  return reversed <= kMaximumOperations;
}

/// Whether a slope is well inside of the range of floats; null: it surely is.
static Value isMultiplier(OpBuilder &builder, Location location, Value slope) {
  if (matchPattern(slope, m_OneFloat()))
    return {};
  const llvm::fltSemantics &semantics = cast<FloatType>(slope.getType()).getFloatSemantics();
  const int exponent = llvm::APFloat::semanticsMaxExponent(semantics) / 2;
  FloatBuilder build(builder, location);
  Value size = build.call<math::AbsFOp>(slope);
  auto power = [&](int sign) {
    llvm::APFloat value =
        scalbn(llvm::APFloat::getOne(semantics), sign * exponent, llvm::RoundingMode::NearestTiesToEven);
    return arith::ConstantOp::create(builder, location, builder.getFloatAttr(slope.getType(), value));
  };
  return arith::AndIOp::create(builder, location, build.isLess(power(-1), size), build.isLess(size, power(1)));
}

ReverseSweep::Values ReverseSweep::reverseBySlope(scf::ForOp loop, Value carried, ValueRange captured,
                                                  ValueRange incoming) {
  Location location = loop.getLoc();
  Value adjoint = incoming.front();
  ValueRange sums = incoming.drop_front();
  FloatBuilder build(builder, location);
  auto sweep = [&](Value seed) {
    Adjoints inner;
    addToSources(inner, loop.getRegionIterArgs(), loop.getYieldedValues(), seed);
    visitBlock(*loop.getBody(), inner);
    return inner;
  };
  Adjoints slopes = sweep(build.constant(adjoint, 1.0));
  Values targets{carried};
  llvm::append_range(targets, captured);
  Value areMultipliers;
  for (Value value : targets)
    if (Value slope = slopes.lookup(value))
      if (Value isOne = isMultiplier(builder, location, slope))
        areMultipliers =
            areMultipliers ? arith::AndIOp::create(builder, location, areMultipliers, isOne).getResult() : isOne;
  auto multiply = [&] {
    Adjoints products;
    for (Value value : targets)
      if (Value slope = slopes.lookup(value))
        products[value] = build.multiply(adjoint, slope);
    return products;
  };
  auto ahead = [&](const Adjoints &inner) {
    Values all{find(inner, carried, location)};
    llvm::append_range(all, addedUp(inner, captured, sums));
    return all;
  };
  if (!areMultipliers)
    return ahead(multiply());
  auto branch = scf::IfOp::create(
      builder, location, areMultipliers,
      [&](OpBuilder &, Location) { scf::YieldOp::create(builder, location, ahead(multiply())); },
      [&](OpBuilder &, Location) { scf::YieldOp::create(builder, location, ahead(sweep(adjoint))); });
  return Values(branch.getResults());
}
