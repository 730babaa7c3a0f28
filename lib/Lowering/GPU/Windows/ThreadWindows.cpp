//===- ThreadWindows.cpp - Neighbouring iterations of a thread ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThreadWindows.h"

#include "../Grid/DoWhile.h"
#include "../Grid/I32Builder.h"
#include "../Grid/StraightBody.h"
#include "../InnerLoops/UnrollHints.h"
#include "SharedLoads.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

/// What the iterations of a window may hold together, without inner loops and with them.
static constexpr CopyLimits limits = {128, 1024};
static constexpr CopyLimits limitsWithLoops = {128, 256, /*copiesBranches=*/false, /*copiesLoops=*/true};
/// Windows with inner loops are worth it where they alone keep a large device busy: so many iterations.
static constexpr int64_t leastWithLoops = int64_t{1} << 19;
/// Windows that share loads: four take as long as two on an H200, and twice the registers. Of two, a group that is not
/// whole is one.
static constexpr int64_t mostTogether = 2;
/// Iterations with inner loops that are one block: as many sums are in registers.
static constexpr int64_t mostWithLoops = 8;

std::optional<ThreadWindows> ThreadWindows::of(const GridBody &body) {
  if (body.isOfLoop())
    return std::nullopt;
  qd::ForOp plain = body.loop();
  if (std::optional<ThreadWindows> windows = ofLoop(body, plain))
    return windows;
  const Interior interior = Interior::find(plain);
  const std::optional<SmallVector<Interior::Border>> borders = interior.findBorders();
  if (interior.empty() || !borders)
    return std::nullopt;
  qd::ForOp settled = interior.cloneSettled();
  std::optional<ThreadWindows> windows = ofLoop(body, settled);
  if (windows)
    windows->borders = *borders;
  else
    settled.erase();
  return windows;
}

std::optional<ThreadWindows> ThreadWindows::ofLoop(const GridBody &body, qd::ForOp loop) {
  const unsigned widest = widestElement(loop);
  const bool countsByOne = loop.getSteps().empty() || getConstantIntValue(loop.getSteps().back()) == 1;
  const bool hasBlocks = loop.getRank() == 1 || WindowTiles::canBe(body.shape().blockThreads);
  const bool hasLoops = !isStraight(loop);
  if (widest == 0 || !countsByOne || !hasBlocks || (hasLoops && !isStraightButForLoops(loop)))
    return std::nullopt;
  const int64_t width =
      std::min(WindowAccesses::widestPiece / widest, unrollCount(loop, hasLoops ? limitsWithLoops : limits));
  std::optional<WindowAccesses> accesses = width < 2 ? std::nullopt : WindowAccesses::of(loop, width);
  if (!accesses)
    return std::nullopt;
  ThreadWindows windows(body, loop, width, std::move(*accesses));
  windows.hasLoops = hasLoops;
  windows.takeTogether();
  return windows;
}

std::optional<ThreadWindows> ThreadWindows::ofColumns(const GridBody &body) {
  qd::ForOp loop = body.loop();
  if (body.isOfLoop() || loop.getRank() < 2 || !WindowTiles::canBe(body.shape().blockThreads) || isStraight(loop) ||
      !isStraightButForLoops(loop))
    return std::nullopt;
  ThreadWindows windows(body, loop, /*iterations=*/1, WindowAccesses::ofOne());
  windows.hasLoops = true;
  windows.takeTogether();
  return windows.together > 1 ? std::optional(std::move(windows)) : std::nullopt;
}

/// Not of bytes: their windows are whole pieces of work, whose stores stand beside their loads (PackedBytes.h).
void ThreadWindows::takeTogether() {
  if (iterations > 8)
    return;
  const int64_t most = hasLoops ? std::min<int64_t>(mostWithLoops, unrollCount(loop, limitsWithLoops)) / iterations
                                : std::min<int64_t>(mostTogether, unrollCount(loop, limits) / iterations);
  std::optional<unsigned> dimension;
  if (most > 1)
    dimension = hasLoops ? findDimensionOfLoops(loop) : findSharedDimension(loop, iterations);
  if (!dimension)
    return;
  sharedDimension = *dimension;
  together = most;
}

