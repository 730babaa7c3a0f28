//===- Reduce.cpp - Deterministic reductions on a GPU ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reduce.h"

#include "DoWhile.h"
#include "GridLoops.h"
#include "StraightBody.h"
#include "SubgroupFold.h"
#include "UnrollHints.h"
#include "WorkgroupFold.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/FlatRange.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/ReductionRule.h"
#include "qdc/Lowering/Common/Reports.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

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

/// How many values say where in `range` an element is: its number, and its coordinates where these are several.
unsigned placeSize(const FlatRange &range) { return range.counts.size() > 1 ? 1 + range.counts.size() : 1; }

/// The place of `element` (i64). Where the range has several dimensions, it must not be empty: its extents are divided
/// by.
SmallVector<Value> placeOf(OpBuilder &builder, Location location, const FlatRange &range, Value element) {
  SmallVector<Value> place = {element};
  if (placeSize(range) > 1)
    llvm::append_range(place, range.coordinates(builder, location, element));
  return place;
}

/// The loop of a thread over the elements `place.front()` + `stride` k below `end` of a range.
class ElementLoop {
public:
  /// Creates what is done with an element (i64) at its coordinates in the range (i64). Gives what the loop carries on.
  using Iterate = llvm::function_ref<SmallVector<Value>(Value element, ValueRange coordinates, ValueRange carried)>;

  /// What is given by reference must outlive this object.
  ElementLoop(OpBuilder &builder, Location location, const FlatRange &range, ArrayRef<Value> place, Value end,
              unsigned stride)
      : builder(builder), location(location), range(range), place(place), end(end), stride(stride) {}

  /// Creates it at the builder's insertion point; the back end is asked for `unroll` copies. Gives what is carried in
  /// the end.
  SmallVector<Value> create(unsigned unroll, ValueRange carried, Iterate iterate) {
    I64Builder i64{builder, location};
    SmallVector<Value> start(place), step;
    if (hasCoordinates())
      step = range.coordinates(builder, location, i64.constant(stride));
    llvm::append_range(start, carried);
    auto guard = scf::IfOp::create(builder, location, carried.getTypes(), i64.less(place.front(), end),
                                   /*withElseRegion=*/!carried.empty());
    if (!carried.empty()) {
      builder.setInsertionPointToStart(guard.elseBlock());
      scf::YieldOp::create(builder, location, carried);
    }
    builder.setInsertionPointToStart(guard.thenBlock());
    auto loop =
        createDoWhile(builder, location, start, [&](ValueRange state) { return createElement(state, step, iterate); });
    askForCopies(loop, unroll);
    if (!carried.empty())
      scf::YieldOp::create(builder, location, loop.getResults().drop_front(placeSize(range)));
    builder.setInsertionPointAfter(guard);
    return SmallVector<Value>(guard.getResults());
  }

private:
  bool hasCoordinates() const { return range.counts.size() > 1; }

  LoopEnd createElement(ValueRange state, ValueRange step, Iterate iterate) {
    I64Builder i64{builder, location};
    Value element = state.front();
    ValueRange coordinates = hasCoordinates() ? state.slice(1, range.counts.size()) : state.take_front(1);
    SmallVector<Value> carried = iterate(element, coordinates, state.drop_front(placeSize(range)));
    Value next = i64.add(element, i64.constant(stride));
    SmallVector<Value> operands = {next};
    if (hasCoordinates())
      llvm::append_range(operands, range.advance(builder, location, coordinates, step));
    llvm::append_range(operands, carried);
    return {i64.less(next, end), operands};
  }

  OpBuilder &builder;
  Location location;
  const FlatRange &range;
  SmallVector<Value> place;
  Value end;
  unsigned stride;
};

/// The elements of a block of the rule as the threads of a subgroup fold them, each into its lanes, and then together.
class LaneFold {
public:
  /// Gives the values, as they lie in memory, of an element (i64) at its coordinates in the range (i64).
  using Iterate = llvm::function_ref<SmallVector<Value>(Value element, ValueRange coordinates)>;

  /// As for an ElementLoop, whose stride is the subgroup's width; `first` is the thread's.
  LaneFold(OpBuilder &builder, Location location, const GridBody &body, ArrayRef<Reduced> values, Value first,
           Value end, const FlatRange &range)
      : builder(builder), location(location), body(body), values(values), first(first), end(end), range(range) {}

