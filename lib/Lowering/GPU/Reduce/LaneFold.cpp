//===- LaneFold.cpp - A block of a reduction in a subgroup ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LaneFold.h"

#include "../Grid/DoWhile.h"
#include "../InnerLoops/UnrollHints.h"
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

ElementPlace ElementPlace::of(OpBuilder &builder, Location location, const FlatRange &range, Value element) {
  if (range.counts.size() == 1)
    return {element, {}};
  return {element, range.coordinates(builder, location, element)};
}

SmallVector<Value> ElementLoop::State::values() const {
  SmallVector<Value> values = {next.element};
  llvm::append_range(values, next.coordinates);
  llvm::append_range(values, carried);
  return values;
}

ElementLoop::State ElementLoop::State::of(const FlatRange &range, ValueRange values) {
  const size_t coordinates = range.counts.size() > 1 ? range.counts.size() : 0;
  return {{values.front(), SmallVector<Value>(values.slice(1, coordinates))},
          SmallVector<Value>(values.drop_front(1 + coordinates))};
}

SmallVector<Value> ElementLoop::stepCoordinates() {
  if (!hasCoordinates())
    return {};
  return range.coordinates(builder, location, I64Builder{builder, location}.constant(stride));
}

SmallVector<Value> ElementLoop::create(unsigned unroll, const State &start, Iterate iterate) {
  I64Builder i64{builder, location};
  SmallVector<Value> step = stepCoordinates();
  const SmallVector<Value> &carried = start.carried;
  auto guard = scf::IfOp::create(builder, location, TypeRange(ValueRange(carried)), i64.less(start.next.element, end),
                                 /*withElseRegion=*/!carried.empty());
  if (!carried.empty()) {
    builder.setInsertionPointToStart(guard.elseBlock());
    scf::YieldOp::create(builder, location, carried);
  }
  builder.setInsertionPointToStart(guard.thenBlock());
  auto loop = createDoWhile(builder, location, start.values(), [&](ValueRange values) -> IterationOutcome {
    State state = State::of(range, values), after;
    after.carried = iterate(state.next, state.carried);
    after.next.element = i64.add(state.next.element, i64.constant(stride));
    if (hasCoordinates())
      after.next.coordinates = range.advance(builder, location, state.next.coordinates, step);
    return {i64.less(after.next.element, end), after.values()};
  });
  requestUnroll(loop, unroll);
  if (!carried.empty())
    scf::YieldOp::create(builder, location, State::of(range, loop.getResults()).carried);
  builder.setInsertionPointAfter(guard);
  return SmallVector<Value>(guard.getResults());
}

ElementLoop::State ElementLoop::createBatches(const Batch &batch, const State &start, IterateAll iterate) {
  I64Builder i64{builder, location};
  const int64_t size = int64_t{batch.count} * stride, last = size - (batch.offset ? 1 : stride);
  auto fits = [&](Value element) { return i64.less(i64.add(element, i64.constant(last)), end); };
  SmallVector<Value> values = start.values();
  auto guard = scf::IfOp::create(builder, location, TypeRange(ValueRange(values)), fits(start.next.element),
                                 /*withElseRegion=*/true);
  builder.setInsertionPointToStart(guard.elseBlock());
  scf::YieldOp::create(builder, location, values);
  builder.setInsertionPointToStart(guard.thenBlock());
  SmallVector<Value> step = stepCoordinates();
  auto loop = createDoWhile(builder, location, values, [&](ValueRange state) -> IterationOutcome {
    State after = createBatch(batch, State::of(range, state), step, iterate);
    return {fits(after.next.element), after.values()};
  });
  scf::YieldOp::create(builder, location, loop.getResults());
  builder.setInsertionPointAfter(guard);
  return State::of(range, guard.getResults());
}

