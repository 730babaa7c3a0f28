//===- ThreadWindows.cpp - Neighbouring iterations of a thread ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThreadWindows.h"

#include "DoWhile.h"
#include "StraightBody.h"
#include "UnrollHints.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

/// What the iterations of a window may hold together.
static constexpr CopyLimits limits = {128, 1024};

std::optional<ThreadWindows> ThreadWindows::of(const GridBody &body) {
  qd::ForOp loop = body.loop;
  const unsigned widest = widestElement(loop);
  const bool countsByOne = loop.getSteps().empty() || getConstantIntValue(loop.getSteps().back()) == 1;
  const bool hasBlocks = loop.getRank() == 1 || WindowTiles::canBe(body.shape.blockThreads);
  if (body.isOfLoop || widest == 0 || !countsByOne || !hasBlocks || !isStraight(loop))
    return std::nullopt;
  const int64_t width = std::min(WindowAccesses::widestPiece / widest, unrollCount(loop, limits));
  std::optional<WindowAccesses> accesses = width < 2 ? std::nullopt : WindowAccesses::of(loop, width);
  if (!accesses)
    return std::nullopt;
  return ThreadWindows(body, width, std::move(*accesses));
}

/// Several windows at once, each at its place: coordinates of which the last one counts a row's windows (i64).
void ThreadWindows::createWindows(OpBuilder &builder, const FlatRange &range, const Row &row,
                                  ArrayRef<SmallVector<Value>> places) {
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  Block &statements = loop.getBody().front();
  SmallVector<SmallVector<Value>> starts;
  SmallVector<IRMapping> mappings;
  for (const SmallVector<Value> &place : places) {
    SmallVector<Value> &start = starts.emplace_back(place);
    start.back() = i64.add(row.head, i64.mul(place.back(), i64.constant(iterations)));
    for (int64_t number = 0; number < iterations; ++number) {
      IRMapping &mapping = mappings.emplace_back();
      for (auto [axis, coordinate] : llvm::enumerate(start)) {
        const bool isLast = axis + 1 == start.size();
        Value mine = isLast ? i64.add(coordinate, i64.constant(number)) : coordinate;
        mapping.map(statements.getArgument(axis), range.variable(builder, location, axis, mine, loop.getBoundType()));
      }
    }
  }
  auto note = [&](Operation *source, Operation *copy, unsigned number) {
    accesses.align(source, copy, number % iterations);
  };
  cloneTogether(builder, loop, {mappings, note}, [&] {
    for (const SmallVector<Value> &start : starts) {
      Value number = range.number(builder, location, start);
      cloneSingly(builder, loop, range, number, i64.constant(1), i64.add(number, i64.constant(iterations)));
    }
  });
}

/// Of one dimension: a thread's windows are a grid apart. As many at once as keep the memory busy where a resident grid
/// has no other blocks to take over; `all` are the windows then.
void ThreadWindows::createLine(OpBuilder &builder, const FlatRange &range, const Row &row, ThreadIterations all) {
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  constexpr unsigned loadsAtOnce = 4;
  const bool isResident = body.shape.grid == qd::GridSize::resident;
  const int64_t most = isResident ? unrollCount(loop, {loadsAtOnce, limits.operations / width()}) : 1;
  OpBuilder::InsertionGuard restore(builder);
  Value window = all.first;
  for (int64_t together : most > 1 ? SmallVector<int64_t>{most, 1} : SmallVector<int64_t>{1}) {
    Value ahead = i64.mul(all.step, i64.constant(together - 1));
    auto fits = [&](Value first) { return i64.less(i64.add(first, ahead), row.windows); };
    auto guard = scf::IfOp::create(builder, location, window.getType(), fits(window), /*withElseRegion=*/true);
    builder.setInsertionPointToStart(guard.elseBlock());
    scf::YieldOp::create(builder, location, window);
    builder.setInsertionPointToStart(guard.thenBlock());
    auto windows = createDoWhile(builder, location, window, [&](ValueRange state) -> LoopEnd {
      SmallVector<SmallVector<Value>> places = {{state.front()}};
      while (static_cast<int64_t>(places.size()) < together)
        places.push_back({i64.add(places.back().front(), all.step)});
      createWindows(builder, range, row, places);
      Value next = i64.add(places.back().front(), all.step);
      return {fits(next), {next}};
    });
    scf::YieldOp::create(builder, location, windows.getResults());
    builder.setInsertionPointAfter(guard);
    window = guard.getResult(0);
  }
}