  /// Where a thread begins: the place of its first element, and its lanes, all values of one after those of another.
  SmallVector<Value> start() const {
    SmallVector<Value> start = placeOf(builder, location, range, first);
    for (unsigned lane = 0; lane < laneCount(); ++lane)
      for (const Reduced &value : values)
        start.push_back(value.start(builder, location));
    return start;
  }

  /// Creates it at the builder's insertion point; the back end is asked for `unroll` copies. Thread 0 has the values of
  /// the whole subgroup. `place` is start(), or what comes after an even number of elements.
  SmallVector<Value> create(unsigned unroll, ArrayRef<Value> place, Iterate iterate) {
    SmallVector<Value> start(place.drop_front(placeSize(range)));
    ElementLoop loop(builder, location, range, place.take_front(placeSize(range)), end, body.reducingThreads());
    SmallVector<Value> lanes =
        loop.create(unroll, start, [&](Value element, ValueRange coordinates, ValueRange before) {
          SmallVector<Value> found = iterate(element, coordinates);
          // The next lane's turn comes next.
          SmallVector<Value> after(before.drop_front(values.size()));
          for (auto [index, value] : llvm::enumerate(values))
            after.push_back(value.fold(builder, location, before[index], found[index]));
          return after;
        });
    return foldThreads(foldLanes(lanes));
  }

private:
  unsigned laneCount() const { return QDC_REDUCE_LANES / body.reducingThreads(); }

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
  FlatRange range;
  range.counts = {count};
  LaneFold loop(builder, location, body, value, lane, count, range);
  SmallVector<Value> result =
      loop.create(/*unroll=*/8, loop.start(), [&](Value element, ValueRange) -> SmallVector<Value> {
        return {qd::FlatLoadOp::create(builder, location, memoryType(value.type), body.workspace,
                                       partialWord(i64, op.getOffset(), element), /*isVolatile=*/false)};
      });
  op.replaceAllUsesWith(fromMemoryType(builder, location, result.front(), value.type));
  op.erase();
}

/// A reduction on its way to loops over the blocks of the rule.
class Reduction {
public:
  explicit Reduction(GridBody &body)
      : body(body), loop(body.loop), location(loop.getLoc()), builder(loop), i64{builder, location},
        range(computeRange(builder, loop)), blocks(ReductionBlocks::create(i64, range.total(builder, location))),
        unroll(unrollCount(loop)), batch(batchSize(loop)) {
    for (auto [kind, type] : llvm::zip_equal(loop.getReduceKinds(), loop.getResultTypes()))
      values.push_back({kind, type});
    types = llvm::map_to_vector(values, [](const Reduced &value) { return memoryType(value.type); });
  }

  void lower() {
    // Alone, a task whose threads have enough loads under way gains nothing from blocks.
    const bool wantsBlocks = body.subgroupWidth && (body.isOfLoop || unroll < loadsAtOnce / 2);
    if (!wantsBlocks || !reserveShared()) {
      body.shape.threadsPerIteration = body.reducingThreads();
      body.leavesAsBlocks |= body.subgroupWidth == 0;
      createBySubgroups(loop);
    } else {
      body.leavesAsBlocks = true;
      body.shape.grid = qd::GridSize::resident;
      auto both = scf::IfOp::create(builder, location, isForBlocks(), /*withElseRegion=*/true);
      builder.setInsertionPointToStart(both.elseBlock());
      createBySubgroups(cast<qd::ForOp>(loop->clone()));
      builder.setInsertionPointToStart(both.thenBlock());
      blocks.size = i64.constant(QDC_REDUCE_MINIMUM_BLOCK);
      createByBlocks(loop);
    }
  }

private:
  /// As many copies of a loop's body have together (UnrollHints.h).
  static constexpr unsigned loadsAtOnce = 16;

  /// Of the iterations that a thread runs at once. There are few blocks of the rule, and so few subgroups; each thread
  /// has many loads under way, the more the narrower they are. 1: they run one by one, as wider integers do: assemblers
  /// put their loads ahead of folds, and a sum of i32 in batches took 6 % longer on an H200.
  static unsigned batchSize(qd::ForOp loop) {
    constexpr unsigned bytesAtOnce = 64, mostLoads = 32;
    const unsigned bytes = widestElement(loop);
    const bool foldsFloats = llvm::any_of(loop.getResultTypes(), [](Type type) { return isa<FloatType>(type); });
    if (bytes == 0 || (!foldsFloats && bytes != 1) || !isStraightButForBranches(loop) || hasReports(loop))
      return 1;
    CopyLimits limits;
    limits.loads = std::clamp(bytesAtOnce / bytes, loadsAtOnce, mostLoads);
    limits.copiesBranches = true;
    return unrollCount(loop, limits);
  }