ElementLoop::State ElementLoop::createBatch(const Batch &batch, State state, ValueRange step, IterateAll iterate) {
  I64Builder i64{builder, location};
  Value first = batch.offset ? i64.add(state.next.element, batch.offset) : state.next.element;
  SmallVector<ElementPlace> places;
  for (unsigned number = 0; number < batch.count; ++number) {
    const int64_t row = number / batch.neighbours, side = number % batch.neighbours;
    Value element = i64.add(first, i64.constant(row * batch.neighbours * stride + side));
    places.push_back({element, state.next.coordinates});
    if (hasCoordinates())
      state.next.coordinates = range.advance(builder, location, state.next.coordinates, step);
  }
  state.carried = iterate(places, state.carried);
  state.next.element = i64.add(state.next.element, i64.constant(int64_t{batch.count} * stride));
  return state;
}

unsigned LaneFold::lanesOfThread(const GridBody &body) { return QDC_REDUCE_LANES / body.reducingThreads(); }

LaneFold::Place LaneFold::start() const {
  Value first = I64Builder{builder, location}.add(elements.begin, thread);
  Place place = {ElementPlace::of(builder, location, elements.range, first), {}};
  place.next.element = elements.begin;
  for (unsigned lane = 0; lane < lanesOfThread(body); ++lane)
    for (const Reduced &value : values)
      place.carried.push_back(value.start(builder, location));
  return place;
}

void LaneFold::foldInto(MutableArrayRef<Value> lanes, unsigned lane, ValueRange found) {
  for (auto [index, value] : llvm::enumerate(values)) {
    Value &folded = lanes[lane * values.size() + index];
    folded = value.fold(builder, location, folded, found[index]);
  }
}

LaneFold::Place LaneFold::createBatches(unsigned count, unsigned neighbours, const Place &place, IterateAll iterate) {
  I64Builder i64{builder, location};
  ElementLoop loop(builder, location, elements.range, elements.end, body.reducingThreads());
  Value offset = i64.mul(thread, i64.constant(neighbours));
  return loop.createBatches({count, neighbours, offset}, place, [&](ArrayRef<ElementPlace> places, ValueRange before) {
    SmallVector<SmallVector<Value>> found = iterate(places);
    SmallVector<Value> after(before);
    for (auto [number, result] : llvm::enumerate(found))
      foldInto(after, number % lanesOfThread(body), result);
    return after;
  });
}

SmallVector<Value> LaneFold::create(unsigned unroll, const Place &place, Iterate iterate) {
  I64Builder i64{builder, location};
  Place mine = place;
  mine.next.element = i64.add(place.next.element, thread);
  ElementLoop loop(builder, location, elements.range, elements.end, body.reducingThreads());
  SmallVector<Value> lanes = loop.create(unroll, mine, [&](const ElementPlace &at, ValueRange before) {
    SmallVector<Value> found = iterate(at);
        // The next lane's turn comes next.
    SmallVector<Value> after(before.drop_front(values.size()));
    for (auto [index, value] : llvm::enumerate(values))
      after.push_back(value.fold(builder, location, before[index], found[index]));
    return after;
  });
  return foldThreads(foldLanes(lanes, mine.next.element));
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
  Place mine = place;
  mine.next.element = i64.add(place.next.element, i64.mul(thread, i64.constant(2)));
  ElementLoop loop(builder, location, elements.range, elements.end, QDC_REDUCE_LANES);
  SmallVector<Value> lanes = loop.create(/*unroll=*/1, mine, [&](const ElementPlace &at, ValueRange before) {
    SmallVector<Value> after(before);
    foldInto(after, 0, iterate(at));
    Value next = i64.add(at.element, i64.constant(1));
    SmallVector<Value> second = llvm::to_vector(ArrayRef(after).drop_front(count));
    auto isThere = scf::IfOp::create(builder, location, TypeRange(ValueRange(second)), i64.less(next, elements.end),
                                     /*withElseRegion=*/true);
    builder.setInsertionPointToStart(isThere.elseBlock());
    scf::YieldOp::create(builder, location, second);
    builder.setInsertionPointToStart(isThere.thenBlock());
    foldInto(after, 1, iterate({next, {}}));
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
    result = body.subgroupWidth() ? body.grid(builder, location).foldSubgroup(result, fold)
                                  : foldBlock(builder, location, body, body.reducingThreads(), result, fold);
  }
  return results;
}

} // namespace qdc