/// Of several dimensions: a block's tiles are a grid apart.
void ThreadWindows::createTiles(OpBuilder &builder, const FlatRange &range, const Row &row, const WindowTiles &tiles) {
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  Value count = tiles.count(builder);
  auto guard = scf::IfOp::create(builder, location, i64.less(body.block, count), /*withElseRegion=*/false);
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(guard.thenBlock());
  createDoWhile(builder, location, body.block, [&](ValueRange state) -> LoopEnd {
    SmallVector<Value> place = tiles.point(builder, state.front(), body.thread);
    Value isInside = arith::ConstantIntOp::create(builder, location, 1, 1);
    for (auto [axis, coordinate] : llvm::enumerate(place)) {
      const bool isLast = axis + 1 == place.size();
      Value isBelow = i64.less(coordinate, isLast ? row.windows : range.counts[axis]);
      isInside = builder.createOrFold<arith::AndIOp>(location, isInside, isBelow);
    }
    auto inside = scf::IfOp::create(builder, location, isInside, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(inside.thenBlock());
    createWindows(builder, range, row, {place});
    builder.setInsertionPointAfter(inside);
    Value next = i64.add(state.front(), body.blocks);
    return {i64.less(next, count), {next}};
  });
}

ThreadWindows::Left ThreadWindows::create(OpBuilder &builder, const FlatRange &range, Value total, ThreadIterations all,
                                          llvm::function_ref<ThreadIterations()> runElse) {
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) -> Value {
    return arith::CmpIOp::create(builder, location, predicate, lhs, rhs);
  };
  auto both = [&](Value lhs, Value rhs) -> Value { return arith::AndIOp::create(builder, location, lhs, rhs); };
  Value length = range.counts.back(), width = i64.constant(iterations);
  Value distance =
      builder.createOrFold<arith::SubIOp>(location, i64.constant(accesses.phase()), range.lowerBounds.back());
  Row row;
  row.head = i64.bitAnd(distance, iterations - 1);
  row.windows = i64.div(i64.max(i64.sub(length, row.head), i64.constant(0)), width);
  Value inWindows = i64.mul(row.windows, width), left = i64.sub(length, inWindows);

  Value condition = both(accesses.areAligned(builder, location), compare(arith::CmpIPredicate::ugt, total, all.step));
  condition = both(condition, i64.less(left, inWindows));
  std::optional<WindowTiles> tiles;
  if (range.counts.size() > 1) {
    SmallVector<Value> counts(range.counts);
    counts.back() = row.windows;
    tiles.emplace(builder, location, counts, body.shape.blockThreads);
    condition = both(condition, compare(arith::CmpIPredicate::ult, total, i64.constant(int64_t{1} << 32)));
    condition = both(condition, tiles->isDense(builder));
  }
  SmallVector<Type> types(4, builder.getI64Type());
  auto choice = scf::IfOp::create(builder, location, types, condition, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(choice.thenBlock());
  if (tiles)
    createTiles(builder, range, row, *tiles);
  else
    createLine(builder, range, row, all);
  scf::YieldOp::create(builder, location, ValueRange{all.first, all.step, left, inWindows});
  builder.setInsertionPointToStart(choice.elseBlock());
  ThreadIterations others = runElse();
  scf::YieldOp::create(builder, location, ValueRange{others.first, others.step, length, i64.constant(0)});
  builder.setInsertionPointAfter(choice);
  FlatRange rest = range;
  rest.counts.back() = choice.getResult(2);
  rest.gapStart = row.head;
  rest.gapLength = choice.getResult(3);
  return {rest, {choice.getResult(0), choice.getResult(1)}};
}

} // namespace qdc