  /// For the values of all iterations of as many blocks of the rule as come to a block of threads at once, all of the
  /// smallest size. False if there is no room for one.
  bool reserveShared() {
    // A task alone has several blocks on a multiprocessor, which wait at different times, and needs the cache that
    // their arrays would take from it: an iteration of gradients by a sparse matrix took 30 us for 25 on an H200.
    constexpr unsigned blocksInLoop = 4;
    // What every device has, less what atomics may take; in a loop with room for arrays of a second type.
    const uint64_t mostBytes = (body.isOfLoop ? 40 : 32) << 10;
    const unsigned subgroups = body.shape.blockThreads / body.subgroupWidth;
    for (atOnce = body.isOfLoop ? std::min(blocksInLoop, subgroups) : 1; atOnce > 0; atOnce /= 2) {
      SmallVector<std::pair<Type, unsigned>> wanted;
      for (Type type : types)
        wanted.push_back({type, atOnce * QDC_REDUCE_MINIMUM_BLOCK});
      shared = reuseWorkgroupArrays(builder, location, body, wanted, mostBytes);
      if (!shared.empty())
        return true;
    }
    return false;
  }

  /// Whether blocks are faster than subgroups. A block takes about as long for 1,024 iterations as a subgroup's thread
  /// does for two loads one after the other; the thread has 32 iterations, `unroll` of them at once.
  Value isForBlocks() {
    Value isSmallest = i64.equal(blocks.size, i64.constant(QDC_REDUCE_MINIMUM_BLOCK));
    Value most = i64.mul(body.blocks, i64.constant(std::max(loadsAtOnce / unroll, 1u)));
    Value isFew = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::sle, blocks.count(i64), most);
    return arith::AndIOp::create(builder, location, isSmallest, isFew);
  }

  /// for (block = `first`; block < the number of blocks; block += `step`)
  void createBlocks(Value first, Value step, llvm::function_ref<void(Value block, Value begin, Value end)> create) {
    Value count = blocks.count(i64);
    auto guard = scf::IfOp::create(builder, location, i64.less(first, count), /*withElseRegion=*/false);
    builder.setInsertionPointToStart(guard.thenBlock());
    createDoWhile(builder, location, first, [&](ValueRange state) -> LoopEnd {
      Value block = state.front();
      Value begin = blocks.begin(i64, block);
      create(block, begin, blocks.end(i64, begin));
      Value next = i64.add(block, step);
      return {i64.less(next, count), {next}};
    });
    builder.setInsertionPointAfter(guard);
  }

  /// `source` is left empty, and erased.
  SmallVector<Value> createIteration(qd::ForOp source, Value element, ValueRange coordinates) {
    SmallVector<Value> variables;
    for (auto [axis, coordinate] : llvm::enumerate(coordinates))
      variables.push_back(range.variable(builder, location, axis, coordinate, source.getBoundType()));
    auto iteration = qd::IterationOp::create(builder, location, element, types);
    moveBody(source, iteration, variables);
    source.erase();
    return SmallVector<Value>(iteration.getResults());
  }

  void createBySubgroups(qd::ForOp source) {
    // Neighbours are in different blocks, so that all of these have about as much to do.
    Value width = i64.constant(body.reducingThreads()), lane = i64.rem(body.thread, width);
    Value group = i64.add(i64.mul(i64.div(body.thread, width), body.blocks), body.block);
    Value groups = i64.mul(body.blocks, i64.constant(body.shape.blockThreads / body.reducingThreads()));
    createBlocks(group, groups, [&](Value block, Value begin, Value end) {
      LaneFold lanes(builder, location, body, values, i64.add(begin, lane), end, range);
      SmallVector<Value> place = batch > 1 ? createBatches(source, end, lanes.start()) : lanes.start();
      storePartials(builder, location, body, lane, block,
                    lanes.create(batch > 1 ? 1 : unroll, place, [&](Value element, ValueRange coordinates) {
                      return createIteration(source, element, coordinates);
                    }));
    });
  }

  /// Folds a thread's elements, a subgroup's width apart, as long as there are enough for a batch, all of whose values
  /// are there before the first fold: assemblers leave loads between folds. Takes and gives a place as LaneFold does.
  SmallVector<Value> createBatches(qd::ForOp source, Value end, ArrayRef<Value> place) {
    const unsigned width = body.reducingThreads(), lanes = QDC_REDUCE_LANES / width;
    return createTogether(source, {width, std::max(batch, lanes)}, end, place, [&](const Together &found) {
      SmallVector<Value> folded(found.carried);
      for (auto [copy, results] : llvm::enumerate(found.results))
        for (auto [index, value] : llvm::enumerate(values)) {
          Value &lane = folded[copy % lanes * values.size() + index];
          lane = value.fold(builder, location, lane, results[index]);
        }
      return folded;
    });
  }

  /// Copies of the body: how far apart their elements are, and how many they are.
  struct Copies {
    unsigned stride, many;
  };
  /// What there is when they have run: the elements, the values of each, as they lie in memory, and what is carried.
  struct Together {
    SmallVector<Value> elements;
    SmallVector<SmallVector<Value>> results;
    ValueRange carried;
  };

  /// Runs the elements `state.front()` + `copies.stride` k below `end`, as long as there are enough for all copies, as
  /// one block of statements. `start` is a place and what is carried on, for which `finish` gives the next values.
  /// Gives the place after them, and what is carried. `source`, straight but for branches, stays.
  SmallVector<Value> createTogether(qd::ForOp source, Copies copies, Value end, ArrayRef<Value> start,
                                    llvm::function_ref<SmallVector<Value>(const Together &found)> finish) {
    const auto [stride, many] = copies;
    const int64_t last = int64_t{many - 1} * stride, all = int64_t{many} * stride;
    auto fits = [&](Value first) { return i64.less(i64.add(first, i64.constant(last)), end); };
    auto guard = scf::IfOp::create(builder, location, TypeRange(ValueRange(start)), fits(start.front()),
                                   /*withElseRegion=*/true);
    builder.setInsertionPointToStart(guard.elseBlock());
    scf::YieldOp::create(builder, location, start);
    builder.setInsertionPointToStart(guard.thenBlock());
    const unsigned size = placeSize(range);
    SmallVector<Value> step;
    if (size > 1)
      step = range.coordinates(builder, location, i64.constant(stride));
    auto loop = createDoWhile(builder, location, start, [&](ValueRange state) -> LoopEnd {
      SmallVector<IRMapping> mappings(many);
      Together found;
      found.carried = state.drop_front(size);
      SmallVector<Value> coordinates(state.slice(1, size - 1));
      for (auto [copy, mapping] : llvm::enumerate(mappings)) {
        found.elements.push_back(i64.add(state.front(), i64.constant(static_cast<int64_t>(copy) * stride)));
        ValueRange current = size > 1 ? ValueRange(coordinates) : ValueRange(found.elements.back());
        for (auto [axis, coordinate] : llvm::enumerate(current))
          mapping.map(source.getBody().getArgument(axis),
                      range.variable(builder, location, axis, coordinate, source.getBoundType()));
        if (size > 1)
          coordinates = range.advance(builder, location, coordinates, step);
      }
      cloneTogether(builder, source, {mappings, {}}, [] {});
      for (const IRMapping &mapping : mappings)
        found.results.push_back(
            llvm::map_to_vector(source.getBody().front().getTerminator()->getOperands(), [&](Value result) {
              return toMemoryType(builder, location, mapping.lookupOrDefault(result));
            }));
      SmallVector<Value> next = {i64.add(state.front(), i64.constant(all))};
      llvm::append_range(next, coordinates);
      llvm::append_range(next, finish(found));
      return {fits(next.front()), next};
    });
    scf::YieldOp::create(builder, location, loop.getResults());
    builder.setInsertionPointAfter(guard);
    return SmallVector<Value>(guard.getResults());
  }

  /// Several blocks of the rule come to a block of threads at once, so that it waits for itself less often.
  void createByBlocks(qd::ForOp source) {
    Value count = blocks.count(i64), none = i64.constant(0), one = i64.constant(1);
    Value width = i64.constant(body.subgroupWidth), most = i64.constant(atOnce);
    Value subgroup = i64.div(body.thread, width), lane = i64.rem(body.thread, width);
    auto guard = scf::IfOp::create(builder, location, i64.less(body.block, count), /*withElseRegion=*/false);
    builder.setInsertionPointToStart(guard.thenBlock());
    createDoWhile(builder, location, body.block, [&](ValueRange state) -> LoopEnd {
      createDoWhile(builder, location, {state.front(), none}, [&](ValueRange inner) -> LoopEnd {
        createBlockValues(source, inner[0], inner[1]);
        Value next = i64.add(inner[0], body.blocks), number = i64.add(inner[1], one);
        Value goesOn = arith::AndIOp::create(builder, location, i64.less(next, count), i64.less(number, most));
        return {goesOn, {next, number}};
      });
      gpu::BarrierOp::create(builder, location);
      Value block = i64.add(state.front(), i64.mul(subgroup, body.blocks));
      Value folds = arith::AndIOp::create(builder, location, i64.less(subgroup, most), i64.less(block, count));
      auto fold = scf::IfOp::create(builder, location, folds, /*withElseRegion=*/false);
      builder.setInsertionPointToStart(fold.thenBlock());
      Value begin = blocks.begin(i64, block);
      foldShared(block, i64.sub(blocks.end(i64, begin), begin), lane, subgroup);
      builder.setInsertionPointAfter(fold);
      // The next blocks of the rule, or the next task, may use the arrays again.
      gpu::BarrierOp::create(builder, location);
      Value next = i64.add(state.front(), i64.mul(body.blocks, most));
      return {i64.less(next, count), {next}};
    });
    builder.setInsertionPointAfter(guard);
    source.erase();
  }

  /// The values of a block of the rule, for the `number`th of the places in workgroup memory.
  void createBlockValues(qd::ForOp source, Value block, Value number) {
    const unsigned threads = body.shape.blockThreads, perThread = llvm::divideCeil(QDC_REDUCE_MINIMUM_BLOCK, threads);
    Value begin = blocks.begin(i64, block), end = blocks.end(i64, begin);
    Value base = i64.sub(begin, firstPlace(number));
    auto store = [&](Value element, ValueRange found) {
      Value at = i64.toType(i64.sub(element, base), builder.getIndexType());
      for (auto [value, array] : llvm::zip_equal(found, shared))
        memref::StoreOp::create(builder, location, value, array, at);
    };
    SmallVector<Value> place = placeOf(builder, location, range, i64.add(begin, body.thread));
    const unsigned together = std::min(batch, llvm::bit_floor(perThread));
    if (together > 1)
      place = createTogether(source, {threads, together}, end, place, [&](const Together &found) {
        for (auto [element, results] : llvm::zip_equal(found.elements, found.results))
          store(element, results);
        return SmallVector<Value>();
      });
    ElementLoop loop(builder, location, range, place, end, threads);
    loop.create(together > 1 ? 1 : std::min(unroll, llvm::bit_floor(perThread)), {},
                [&](Value element, ValueRange coordinates, ValueRange) -> SmallVector<Value> {
                  store(element, createIteration(cast<qd::ForOp>(source->clone()), element, coordinates));
                  return {};
                });
  }

  /// Where the values of the `number`th block of the rule begin in workgroup memory.
  Value firstPlace(Value number) { return i64.mul(number, i64.constant(QDC_REDUCE_MINIMUM_BLOCK)); }

  /// In a subgroup, whose thread is `lane`.
  void foldShared(Value block, Value size, Value lane, Value number) {
    FlatRange all;
    all.counts = {size};
    LaneFold lanes(builder, location, body, values, lane, size, all);
    storePartials(builder, location, body, lane, block,
                  lanes.create(/*unroll=*/8, lanes.start(), [&](Value element, ValueRange) {
                    Value at = i64.toType(i64.add(element, firstPlace(number)), builder.getIndexType());
                    return llvm::map_to_vector<6>(shared, [&](Value array) -> Value {
                      return memref::LoadOp::create(builder, location, array, at);
                    });
                  }));
  }

  GridBody &body;
  qd::ForOp loop;
  Location location;
  OpBuilder builder;
  I64Builder i64;
  FlatRange range;
  ReductionBlocks blocks;
  unsigned unroll, batch, atOnce = 1;
  SmallVector<Reduced> values;
  SmallVector<Type> types;
  SmallVector<Value> shared;
};

} // namespace

void lowerReduction(GridBody &body) { Reduction(body).lower(); }

void lowerCombinePartials(GridBody &body, Value lane) {
  SmallVector<qd::CombinePartialsOp> ops;
  body.function.walk([&](qd::CombinePartialsOp op) { ops.push_back(op); });
  body.leavesAsBlocks |= body.subgroupWidth == 0 && !ops.empty();
  for (qd::CombinePartialsOp op : ops)
    lowerCombine(op, body, lane);
}

} // namespace qdc
