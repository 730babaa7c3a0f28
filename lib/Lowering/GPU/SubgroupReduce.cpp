//===- SubgroupReduce.cpp - Deterministic reductions by subgroups ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SubgroupReduce.h"

#include "DoWhile.h"
#include "GridLoops.h"
#include "SubgroupFold.h"
#include "UnrollHints.h"
#include "WorkgroupFold.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/FlatRange.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/ReductionRule.h"

using namespace mlir;

namespace qdc {

namespace {

/// One value that is being reduced.
struct Reduced {
  qd::ReduceKind kind;
  Type type;

  Value start(OpBuilder &builder, Location location) const {
    Value value = arith::ConstantOp::create(builder, location, startOfReduction(builder, kind, type));
    return toMemoryType(builder, location, value);
  }
  /// Of values as they lie in memory.
  Value fold(OpBuilder &builder, Location location, Value lhs, Value rhs) const {
    auto fromMemory = [&](Value value) { return fromMemoryType(builder, location, value, type); };
    return toMemoryType(builder, location, foldPair(builder, location, kind, fromMemory(lhs), fromMemory(rhs)));
  }
};

/// The loop of a thread over the elements `first` + W k below `end` of a range, which fold into its lanes.
class LaneLoop {
public:
  /// Gives the values, as they lie in memory, of an element (i64) at its coordinates in the range (i64).
  using Iterate = llvm::function_ref<SmallVector<Value>(Value element, ValueRange coordinates)>;

  /// Where `range` has several dimensions, what is created must run only if it is not empty: its extents are divided
  /// by. What is given by reference must outlive this object.
  LaneLoop(OpBuilder &builder, Location location, const GridBody &body, ArrayRef<Reduced> values, Value first,
           Value end, const FlatRange &range)
      : builder(builder), location(location), body(body), values(values), first(first), end(end), range(range) {}

  /// Creates it at the builder's insertion point; the back end is asked for `unroll` copies. Thread 0 has the values of
  /// the whole subgroup.
  SmallVector<Value> create(unsigned unroll, Iterate iterate) {
    I64Builder i64{builder, location};
    SmallVector<Value> start = {first}, stride;
    if (hasCoordinates()) {
      llvm::append_range(start, range.coordinates(builder, location, first));
      stride = range.coordinates(builder, location, i64.constant(body.reducingThreads()));
    }
    for (unsigned lane = 0; lane < laneCount(); ++lane)
      for (const Reduced &value : values)
        start.push_back(value.start(builder, location));
    auto lanes = ArrayRef(start).drop_front(placeSize());
    auto guard = scf::IfOp::create(builder, location, ValueRange(lanes).getTypes(), i64.less(first, end),
                                   /*withElseRegion=*/true);
    builder.setInsertionPointToStart(guard.elseBlock());
    scf::YieldOp::create(builder, location, lanes);
    builder.setInsertionPointToStart(guard.thenBlock());
    auto loop = createDoWhile(builder, location, start,
                              [&](ValueRange state) { return createElement(state, stride, iterate); });
    askForCopies(loop, unroll);
    scf::YieldOp::create(builder, location, loop.getResults().drop_front(placeSize()));
    builder.setInsertionPointAfter(guard);
    return foldThreads(foldLanes(guard.getResults()));
  }

private:
  bool hasCoordinates() const { return range.counts.size() > 1; }
  /// Values that say where the loop is.
  unsigned placeSize() const { return hasCoordinates() ? 1 + range.counts.size() : 1; }
  unsigned laneCount() const { return QDC_REDUCE_LANES / body.reducingThreads(); }

  LoopEnd createElement(ValueRange state, ValueRange stride, Iterate iterate) {
    I64Builder i64{builder, location};
    Value element = state.front();
    ValueRange coordinates = hasCoordinates() ? state.slice(1, range.counts.size()) : state.take_front(1);
    ValueRange lanes = state.drop_front(placeSize());
    SmallVector<Value> found = iterate(element, coordinates);
    Value next = i64.add(element, i64.constant(body.reducingThreads()));
    SmallVector<Value> operands = {next};
    if (hasCoordinates())
      llvm::append_range(operands, range.advance(builder, location, coordinates, stride));
    // The next lane's turn comes next.
    llvm::append_range(operands, lanes.drop_front(values.size()));
    for (auto [index, value] : llvm::enumerate(values))
      operands.push_back(value.fold(builder, location, lanes[index], found[index]));
    return {i64.less(next, end), operands};
  }

