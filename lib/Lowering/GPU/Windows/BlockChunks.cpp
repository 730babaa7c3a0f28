//===- BlockChunks.cpp - Several iterations of a thread at once -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BlockChunks.h"

#include "../Grid/StraightBody.h"
#include "../InnerLoops/UnrollHints.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <algorithm>

using namespace mlir;

namespace qdc {

namespace {

/// The coordinates of a thread's iterations in a chunk, which are `threads` apart. Of several dimensions those of the
/// first one are divided out, in 32 bits, and the next ones are counted from there.
class CopyPlaces {
public:
  /// Divides out what is the same for all chunks, at the builder's insertion point.
  CopyPlaces(OpBuilder &builder, Location location, const FlatRange &range, unsigned threads)
      : builder(builder), location(location), range(range), threads(threads) {
    if (range.counts.size() == 1)
      return;
    this->range = range.in32Bits(builder, location);
    divideStride();
  }

  /// Those of copy 0, 1 and so on, in turn, at the builder's insertion point. `first` is the iteration of copy 0; all
  /// i64.
  SmallVector<Value> of(unsigned copy, Value first) {
    I64Builder i64{builder, location};
    if (range.counts.size() == 1)
      return {i64.add(first, i64.constant(static_cast<int64_t>(copy) * threads))};
    Value narrow = copy == 0 ? builder.createOrFold<arith::TruncIOp>(location, builder.getI32Type(), first) : Value();
    current =
        copy == 0 ? range.coordinates(builder, location, narrow) : range.advance(builder, location, current, stride);
    return llvm::map_to_vector(current, [&](Value coordinate) -> Value {
      return builder.createOrFold<arith::ExtUIOp>(location, builder.getI64Type(), coordinate);
    });
  }

private:
  /// Most rows are longer than a block: then there is nothing to divide.
  void divideStride() {
    Value whole = arith::ConstantIntOp::create(builder, location, threads, 32);
    Value isLong = builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::ugt, range.counts.back(), whole);
    SmallVector<Type> types(range.counts.size(), builder.getI32Type());
    auto choice = scf::IfOp::create(builder, location, types, isLong, /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(choice.thenBlock());
      SmallVector<Value> along(types.size() - 1, arith::ConstantIntOp::create(builder, location, 0, 32));
      along.push_back(whole);
      scf::YieldOp::create(builder, location, along);
      builder.setInsertionPointToStart(choice.elseBlock());
      scf::YieldOp::create(builder, location, range.coordinates(builder, location, whole));
    }
    llvm::append_range(stride, choice.getResults());
  }

  OpBuilder &builder;
  Location location;
  FlatRange range;
  unsigned threads;
  SmallVector<Value> stride, current; // of several dimensions, i32
};

} // namespace

unsigned iterationsPerThread(qd::ForOp loop, qd::GridSize grid) {
  constexpr unsigned bytesOfThread = 16;
  const unsigned widest = widestElement(loop);
  if (widest == 0 || !isStraight(loop))
    return 1;
  unsigned count = unrollCount(loop);
  if (grid == qd::GridSize::resident)
    return count;
  // Coordinates of three dimensions and more are worth sharing among more, where registers suffice. A step of heat flow
  // on a plate of 2048^2 points takes 49 us on an H200 with two iterations, and 55 with four.
  constexpr unsigned least = 4;
  constexpr CopyLimits ofLeast = {32, 512};
  if (loop.getRank() > 2)
    count = std::max(count, std::min(unrollCount(loop, ofLeast), least));
  return std::min(count, std::max(bytesOfThread / widest, 1u));
}

ThreadIterations createChunkLoop(OpBuilder &builder, const GridBody &body, const FlatRange &range, Value total,
                                 unsigned copies, ThreadIterations all) {
  qd::ForOp loop = body.loop();
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  // A range has fewer than 2^63 iterations, so that these sums fit into 64 bits without a sign.
  constexpr auto fits = arith::IntegerOverflowFlags::nuw;
  auto sum = [&](Value lhs, Value rhs) { return arith::AddIOp::create(builder, location, lhs, rhs, fits); };
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, location, predicate, lhs, rhs);
  };
  unsigned threads = body.shape().blockThreads;
  Value chunk = i64.constant(static_cast<int64_t>(copies) * threads);
  Value first = i64.mul(body.block(), chunk), step = i64.mul(body.blocks(), chunk);
  Value takesChunks = compare(arith::CmpIPredicate::ugt, total, all.step);
  if (loop.getRank() > 1) {
    Value isShort = compare(arith::CmpIPredicate::ult, total, i64.constant(int64_t{1} << 32));
    takesChunks = arith::AndIOp::create(builder, location, takesChunks, isShort);
  }
  Type type = builder.getI64Type();
  auto left = scf::IfOp::create(builder, location, TypeRange{type, type}, takesChunks, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(left.elseBlock());
  scf::YieldOp::create(builder, location, ValueRange{all.first, all.step});

  builder.setInsertionPointToStart(left.thenBlock());
  CopyPlaces places(builder, location, range, threads);
  auto chunks = scf::WhileOp::create(builder, location, TypeRange{type, type}, ValueRange{first});
  Value start = builder.createBlock(&chunks.getBefore(), {}, {type}, {location})->getArgument(0);
  Value mine = sum(start, body.thread());
  Value isWhole = compare(arith::CmpIPredicate::ule, sum(start, chunk), total);
  scf::ConditionOp::create(builder, location, isWhole, ValueRange{start, mine});
  Block *whole = builder.createBlock(&chunks.getAfter(), {}, {type, type}, {location, location});
  SmallVector<IRMapping> mappings(copies);
  for (auto [copy, mapping] : llvm::enumerate(mappings))
    for (auto [axis, coordinate] : llvm::enumerate(places.of(copy, whole->getArgument(1))))
      mapping.map(loop.getBody().getArgument(axis),
                  range.variable(builder, location, axis, coordinate, loop.getBoundType()));
  cloneTogether(builder, loop, {mappings, {}}, [&] {
    Value mine = whole->getArgument(1);
    cloneSingly(builder, loop, range, mine, i64.constant(threads), i64.add(mine, chunk));
  });
  scf::YieldOp::create(builder, location, ValueRange{sum(whole->getArgument(0), step)});
  builder.setInsertionPointAfter(chunks);
  scf::YieldOp::create(builder, location, ValueRange{chunks.getResult(1), i64.constant(threads)});
  builder.setInsertionPointAfter(left);
  return {left.getResult(0), left.getResult(1)};
}

} // namespace qdc
