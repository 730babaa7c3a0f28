//===- WindowTiles.cpp - Windows that a block runs together ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WindowTiles.h"

#include "qdc/Lowering/Common/I64Builder.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace qdc {

static Value shiftLeft(OpBuilder &builder, Location location, Value value, Value shift) {
  return builder.createOrFold<arith::ShLIOp>(location, value, shift, arith::IntegerOverflowFlags::nsw);
}
static Value shiftRight(OpBuilder &builder, Location location, Value value, Value shift) {
  return builder.createOrFold<arith::ShRUIOp>(location, value, shift);
}

bool WindowTiles::canBe(unsigned blockThreads) { return llvm::isPowerOf2_32(blockThreads) && blockThreads >= 32; }

WindowTiles::WindowTiles(OpBuilder &builder, Location location, ArrayRef<Value> counts, unsigned blockThreads)
    : location(location), counts(counts), blockThreads(blockThreads) {
  I64Builder i64{builder, location};
  Value zero = i64.constant(0), one = i64.constant(1), last = counts.back();
  // Long tiles unless more than an eighth of a row's length would lie outside.
  Value outside = i64.bitAnd(builder.createOrFold<arith::SubIOp>(location, zero, last), 31);
  Value isLong =
      builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::sle, i64.mul(outside, i64.constant(8)), last);
  shifts.assign(counts.size(), zero);
  shifts.back() = i64.select(isLong, i64.constant(5), i64.constant(3));
  Value left = i64.sub(i64.constant(llvm::Log2_32(blockThreads)), shifts.back());
  if (counts.size() > 2 && blockThreads >= 64) {
    shifts[counts.size() - 3] = one;
    left = i64.sub(left, one);
  }
  shifts[counts.size() - 2] = left;
  for (auto [count, shift] : llvm::zip_equal(counts, shifts)) {
    Value size = shiftLeft(builder, location, one, shift);
    tiles.counts.push_back(shiftRight(builder, location, i64.add(count, i64.sub(size, one)), shift));
  }
}

Value WindowTiles::count(OpBuilder &builder) const { return tiles.total(builder, location); }

Value WindowTiles::isDense(OpBuilder &builder) const {
  I64Builder i64{builder, location};
  FlatRange points;
  points.counts = counts;
  Value all = i64.mul(count(builder), i64.constant(int64_t{blockThreads} * 2));
  return builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::ule, all,
                                             i64.mul(points.total(builder, location), i64.constant(3)));
}

SmallVector<Value> WindowTiles::point(OpBuilder &builder, Value tile, Value thread) const {
  I64Builder i64{builder, location};
  Value narrow = builder.createOrFold<arith::TruncIOp>(location, builder.getI32Type(), tile);
  SmallVector<Value> point = tiles.in32Bits(builder, location).coordinates(builder, location, narrow);
  for (unsigned axis = point.size(); axis-- > 0;) {
    Value size = shiftLeft(builder, location, i64.constant(1), shifts[axis]);
    Value mine = builder.createOrFold<arith::AndIOp>(location, thread, i64.sub(size, i64.constant(1)));
    Value begin = builder.createOrFold<arith::ExtUIOp>(location, builder.getI64Type(), point[axis]);
    point[axis] = i64.add(shiftLeft(builder, location, begin, shifts[axis]), mine);
    thread = shiftRight(builder, location, thread, shifts[axis]);
  }
  return point;
}

} // namespace qdc
