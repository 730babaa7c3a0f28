//===- FlatRange.cpp - The range of a parallel loop -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/FlatRange.h"

#include "qdc/Dialect/QD/IR/LoopTrips.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

/// The product of sizes.
static Value volume(I64Builder i64, ArrayRef<Value> sizes) {
  Value product = sizes.front();
  for (Value size : sizes.drop_front())
    product = i64.mul(product, size);
  return product;
}

Value FlatRange::total(OpBuilder &builder, Location location) const {
  I64Builder i64{builder, location};
  Value all = volume(i64, counts);
  return holeLengths.empty() ? all : i64.sub(all, volume(i64, holeLengths));
}

/// Coordinates of iterations that are numbered one dimension after the other.
static SmallVector<Value> divideOut(I64Builder i64, ArrayRef<Value> sizes, Value flat) {
  SmallVector<Value> coordinates(sizes.size());
  for (unsigned axis = sizes.size() - 1; axis > 0; --axis) {
    // Never by 0, so that LLVM may divide ahead of a loop of tasks around this, once for each thread.
    Value one = arith::ConstantIntOp::create(i64.builder, i64.location, flat.getType(), 1);
    Value size = i64.builder.createOrFold<arith::MaxUIOp>(i64.location, sizes[axis], one);
    coordinates[axis] = i64.rem(flat, size);
    flat = i64.div(flat, size);
  }
  coordinates.front() = flat;
  return coordinates;
}

SmallVector<Value> FlatRange::coordinates(OpBuilder &builder, Location location, Value flat) const {
  I64Builder i64{builder, location};
  if (holeLengths.empty())
    return divideOut(i64, counts, flat);
  auto isFrom = [&](Value value, Value start) {
    return builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::uge, value, start);
  };
  // Around the hole lies a slab for each dimension: as wide as the hole along those before it.
  SmallVector<Value> sizes(counts);
  SmallVector<std::pair<unsigned, Value>> slabs; // the dimension, and whether `flat` is in this one or a later one
  Value begin = i64.constant(0), mine = flat;
  for (unsigned axis = 0; axis < counts.size(); ++axis) {
    SmallVector<Value> slab(holeLengths);
    slab[axis] = i64.sub(counts[axis], holeLengths[axis]);
    if (isZeroInteger(slab[axis]))
      continue;
    std::copy(counts.begin() + axis + 1, counts.end(), slab.begin() + axis + 1);
    Value isHere = slabs.empty() ? Value() : isFrom(flat, begin);
    for (auto [size, inSlab] : llvm::zip_equal(sizes, slab))
      size = isHere ? i64.select(isHere, inSlab, size) : inSlab;
    mine = isHere ? i64.select(isHere, i64.sub(flat, begin), mine) : flat;
    begin = i64.add(begin, volume(i64, slab));
    slabs.push_back({axis, isHere});
  }
  SmallVector<Value> inSlab = divideOut(i64, sizes, mine), result = inSlab;
  for (auto [slab, isHere] : slabs)
    for (unsigned axis = 0; axis <= slab; ++axis) {
      Value moved = i64.add(inSlab[axis], axis < slab ? holeStarts[axis] : holeLengths[axis]);
      if (axis == slab)
        moved = i64.select(isFrom(inSlab[axis], holeStarts[axis]), moved, inSlab[axis]);
      result[axis] = isHere ? i64.select(isHere, moved, result[axis]) : moved;
    }
  return result;
}

Value FlatRange::number(OpBuilder &builder, Location location, ValueRange coordinates) const {
  I64Builder i64{builder, location};
  Value number = coordinates.front();
  for (unsigned axis = 1; axis < counts.size(); ++axis)
    number = i64.add(i64.mul(number, counts[axis]), coordinates[axis]);
  return number;
}

FlatRange FlatRange::in32Bits(OpBuilder &builder, Location location) const {
  // No count is above the total, unless it is 0 and there is nothing to divide.
  FlatRange range = *this;
  for (Value &count : range.counts)
    count = builder.createOrFold<arith::TruncIOp>(location, builder.getI32Type(), count);
  return range;
}

SmallVector<Value> FlatRange::advance(OpBuilder &builder, Location location, ValueRange coordinates,
                                      ValueRange stride) const {
  I64Builder i64{builder, location};
  Type type = counts.front().getType();
  // 32 bits hold a coordinate without a sign.
  auto flags = type.isInteger(64) ? arith::IntegerOverflowFlags::nsw : arith::IntegerOverflowFlags::none;
  auto add = [&](Value lhs, Value rhs) { return builder.createOrFold<arith::AddIOp>(location, lhs, rhs, flags); };
  auto sub = [&](Value lhs, Value rhs) { return builder.createOrFold<arith::SubIOp>(location, lhs, rhs, flags); };
  SmallVector<Value> next(counts.size());
  Value carry;
  for (unsigned axis = counts.size(); axis-- > 0;) {
    Value step = carry ? add(stride[axis], carry) : stride[axis];
    if (axis > 0) {
      Value left = sub(counts[axis], step); // at least 0: a stride's coordinates are below the counts too
      Value leaves = builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::uge, coordinates[axis], left);
      step = i64.select(leaves, sub(step, counts[axis]), step);
      carry = builder.createOrFold<arith::ExtUIOp>(location, type, leaves);
    }
    next[axis] = add(coordinates[axis], step);
  }
  return next;
}

Value FlatRange::variable(OpBuilder &builder, Location location, unsigned axis, Value coordinate, Type type) const {
  // From below 0 the way of a few large steps may be longer than the largest number with a sign. The loader refuses
  // such a launch, but where a device by itself computes the bounds it never sees them.
  const std::optional<int64_t> lower = getConstantIntValue(lowerBounds[axis]);
  const bool fits = getConstantIntValue(steps[axis]) == 1 || lower.value_or(-1) >= 0;
  const auto flags = fits ? arith::IntegerOverflowFlags::nsw : arith::IntegerOverflowFlags::none;
  Value way = builder.createOrFold<arith::MulIOp>(location, coordinate, steps[axis], flags);
  Value value = builder.createOrFold<arith::AddIOp>(location, lowerBounds[axis], way, flags);
  return I64Builder{builder, location}.toType(value, type);
}

FlatRange computeRange(OpBuilder &builder, qd::ForOp loop) {
  I64Builder i64{builder, loop.getLoc()};
  FlatRange range;
  for (unsigned axis = 0; axis < loop.getRank(); ++axis) {
    Value lower = loop.getLowerBounds().empty() ? i64.constant(0) : i64.fromInteger(loop.getLowerBounds()[axis]);
    Value step = loop.getSteps().empty() ? i64.constant(1) : i64.fromInteger(loop.getSteps()[axis]);
    range.lowerBounds.push_back(lower);
    range.steps.push_back(step);
    Value upper = i64.fromInteger(loop.getUpperBounds()[axis]);
    range.counts.push_back(qd::createTripCount(builder, loop.getLoc(), {lower, upper, step}));
  }
  return range;
}

} // namespace qdc
