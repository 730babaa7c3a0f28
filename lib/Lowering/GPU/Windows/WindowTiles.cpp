//===- WindowTiles.cpp - Windows that a block runs together ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WindowTiles.h"

#include "../Grid/I32Builder.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace qdc {

bool WindowTiles::canBe(unsigned blockThreads) { return llvm::isPowerOf2_32(blockThreads) && blockThreads >= 32; }

WindowTiles::WindowTiles(OpBuilder &builder, Location location, ArrayRef<Value> wideCounts, unsigned blockThreads,
                         bool fitRows)
    : location(location), blockThreads(blockThreads) {
  I32Builder i32{builder, location};
  FlatRange points;
  llvm::append_range(points.counts, wideCounts);
  llvm::append_range(counts, points.in32Bits(builder, location).counts);
  Value one = i32.constant(1), last = counts.back();
  // Long tiles unless more than an eighth of a row's length would lie outside.
  Value outside = i32.bitAnd(i32.sub(i32.constant(0), last), i32.constant(31));
  Value isLong = i32.compare(arith::CmpIPredicate::ule, i32.shiftLeft(outside, i32.constant(3)), last);
  shifts.assign(counts.size(), i32.constant(0));
  int64_t inPlane = llvm::Log2_32(blockThreads);
  if (counts.size() > 2 && blockThreads >= 64) {
    shifts[counts.size() - 3] = one;
    --inPlane;
  }
  Value rows = counts[counts.size() - 2], longest = i32.constant(fitRows ? inPlane : 5);
  for (int64_t shift = 0; fitRows && shift < inPlane - 5; ++shift)
    longest = i32.select(i32.less(i32.constant(int64_t{1} << shift), rows), i32.sub(longest, one), longest);
  shifts.back() = i32.select(isLong, longest, i32.constant(3));
  shifts[counts.size() - 2] = i32.sub(i32.constant(inPlane), shifts.back());
  for (auto [count, shift] : llvm::zip_equal(counts, shifts)) {
    Value size = i32.shiftLeft(one, shift);
    tiles.counts.push_back(i32.shiftRight(i32.add(count, i32.sub(size, one)), shift));
  }
}

Value WindowTiles::count(OpBuilder &builder) const {
  Value total = tiles.counts.front();
  for (Value count : ArrayRef(tiles.counts).drop_front())
    total = builder.createOrFold<arith::MulIOp>(location, total, count);
  return total;
}

Value WindowTiles::isDense(OpBuilder &builder) const {
  I64Builder i64{builder, location};
  Value points = counts.front();
  for (Value count : ArrayRef(counts).drop_front())
    points = builder.createOrFold<arith::MulIOp>(location, points, count);
  I32Builder i32{builder, location};
  auto times = [&](Value value, int64_t factor) { return i64.mul(i32.widen(value), i64.constant(factor)); };
  Value all = times(count(builder), int64_t{blockThreads} * 2);
  return builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::ule, all, times(points, 3));
}

SmallVector<Value> WindowTiles::coordinates(OpBuilder &builder, Value tile) const {
  return tiles.coordinates(builder, location, tile);
}

SmallVector<Value> WindowTiles::point(OpBuilder &builder, ValueRange tile, Value thread) const {
  I32Builder i32{builder, location};
  SmallVector<Value> point(tile);
  for (unsigned axis = point.size(); axis-- > 0;) {
    Value size = i32.shiftLeft(i32.constant(1), shifts[axis]);
    Value mine = i32.bitAnd(thread, i32.sub(size, i32.constant(1)));
    point[axis] = i32.add(i32.shiftLeft(point[axis], shifts[axis]), mine);
    thread = i32.shiftRight(thread, shifts[axis]);
  }
  return point;
}

Value WindowTiles::isInside(OpBuilder &builder, ValueRange point) const {
  I32Builder i32{builder, location};
  Value result = arith::ConstantIntOp::create(builder, location, 1, 1);
  for (auto [coordinate, count] : llvm::zip(point, counts)) {
    Value isBelow = i32.less(coordinate, count);
    result = builder.createOrFold<arith::AndIOp>(location, result, isBelow);
  }
  return result;
}

Value WindowTiles::isFirst(OpBuilder &builder, ValueRange tile) const {
  I32Builder i32{builder, location};
  return i32.compare(arith::CmpIPredicate::eq, tile.back(), i32.constant(0));
}

Value WindowTiles::isLast(OpBuilder &builder, ValueRange tile) const {
  I32Builder i32{builder, location};
  return i32.compare(arith::CmpIPredicate::eq, i32.add(tile.back(), i32.constant(1)), tiles.counts.back());
}

} // namespace qdc