/// Several windows at once, each at its place: coordinates of which the last one counts a row's windows (i64).
void ThreadWindows::createWindows(OpBuilder &builder, const FlatRange &range, const Row &row,
                                  ArrayRef<SmallVector<Value>> places, Order order) {
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  Block &statements = loop.getBody().front();
  SmallVector<SmallVector<Value>> starts;
  SmallVector<IRMapping> mappings;
  for (const SmallVector<Value> &place : places) {
    SmallVector<Value> &start = starts.emplace_back(place);
    start.back() = i64.add(row.head, i64.mul(place.back(), i64.constant(iterations)));
    for (unsigned axis = 0; axis + 1 < start.size(); ++axis)
      start[axis] = i64.add(start[axis], i64.constant(borders[axis].before));
    auto variable = [&](unsigned axis, Value coordinate) {
      return range.variable(builder, location, axis, coordinate, loop.getBoundType());
    };
    IRMapping ofRow;
    const unsigned last = start.size() - 1;
    for (unsigned axis = 0; axis < last; ++axis)
      ofRow.map(statements.getArgument(axis), variable(axis, start[axis]));
    for (int64_t number = 0; number < iterations; ++number)
      mappings.emplace_back(ofRow).map(statements.getArgument(last),
                                       variable(last, i64.add(start.back(), i64.constant(number))));
  }
  if (order == Order::backwards)
    std::reverse(mappings.begin(), mappings.end());
  auto note = [&](Operation *source, Operation *copy, unsigned number) {
    const int64_t element = number % iterations;
    accesses.align(source, copy, order == Order::backwards ? iterations - 1 - element : element);
  };
  BodyCopies copies = {mappings, note};
  auto runSingly = [&] {
    for (auto [number, start] : llvm::enumerate(starts)) {
      OpBuilder::InsertionGuard restore(builder);
      if (number > 0 && hasLoops) {
        Value isOther = i64.less(starts[number - 1][sharedDimension], start[sharedDimension]);
        auto other = scf::IfOp::create(builder, location, isOther, /*withElseRegion=*/false);
        builder.setInsertionPointToStart(other.thenBlock());
      }
      Value first = range.number(builder, location, start);
      cloneSingly(builder, body.loop(), range, first, i64.constant(1), i64.add(first, i64.constant(iterations)));
    }
  };
  cloneTogether(builder, loop, copies, runSingly);
}