  /// The values of a thread's lanes, in the order of the rule.
  SmallVector<Value> foldLanes(ValueRange lanes) {
    if (laneCount() == 1)
      return SmallVector<Value>(lanes);
    // After an odd number of elements the two lanes are swapped.
    I64Builder i64{builder, location};
    Value width = i64.constant(body.reducingThreads()), zero = i64.constant(0);
    Value missing = i64.max(i64.sub(end, first), zero);
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

  SmallVector<Value> foldThreads(SmallVector<Value> results) {
    for (auto [value, result] : llvm::zip_equal(values, results)) {
      auto fold = [&](Value lhs, Value rhs) { return value.fold(builder, location, lhs, rhs); };
      result = body.subgroupWidth ? foldSubgroup(body.grid(builder, location), result, fold)
                                  : foldBlock(builder, location, body, result, fold);
    }
    return results;
  }

  OpBuilder &builder;
  Location location;
  const GridBody &body;
  ArrayRef<Reduced> values;
  Value first, end;
  const FlatRange &range;
};

/// Writes the values of a block, which thread 0 has, to the partials.
void storePartials(OpBuilder &builder, Location location, const GridBody &body, Value lane, Value block,
                   ValueRange values) {
  I64Builder i64{builder, location};
  auto write = scf::IfOp::create(builder, location, i64.equal(lane, i64.constant(0)), /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(write.thenBlock());
  for (auto [value, offset] : llvm::zip_equal(values, body.partials))
    qd::FlatStoreOp::create(builder, location, value, body.workspace, partialWord(i64, offset, block));
}

void lowerCombine(qd::CombinePartialsOp op, const GridBody &body, Value lane) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  I64Builder i64{builder, location};
  Value total = i64.max(i64.fromInteger(op.getIterations()), i64.constant(0));
  Value count = ReductionBlocks::create(i64, total).count(i64);
  Reduced value{op.getReduce(), op.getType()};
  FlatRange range{{}, {}, {count}};
  LaneLoop loop(builder, location, body, value, lane, count, range);
  SmallVector<Value> result = loop.create(/*unroll=*/8, [&](Value element, ValueRange) -> SmallVector<Value> {
    return {qd::FlatLoadOp::create(builder, location, memoryType(value.type), body.workspace,
                                   partialWord(i64, op.getOffset(), element), /*isVolatile=*/false)};
  });
  op.replaceAllUsesWith(fromMemoryType(builder, location, result.front(), value.type));
  op.erase();
}

} // namespace

void lowerSubgroupReduction(GridBody &body) {
  body.leavesAsBlocks |= body.subgroupWidth == 0;
  qd::ForOp loop = body.loop;
  Location location = loop.getLoc();
  OpBuilder builder(loop);
  I64Builder i64{builder, location};
  FlatRange range = computeRange(builder, loop);
  ReductionBlocks blocks = ReductionBlocks::create(i64, range.total(builder, location));
  Value count = blocks.count(i64);
  GridBody::GroupPlace place = body.place(builder, location);
  SmallVector<Reduced> values;
  for (auto [kind, type] : llvm::zip_equal(loop.getReduceKinds(), loop.getResultTypes()))
    values.push_back({kind, type});
  SmallVector<Type> types = llvm::map_to_vector(values, [](const Reduced &value) { return memoryType(value.type); });
  unsigned unroll = unrollCount(loop);

  // for (block = group; block < count; block += groupCount)
  auto guard = scf::IfOp::create(builder, location, i64.less(place.group, count), /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guard.thenBlock());
  createDoWhile(builder, location, place.group, [&](ValueRange state) -> LoopEnd {
    Value block = state.front();
    Value first = blocks.begin(i64, block);
    Value end = blocks.end(i64, first);
    LaneLoop lanes(builder, location, body, values, i64.add(first, place.lane), end, range);
    SmallVector<Value> results = lanes.create(unroll, [&](Value element, ValueRange coordinates) {
      SmallVector<Value> variables;
      for (auto [axis, coordinate] : llvm::enumerate(coordinates))
        variables.push_back(range.variable(builder, location, axis, coordinate, loop.getBoundType()));
      auto iteration = qd::IterationOp::create(builder, location, element, types);
      moveBody(loop, iteration, variables);
      return SmallVector<Value>(iteration.getResults());
    });
    storePartials(builder, location, body, place.lane, block, results);
    Value next = i64.add(block, place.groupCount);
    return {i64.less(next, count), {next}};
  });
  loop.erase();
}

void lowerCombinePartials(GridBody &body, Value lane) {
  SmallVector<qd::CombinePartialsOp> ops;
  body.function.walk([&](qd::CombinePartialsOp op) { ops.push_back(op); });
  body.leavesAsBlocks |= body.subgroupWidth == 0 && !ops.empty();
  for (qd::CombinePartialsOp op : ops)
    lowerCombine(op, body, lane);
}

} // namespace qdc
