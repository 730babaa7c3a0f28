//===- LaneFold.cpp - A block of a reduction in a subgroup ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LaneFold.h"

#include "DoWhile.h"
#include "SubgroupFold.h"
#include "UnrollHints.h"
#include "WorkgroupFold.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/ReductionRule.h"

using namespace mlir;

namespace qdc {

Value Reduced::start(OpBuilder &builder, Location location) const {
  Value value = arith::ConstantOp::create(builder, location, startOfReduction(builder, kind, type));
  return toMemoryType(builder, location, value);
}

Value Reduced::fold(OpBuilder &builder, Location location, Value lhs, Value rhs) const {
  auto fromMemory = [&](Value value) { return fromMemoryType(builder, location, value, type); };
  return toMemoryType(builder, location, foldPair(builder, location, kind, fromMemory(lhs), fromMemory(rhs)));
}

SmallVector<Value> ElementLoop::create(unsigned unroll, ValueRange carried, Iterate iterate) {
  I64Builder i64{builder, location};
  SmallVector<Value> start = {first}, step;
  if (hasCoordinates()) {
    llvm::append_range(start, range.coordinates(builder, location, first));
    step = range.coordinates(builder, location, i64.constant(stride));
  }
  llvm::append_range(start, carried);
  auto guard = scf::IfOp::create(builder, location, carried.getTypes(), i64.less(first, end),
                                 /*withElseRegion=*/!carried.empty());
  if (!carried.empty()) {
    builder.setInsertionPointToStart(guard.elseBlock());
    scf::YieldOp::create(builder, location, carried);
  }
  builder.setInsertionPointToStart(guard.thenBlock());
  auto loop = createDoWhile(builder, location, start, [&](ValueRange state) -> LoopEnd {
    SmallVector<Value> next = createElement(state, step, iterate);
    return {i64.less(next.front(), end), next};
  });
  askForCopies(loop, unroll);
  if (!carried.empty())
    scf::YieldOp::create(builder, location, loop.getResults().drop_front(placeSize()));
  builder.setInsertionPointAfter(guard);
  return SmallVector<Value>(guard.getResults());
}

SmallVector<Value> ElementLoop::createElement(ValueRange state, ValueRange step, Iterate iterate) {
  I64Builder i64{builder, location};
  Value element = state.front();
  ValueRange coordinates = hasCoordinates() ? state.slice(1, range.counts.size()) : state.take_front(1);
  SmallVector<Value> carried = iterate(element, coordinates, state.drop_front(placeSize()));
  SmallVector<Value> next = {i64.add(element, i64.constant(stride))};
  if (hasCoordinates())
    llvm::append_range(next, range.advance(builder, location, coordinates, step));
  llvm::append_range(next, carried);
  return next;
}

unsigned LaneFold::lanesOfThread(const GridBody &body) { return QDC_REDUCE_LANES / body.reducingThreads(); }

LaneFold::Place LaneFold::start() const {
  Place place = {elements.begin, {}};
  for (unsigned lane = 0; lane < lanesOfThread(body); ++lane)
    for (const Reduced &value : values)
      place.lanes.push_back(value.start(builder, location));
  return place;
}

void LaneFold::foldInto(MutableArrayRef<Value> lanes, unsigned lane, ValueRange found) {
  for (auto [index, value] : llvm::enumerate(values)) {
    Value &folded = lanes[lane * values.size() + index];
    folded = value.fold(builder, location, folded, found[index]);
  }
}

LaneFold::Place LaneFold::createBatches(unsigned count, unsigned neighbours, Place place, IterateAll iterate) {
  I64Builder i64{builder, location};
  const unsigned threads = body.reducingThreads();
  Value size = i64.constant(int64_t{count} * threads);
  Value offset = i64.mul(thread, i64.constant(neighbours));
  SmallVector<Value> start = {place.element};
  llvm::append_range(start, place.lanes);
  auto fits = [&](Value element) { return i64.less(i64.add(element, i64.sub(size, i64.constant(1))), elements.end); };
  auto guard = scf::IfOp::create(builder, location, TypeRange(ValueRange(start)), fits(place.element),
                                 /*withElseRegion=*/true);
  builder.setInsertionPointToStart(guard.elseBlock());
  scf::YieldOp::create(builder, location, start);
  builder.setInsertionPointToStart(guard.thenBlock());
  auto loop = createDoWhile(builder, location, start, [&](ValueRange state) -> LoopEnd {
    Value first = i64.add(state.front(), offset);
    SmallVector<Value> mine;
    for (unsigned number = 0; number < count; ++number) {
      const int64_t row = number / neighbours;
      mine.push_back(i64.add(first, i64.constant(row * neighbours * threads + number % neighbours)));
    }
    SmallVector<SmallVector<Value>> found = iterate(mine);
    SmallVector<Value> next(state);
    for (auto [number, result] : llvm::enumerate(found))
      foldInto(MutableArrayRef(next).drop_front(), number % lanesOfThread(body), result);
    next.front() = i64.add(state.front(), size);
    return {fits(next.front()), next};
  });
  scf::YieldOp::create(builder, location, loop.getResults());
  builder.setInsertionPointAfter(guard);
  return {guard.getResult(0), SmallVector<Value>(guard.getResults().drop_front())};
}

SmallVector<Value> LaneFold::create(unsigned unroll, const Place &place, Iterate iterate) {
  I64Builder i64{builder, location};
  Value first = i64.add(place.element, thread);
  ElementLoop loop(builder, location, elements.range, first, elements.end, body.reducingThreads());
  SmallVector<Value> lanes =
      loop.create(unroll, place.lanes, [&](Value element, ValueRange coordinates, ValueRange before) {
        SmallVector<Value> found = iterate(element, coordinates);
        // The next lane's turn comes next.
        SmallVector<Value> after(before.drop_front(values.size()));
        for (auto [index, value] : llvm::enumerate(values))
          after.push_back(value.fold(builder, location, before[index], found[index]));
        return after;
      });
  return foldThreads(foldLanes(lanes, first));
}

/// The values of a thread's lanes, which are apart, in the order of the rule. The loop over elements began at `first`.
SmallVector<Value> LaneFold::foldLanes(ValueRange lanes, Value first) {
  if (lanesOfThread(body) == 1)
    return SmallVector<Value>(lanes);
  // After an odd number of elements the two lanes are swapped.
  I64Builder i64{builder, location};
  Value width = i64.constant(body.reducingThreads()), zero = i64.constant(0);
  Value missing = i64.max(i64.sub(elements.end, first), zero);
  Value count = i64.div(i64.add(missing, i64.constant(body.reducingThreads() - 1)), width);
  Value isSwapped = i64.equal(i64.bitAnd(count, 1), i64.constant(1));
  SmallVector<Value> results;
  for (auto [index, value] : llvm::enumerate(values)) {
    Value current = lanes[index], other = lanes[values.size() + index];
    results.push_back(
        value.fold(builder, location, i64.select(isSwapped, other, current), i64.select(isSwapped, current, other)));
  }
  return results;
}

SmallVector<Value> LaneFold::createPairs(const Place &place, Iterate iterate) {
  I64Builder i64{builder, location};
  const size_t count = values.size();
  Value first = i64.add(place.element, i64.mul(thread, i64.constant(2)));
  ElementLoop loop(builder, location, elements.range, first, elements.end, QDC_REDUCE_LANES);
  SmallVector<Value> lanes =
      loop.create(/*unroll=*/1, place.lanes, [&](Value element, ValueRange coordinates, ValueRange before) {
        SmallVector<Value> after(before);
        foldInto(after, 0, iterate(element, coordinates));
        Value next = i64.add(element, i64.constant(1));
        SmallVector<Value> second = llvm::to_vector(ArrayRef(after).drop_front(count));
        auto isThere = scf::IfOp::create(builder, location, TypeRange(ValueRange(second)), i64.less(next, elements.end),
                                         /*withElseRegion=*/true);
        builder.setInsertionPointToStart(isThere.elseBlock());
        scf::YieldOp::create(builder, location, second);
        builder.setInsertionPointToStart(isThere.thenBlock());
        foldInto(after, 1, iterate(next, next));
        scf::YieldOp::create(builder, location, ArrayRef(after).drop_front(count));
        builder.setInsertionPointAfter(isThere);
        llvm::copy(isThere.getResults(), after.begin() + count);
        return after;
      });
  SmallVector<Value> even = foldThreads(llvm::to_vector(ArrayRef(lanes).take_front(count)));
  SmallVector<Value> odd = foldThreads(llvm::to_vector(ArrayRef(lanes).drop_front(count)));
  foldInto(even, 0, odd);
  return even;
}

SmallVector<Value> LaneFold::foldThreads(SmallVector<Value> results) {
  for (auto [value, result] : llvm::zip_equal(values, results)) {
    auto fold = [&](Value lhs, Value rhs) { return value.fold(builder, location, lhs, rhs); };
    result = body.subgroupWidth ? foldSubgroup(body.grid(builder, location), result, fold)
                                : foldBlock(builder, location, body, result, fold);
  }
  return results;
}

} // namespace qdc