/// Of one dimension: a thread's windows are a grid apart. As many at once as keep the memory busy where a resident grid
/// has no other blocks to take over; `all` are the windows then.
void ThreadWindows::createLine(OpBuilder &builder, const FlatRange &range, const Row &row, ThreadIterations all) {
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  constexpr unsigned loadsAtOnce = 4;
  const bool isResident = body.shape().grid == qd::GridSize::resident;
  const int64_t most = isResident && !hasLoops ? unrollCount(loop, {loadsAtOnce, limits.operations / width()}) : 1;
  OpBuilder::InsertionGuard restore(builder);
  Value window = all.first;
  for (int64_t together : most > 1 ? SmallVector<int64_t>{most, 1} : SmallVector<int64_t>{1}) {
    Value ahead = i64.mul(all.step, i64.constant(together - 1));
    auto fits = [&](Value first) { return i64.less(i64.add(first, ahead), row.windows); };
    auto guard = scf::IfOp::create(builder, location, window.getType(), fits(window), /*withElseRegion=*/true);
    builder.setInsertionPointToStart(guard.elseBlock());
    scf::YieldOp::create(builder, location, window);
    builder.setInsertionPointToStart(guard.thenBlock());
    auto windows = createDoWhile(builder, location, window, [&](ValueRange state) -> IterationOutcome {
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

/// The windows of the group at a place among groups. With inner loops they are always as many: where the last group is
/// not whole, one window is there several times: its copies are interleaved, and load and store the same. Others share
/// loads because each is known to be one row after the other: a group that is not whole is one window. The branch has
/// all that they load: what a store alone had in one would be loaded when the other rows are done.
void ThreadWindows::createGroup(OpBuilder &builder, const FlatRange &range, const Row &row, ArrayRef<Value> place) {
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  Value count = countInside(builder, range, sharedDimension);
  SmallVector<SmallVector<Value>> places(together, SmallVector<Value>(place));
  for (auto [number, mine] : llvm::enumerate(places)) {
    mine[sharedDimension] = inGroup(builder, place, i64.constant(number));
    if (number > 0 && hasLoops)
      mine[sharedDimension] = i64.min(mine[sharedDimension], i64.sub(count, i64.constant(1)));
  }
  if (together == 1 || hasLoops)
    return createWindows(builder, range, row, places);
  Value isWhole = i64.less(places.back()[sharedDimension], count);
  auto whole = scf::IfOp::create(builder, location, isWhole, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(whole.thenBlock());
  createWindows(builder, range, row, places);
  builder.setInsertionPointToStart(whole.elseBlock());
  createWindows(builder, range, row, places.front(), Order::backwards);
}

/// The coordinate along the shared dimension of a window, by its number, of the group at a place among groups.
Value ThreadWindows::inGroup(OpBuilder &builder, ArrayRef<Value> place, Value number) {
  I64Builder i64{builder, loop.getLoc()};
  Value coordinate = place[sharedDimension];
  return together == 1 ? coordinate : i64.add(i64.mul(coordinate, i64.constant(together)), number);
}

/// Of several dimensions: a block's tiles are a grid apart. Its threads run their windows, and then the ends of the
/// tile's rows, which are in the cache.
void ThreadWindows::createTiles(OpBuilder &builder, const FlatRange &range, const Row &row, const WindowTiles &tiles) {
  Location location = loop.getLoc();
  I32Builder i32{builder, location};
  Value count = tiles.count(builder), block = i32.narrow(body.block()), thread = i32.narrow(body.thread());
  auto guard = scf::IfOp::create(builder, location, i32.less(block, count), /*withElseRegion=*/false);
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(guard.thenBlock());
  createDoWhile(builder, location, block, [&](ValueRange state) -> IterationOutcome {
    SmallVector<Value> tile = tiles.coordinates(builder, state.front());
    SmallVector<Value> point = tiles.point(builder, tile, thread);
    auto inside = scf::IfOp::create(builder, location, tiles.isInside(builder, point), /*withElseRegion=*/false);
    builder.setInsertionPointToStart(inside.thenBlock());
    SmallVector<Value> place = llvm::map_to_vector(point, [&](Value coordinate) { return i32.widen(coordinate); });
    createGroup(builder, range, row, place);
    builder.setInsertionPointAfter(inside);
    if (iterations > 1)
      createEnds(builder, range, row, tiles, tile);
    Value next = i32.add(state.front(), i32.narrow(body.blocks()));
    return {i32.less(next, count), {next}};
  });
}

/// The iterations of a tile's rows that are in no window: those ahead of the first one in the first tile along the row,
/// and those after the last one in the last tile.
void ThreadWindows::createEnds(OpBuilder &builder, const FlatRange &range, const Row &row, const WindowTiles &tiles,
                               ValueRange tile) {
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  I32Builder i32{builder, location};
  OpBuilder::InsertionGuard restore(builder);
  // Most tiles are in the middle of their rows.
  Value isFirst = tiles.isFirst(builder, tile), isLast = tiles.isLast(builder, tile);
  Value isAtEnd = arith::OrIOp::create(builder, location, isFirst, isLast);
  auto atEnd = scf::IfOp::create(builder, location, isAtEnd, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(atEnd.thenBlock());
  Value zero = i32.constant(0), shift = tiles.lastShift();
  Value tailStart = i64.add(row.head, i64.mul(row.windows, i64.constant(iterations)));
  Value head = i32.select(isFirst, i32.narrow(row.head), zero);
  Value tail = i32.select(isLast, i32.narrow(i64.sub(range.counts.back(), tailStart)), zero);
  Value logRows = i32.sub(i32.constant(llvm::Log2_32(body.shape().blockThreads)), shift);
  Value lastRow = i32.sub(i32.shiftLeft(i32.constant(1), logRows), i32.constant(1));
  Value ends = i32.mul(i32.add(head, tail), i32.constant(together));
  Value total = i32.shiftLeft(ends, logRows), thread = i32.narrow(body.thread());
  auto guard = scf::IfOp::create(builder, location, i32.less(thread, total), /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guard.thenBlock());
  createDoWhile(builder, location, thread, [&](ValueRange state) -> IterationOutcome {
    Value inTile = i32.bitAnd(state.front(), lastRow), number = i32.shiftRight(state.front(), logRows);
    SmallVector<Value> point = tiles.point(builder, tile, i32.shiftLeft(inTile, shift));
    Value copy = i32.bitAnd(number, i32.constant(together - 1));
    Value end = i32.shiftRight(number, i32.constant(llvm::Log2_64(together)));
    Value inTail = i64.add(tailStart, i32.widen(i32.sub(end, head)));
    SmallVector<Value> place = llvm::map_to_vector(point, [&](Value coordinate) { return i32.widen(coordinate); });
    place.back() = i64.select(i32.less(end, head), i32.widen(end), inTail);
    SmallVector<Value> mine = place;
    Value isInside = tiles.isInside(builder, ArrayRef(point).drop_back());
    if (together > 1) {
      mine[sharedDimension] = inGroup(builder, place, i32.widen(copy));
      Value isThere = i64.less(mine[sharedDimension], countInside(builder, range, sharedDimension));
      isInside = arith::AndIOp::create(builder, location, isInside, isThere);
    }
    for (unsigned axis = 0; axis + 1 < mine.size(); ++axis)
      mine[axis] = i64.add(mine[axis], i64.constant(borders[axis].before));
    auto inside = scf::IfOp::create(builder, location, isInside, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(inside.thenBlock());
    cloneAt(builder, body.loop(), range, mine);
    builder.setInsertionPointAfter(inside);
    Value next = i32.add(state.front(), i32.constant(body.shape().blockThreads));
    return {i32.less(next, total), {next}};
  });
}

/// `range` where it is known to have iterations: then assemblers, which compute such values again in each loop rather
/// than keep them, need a subtraction.
FlatRange ThreadWindows::withIterations(OpBuilder &builder, FlatRange range) {
  I64Builder i64{builder, loop.getLoc()};
  for (auto [axis, upper] : llvm::enumerate(loop.getUpperBounds()))
    if (loop.getSteps().empty() || getConstantIntValue(loop.getSteps()[axis]) == 1)
      range.counts[axis] = i64.sub(i64.fromInteger(upper), range.lowerBounds[axis]);
  return range;
}

/// The iterations of a dimension that are not in the border.
Value ThreadWindows::countInside(OpBuilder &builder, const FlatRange &range, unsigned axis) {
  I64Builder i64{builder, loop.getLoc()};
  return i64.sub(range.counts[axis], i64.constant(borders[axis].before + borders[axis].after));
}

SmallVector<unsigned> ThreadWindows::cutDimensions() const {
  SmallVector<unsigned> result;
  for (unsigned axis = 0; axis < borders.size(); ++axis) {
    const bool isLast = axis + 1 == borders.size();
    if (isLast ? axis == 0 : borders[axis].before + borders[axis].after > 0)
      result.push_back(axis);
  }
  return result;
}

/// That of `range`; its head may be longer than its rows only if `isShort`.
ThreadWindows::Row ThreadWindows::rowOf(OpBuilder &builder, const FlatRange &range, bool isShort) {
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  const auto [before, after] = borders.back();
  Value distance =
      builder.createOrFold<arith::SubIOp>(location, i64.constant(accesses.phase() - before), range.lowerBounds.back());
  Row row;
  row.head = i64.add(i64.bitAnd(distance, iterations - 1), i64.constant(before));
  Value rest = i64.sub(i64.sub(range.counts.back(), row.head), i64.constant(after));
  row.windows = i64.div(isShort ? i64.max(rest, i64.constant(0)) : rest, i64.constant(iterations));
  return row;
}

/// What tiles are made of: groups of windows that are taken together.
WindowTiles ThreadWindows::tilesOf(OpBuilder &builder, const FlatRange &range, const Row &row) {
  I64Builder i64{builder, loop.getLoc()};
  SmallVector<Value> counts;
  for (unsigned axis = 0; axis + 1 < range.counts.size(); ++axis)
    counts.push_back(countInside(builder, range, axis));
  counts.push_back(row.windows);
  if (together > 1)
    counts[sharedDimension] =
        i64.div(i64.add(counts[sharedDimension], i64.constant(together - 1)), i64.constant(together));
  return WindowTiles(builder, loop.getLoc(), counts, body.shape().blockThreads, /*fitRows=*/hasLoops);
}

ThreadWindows::Left ThreadWindows::create(OpBuilder &builder, const FlatRange &range, Value total, ThreadIterations all,
                                          llvm::function_ref<ThreadIterations()> runElse) {
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) -> Value {
    return arith::CmpIOp::create(builder, location, predicate, lhs, rhs);
  };
  auto both = [&](Value lhs, Value rhs) -> Value { return arith::AndIOp::create(builder, location, lhs, rhs); };
  Value length = range.counts.back();
  const Row row = rowOf(builder, range, /*isShort=*/true);
  Value inWindows = i64.mul(row.windows, i64.constant(iterations)), left = i64.sub(length, inWindows);
  Value fewer = hasLoops ? i64.constant(leastWithLoops - 1) : all.step;
  Value condition = both(accesses.areAligned(builder, location), compare(arith::CmpIPredicate::ugt, total, fewer));
  condition = both(condition, i64.less(left, inWindows));
  const bool hasTiles = range.counts.size() > 1;
  const SmallVector<unsigned> cut = cutDimensions();
  if (hasTiles) {
    for (unsigned axis : cut)
      condition = both(condition, i64.less(i64.constant(0), countInside(builder, range, axis)));
    if (hasLoops && together > 1) // of fewer rows most of a group would be one row again and again
      condition = both(condition, compare(arith::CmpIPredicate::sge, countInside(builder, range, sharedDimension),
                                          i64.constant(together)));
    condition = both(condition, compare(arith::CmpIPredicate::ult, total, i64.constant(int64_t{1} << 32)));
    condition = both(condition, tilesOf(builder, range, row).isDense(builder));
  }
  SmallVector<Type> types(2 + cut.size(), builder.getI64Type());
  auto yield = [&](ThreadIterations others, ValueRange cutLengths) {
    SmallVector<Value> values = {others.first, others.step};
    llvm::append_range(values, cutLengths);
    scf::YieldOp::create(builder, location, values);
  };
  auto choice = scf::IfOp::create(builder, location, types, condition, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(choice.thenBlock());
  if (hasTiles) {
    const FlatRange known = withIterations(builder, range);
    const Row itsRow = rowOf(builder, known, /*isShort=*/false);
    createTiles(builder, known, itsRow, tilesOf(builder, known, itsRow));
    yield({cut.empty() ? total : all.first, all.step},
          llvm::map_to_vector(cut, [&](unsigned axis) { return countInside(builder, range, axis); }));
  } else {
    createLine(builder, range, row, all);
    yield(all, inWindows);
  }
  builder.setInsertionPointToStart(choice.elseBlock());
  yield(runElse(), SmallVector<Value>(cut.size(), i64.constant(0)));
  builder.setInsertionPointAfter(choice);
  if (loop != body.loop())
    loop.erase();
  FlatRange rest = range;
  if (!cut.empty()) {
    rest.holeStarts.assign(rest.counts.size(), i64.constant(0));
    rest.holeLengths = rest.counts;
  }
  for (auto [number, axis] : llvm::enumerate(cut)) {
    rest.holeStarts[axis] = hasTiles ? i64.constant(borders[axis].before) : row.head;
    rest.holeLengths[axis] = choice.getResult(2 + number);
  }
  return {rest, {choice.getResult(0), choice.getResult(1)}};
}

} // namespace qdc
