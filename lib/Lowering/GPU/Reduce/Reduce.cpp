//===- Reduce.cpp - Deterministic reductions on a GPU ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reduce.h"

#include "../Grid/DoWhile.h"
#include "../Grid/GridIterations.h"
#include "../Grid/StraightBody.h"
#include "../InnerLoops/UnrollHints.h"
#include "../Windows/WindowAccesses.h"
#include "LaneFold.h"
#include "WorkgroupFold.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/FlatRange.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/ReductionRule.h"
#include "qdc/Lowering/Common/Reports.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

namespace {

/// Writes the values of a block, which thread 0 has, to the partials.
void storePartials(OpBuilder &builder, Location location, const GridBody &body, Value lane, Value block,
                   ValueRange values) {
  I64Builder i64{builder, location};
  auto write = scf::IfOp::create(builder, location, i64.equal(lane, i64.constant(0)), /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(write.thenBlock());
  for (auto [value, offset] : llvm::zip_equal(values, body.partials()))
    qd::FlatStoreOp::create(builder, location, value, body.workspace(), partialWord(i64, offset, block));
}

/// The partials of a value on their way to one.
class Combination {
public:
  /// `lane` (i64) is the thread among those that come here.
  Combination(qd::CombinePartialsOp op, const GridBody &body, Value lane)
      : op(op), body(body), lane(lane), builder(op), location(op.getLoc()), i64{builder, location},
        value{op.getReduce(), op.getType()} {
    Value total = i64.max(i64.fromInteger(op.getIterations()), i64.constant(0));
    count = ReductionBlocks::create(i64, total).count(i64);
    range.counts = {count};
  }

  void lower() {
    Value result = body.combinesAsBlock() && reserveShared()
                       ? foldFromShared()
                       : fold(/*batch=*/32, [&](Value number) { return loadPartial(number); });
    op.replaceAllUsesWith(fromMemoryType(builder, location, result, value.type));
    op.erase();
  }

private:
  Value loadPartial(Value number) {
    return qd::FlatLoadOp::create(builder, location, memoryType(value.type), body.workspace(),
                                  partialWord(i64, op.getOffset(), number), /*isVolatile=*/false);
  }

  /// In a subgroup; `load` gives the partial of a number (i64). A thread has `batch` of them under way at once.
  Value fold(unsigned batch, llvm::function_ref<Value(Value)> load) {
    LaneFold fold(builder, location, body, value, lane, {range, i64.constant(0), count});
    auto loadOne = [&](const ElementPlace &place) -> SmallVector<Value> { return {load(place.element)}; };
    LaneFold::Place place = fold.createBatches(batch, /*neighbours=*/1, fold.start(), [&](ArrayRef<ElementPlace> all) {
      return llvm::map_to_vector(all, loadOne);
    });
    return fold.create(/*unroll=*/8, place, loadOne).front();
  }

  bool reserveShared() {
    const uint64_t mostBytes = body.limits().workgroupBytes / 3 * 2; // 32 KB of 48
    SmallVector<Value> arrays = body.workgroup().reuse(
        builder, location, body.function(), {{memoryType(value.type), QDC_REDUCE_MAXIMUM_PARTIALS}}, mostBytes);
    if (arrays.empty())
      return false;
    shared = arrays.front();
    return true;
  }

  /// All threads of the block load, since there is nothing to do until the last partial is there; then a subgroup
  /// folds.
  Value foldFromShared() {
    auto at = [&](Value number) { return i64.toType(number, builder.getIndexType()); };
    gpu::BarrierOp::create(builder, location); // an earlier value's partials may be there
    ElementLoop loop(builder, location, range, count, body.shape().blockThreads);
    auto copyAll = [&](ArrayRef<ElementPlace> places, ValueRange) {
      auto load = [&](const ElementPlace &place) { return loadPartial(place.element); };
      for (auto [partial, place] : llvm::zip_equal(llvm::map_to_vector(places, load), places))
        memref::StoreOp::create(builder, location, partial, shared, at(place.element));
      return SmallVector<Value>();
    };
    ElementLoop::State place = {ElementPlace::of(builder, location, range, lane), {}};
    for (unsigned together : {QDC_REDUCE_MAXIMUM_PARTIALS / body.shape().blockThreads, 4u})
      place = loop.createBatches({together}, place, copyAll);
    loop.create(/*unroll=*/1, place,
                [&](const ElementPlace &one, ValueRange carried) { return copyAll(one, carried); });
    gpu::BarrierOp::create(builder, location);
    Value folds = i64.less(lane, i64.constant(body.subgroupWidth()));
    auto choice = scf::IfOp::create(builder, location, memoryType(value.type), folds, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(builder, location, value.start(builder, location));
    builder.setInsertionPointToStart(choice.thenBlock());
    Value result = fold(/*batch=*/16, [&](Value number) -> Value {
      return memref::LoadOp::create(builder, location, shared, at(number));
    });
    scf::YieldOp::create(builder, location, result);
    return choice.getResult(0);
  }

  qd::CombinePartialsOp op;
  const GridBody &body;
  Value lane;
  OpBuilder builder;
  Location location;
  I64Builder i64;
  Reduced value;
  Value count, shared;
  FlatRange range;
};

/// A reduction on its way to loops over the blocks of the rule.
class Reduction {
public:
  explicit Reduction(GridBody &body)
      : body(body), loop(body.loop()), location(loop.getLoc()), builder(loop), i64{builder, location},
        range(computeRange(builder, loop)), blocks(ReductionBlocks::create(i64, range.total(builder, location))),
        unroll(unrollCount(loop)) {
    for (auto [kind, type] : llvm::zip_equal(loop.getReduceKinds(), loop.getResultTypes()))
      values.push_back({kind, type});
    chooseBatches();
    types = llvm::map_to_vector(values, [](const Reduced &value) { return memoryType(value.type); });
  }

  void lower() {
    // Alone, a task whose threads have enough loads under way gains nothing from blocks.
    const bool wantsBlocks = body.subgroupWidth() && (body.isOfLoop() || unroll < loadsAtOnce / 2);
    if (!wantsBlocks || !reserveShared()) {
      body.setThreadsPerIteration(body.reducingThreads());
      if (body.subgroupWidth() == 0)
        body.setExitsPerBlock();
      createBySubgroups(loop);
    } else {
      body.setExitsPerBlock();
      body.setGrid(qd::GridSize::resident);
      auto both = scf::IfOp::create(builder, location, isForBlocks(), /*withElseRegion=*/true);
      builder.setInsertionPointToStart(both.elseBlock());
      auto copy = cast<qd::ForOp>(loop->clone());
      createBySubgroups(loop); // whose accesses are known
      builder.setInsertionPointToStart(both.thenBlock());
      blocks.size = i64.constant(QDC_REDUCE_MINIMUM_BLOCK);
      createByBlocks(copy);
    }
  }

private:
  /// As many copies of a loop's body have together (UnrollHints.h).
  static constexpr unsigned loadsAtOnce = 16;

  /// There are few blocks of the rule, and so few subgroups: each thread runs many iterations at once, the more the
  /// narrower what they load.
  void chooseBatches() {
    constexpr unsigned bytesAtOnce = 64, fewest = 16, most = QDC_REDUCE_MINIMUM_BLOCK / 32;
    const unsigned bytes = widestElement(loop);
    if (bytes == 0 || !isStraightButForBranches(loop) || hasReports(loop))
      return;
    CopyLimits limits;
    limits.loads = std::clamp(bytesAtOnce / bytes, fewest, most);
    limits.copiesBranches = true;
    const unsigned count = unrollCount(loop, limits);
    const bool foldsFloats = llvm::any_of(loop.getResultTypes(), [](Type type) { return isa<FloatType>(type); });
    const unsigned side = foldsFloats ? LaneFold::lanesOfThread(body) : WindowAccesses::widestPiece / bytes;
    const bool countsByOne = loop.getSteps().empty() || getConstantIntValue(loop.getSteps().front()) == 1;
    if (body.limits().windows && loop.getRank() == 1 && countsByOne && isStraight(loop) && side > 1 && side <= count)
      accesses = WindowAccesses::of(loop, side);
    if (accesses) {
      accesses->beginAt(range.lowerBounds.front());
      if (!accesses->haveWholePieces()) // neighbours would lie apart in a warp's loads for nothing
        accesses.reset();
    }
    if (accesses) {
      batch = count;
      neighbours = side;
      arePairs = foldsFloats;
    } else if (foldsFloats || bytes == 1) {
      batch = count; // wider integers are as fast one by one: assemblers put their loads ahead of folds
    }
  }

  /// For the values of all iterations of as many blocks of the rule as come to a block of threads at once, all of the
  /// smallest size. False if there is no room for one.
  bool reserveShared() {
    // A task alone has several blocks on a multiprocessor, which wait at different times, and needs the cache that
    // their arrays would take from it: an iteration of gradients by a sparse matrix took 30 us for 25 on an H200.
    constexpr unsigned blocksInLoop = 4;
    // All but what atomics may take, 32 KB of 48; in a loop 40, which has room for arrays of a second type.
    const uint64_t mostBytes = body.limits().workgroupBytes / 6 * (body.isOfLoop() ? 5 : 4);
    const unsigned subgroups = body.shape().blockThreads / body.subgroupWidth();
    for (atOnce = body.isOfLoop() ? std::min(blocksInLoop, subgroups) : 1; atOnce > 0; atOnce /= 2) {
      SmallVector<WorkgroupMemory::Wanted> wanted;
      for (Type type : types)
        wanted.push_back({type, atOnce * QDC_REDUCE_MINIMUM_BLOCK});
      shared = body.workgroup().reuse(builder, location, body.function(), wanted, mostBytes);
      if (!shared.empty())
        return true;
    }
    return false;
  }

  /// Whether blocks are faster than subgroups. A block takes about as long for 1,024 iterations as a subgroup's thread
  /// does for two loads one after the other; the thread has 32 iterations, `unroll` of them at once.
  Value isForBlocks() {
    Value isSmallest = i64.equal(blocks.size, i64.constant(QDC_REDUCE_MINIMUM_BLOCK));
    Value most = i64.mul(body.blocks(), i64.constant(std::max(loadsAtOnce / unroll, 1u)));
    Value isFew = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::sle, blocks.count(i64), most);
    return arith::AndIOp::create(builder, location, isSmallest, isFew);
  }

  /// for (block = `first`; block < the number of blocks; block += `step`)
  void createBlocks(Value first, Value step, llvm::function_ref<void(Value block, Value begin, Value end)> create) {
    Value count = blocks.count(i64);
    auto guard = scf::IfOp::create(builder, location, i64.less(first, count), /*withElseRegion=*/false);
    builder.setInsertionPointToStart(guard.thenBlock());
    createDoWhile(builder, location, first, [&](ValueRange state) -> IterationOutcome {
      Value block = state.front();
      Value begin = blocks.begin(i64, block);
      create(block, begin, blocks.end(i64, begin));
      Value next = i64.add(block, step);
      return {i64.less(next, count), {next}};
    });
    builder.setInsertionPointAfter(guard);
  }

  SmallVector<Value> variablesAt(qd::ForOp source, const ElementPlace &place) {
    SmallVector<Value> variables;
    for (auto [axis, coordinate] : llvm::enumerate(place.inRange()))
      variables.push_back(range.variable(builder, location, axis, coordinate, source.getBoundType()));
    return variables;
  }

  SmallVector<Value> createIteration(qd::ForOp source, const ElementPlace &place) {
    SmallVector<Value> variables = variablesAt(source, place);
    auto iteration = qd::IterationOp::create(builder, location, place.element, types);
    auto copy = cast<qd::ForOp>(source->clone());
    moveBody(copy, iteration, variables);
    copy.erase();
    return SmallVector<Value>(iteration.getResults());
  }

  void createBySubgroups(qd::ForOp source) {
    // Neighbours are in different blocks, so that all of these have about as much to do.
    Value width = i64.constant(body.reducingThreads()), lane = i64.rem(body.thread(), width);
    Value group = i64.add(i64.mul(i64.div(body.thread(), width), body.blocks()), body.block());
    Value groups = i64.mul(body.blocks(), i64.constant(body.shape().blockThreads / body.reducingThreads()));
    Value areAligned = accesses ? accesses->areAligned(builder, location) : Value();
    const bool isMeeting = body.subgroupWidth() == 0 && body.shape().blockThreads > body.reducingThreads();
    if (isMeeting) {
      createByGroups(source, lane, groups, areAligned);
    } else {
      createBlocks(group, groups, [&](Value block, Value begin, Value end) {
        LaneFold fold(builder, location, body, values, lane, {range, begin, end});
        storePartials(builder, location, body, lane, block, createBlock(source, fold, areAligned));
      });
    }
    source.erase();
  }

  /// The same where a block of threads has several groups that fold, which wait for each other: all make as many
  /// rounds, in the last of which some have a block of the rule that is empty, past the others.
  void createByGroups(qd::ForOp source, Value lane, Value groups, Value areAligned) {
    Value number = i64.div(body.thread(), i64.constant(body.reducingThreads()));
    createBlocks(body.block(), groups, [&](Value round, Value, Value) {
      Value block = i64.add(round, i64.mul(number, body.blocks())), begin = blocks.begin(i64, block);
      LaneFold fold(builder, location, body, values, lane, {range, begin, blocks.end(i64, begin)});
      SmallVector<Value> results = createBlock(source, fold, areAligned);
      auto isThere = scf::IfOp::create(builder, location, i64.less(block, blocks.count(i64)), /*withElseRegion=*/false);
      builder.setInsertionPointToStart(isThere.thenBlock());
      storePartials(builder, location, body, lane, block, results);
      builder.setInsertionPointAfter(isThere);
    });
  }

  /// `areAligned` (i1) says whether iterations may run side by side; null where they don't.
  SmallVector<Value> createBlock(qd::ForOp source, LaneFold &fold, Value areAligned) {
    auto iterate = [&](const ElementPlace &place) { return createIteration(source, place); };
    const LaneFold::Place start = fold.start();
    // Of one dimension, copies of what is left are worth it: sums of i8 took 3 % longer without.
    const unsigned rest = batch > 1 && source.getRank() > 1 ? 1 : unroll;
    if (!areAligned)
      return fold.create(rest, batch > 1 ? createBatches(source, fold, start) : start, iterate);
    if (!arePairs)
      return fold.create(unroll, createBatchesIf(areAligned, source, fold, start), iterate);
    auto choice = scf::IfOp::create(builder, location, types, areAligned, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(builder, location, fold.createPairs(createBatches(source, fold, start), iterate));
    builder.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(builder, location, fold.create(unroll, start, iterate));
    builder.setInsertionPointAfter(choice);
    return SmallVector<Value>(choice.getResults());
  }

  LaneFold::Place createBatches(qd::ForOp source, LaneFold &fold, const LaneFold::Place &place) {
    return fold.createBatches(
        std::max(batch, LaneFold::lanesOfThread(body)), neighbours, place,
        [&](ArrayRef<ElementPlace> places) { return createTogether(source, places, neighbours); });
  }

  LaneFold::Place createBatchesIf(Value condition, qd::ForOp source, LaneFold &fold, const LaneFold::Place &place) {
    SmallVector<Value> start = place.values();
    auto choice =
        scf::IfOp::create(builder, location, TypeRange(ValueRange(start)), condition, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(builder, location, createBatches(source, fold, place).values());
    builder.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(builder, location, start);
    builder.setInsertionPointAfter(choice);
    return LaneFold::Place::of(range, choice.getResults());
  }

  /// The values, as they lie in memory, of elements of which `beside` at a time are neighbours. `source`, straight but
  /// for branches, stays.
  SmallVector<SmallVector<Value>> createTogether(qd::ForOp source, ArrayRef<ElementPlace> places, unsigned beside) {
    SmallVector<IRMapping> mappings(places.size());
    for (auto [place, mapping] : llvm::zip_equal(places, mappings))
      mapping.map(source.getBody().getArguments(), variablesAt(source, place));
    auto note = [&](Operation *statement, Operation *copy, unsigned number) {
      if (beside > 1)
        accesses->align(statement, copy, number % beside);
    };
    cloneTogether(builder, source, {mappings, note}, [] {});
    return llvm::map_to_vector(mappings, [&](const IRMapping &mapping) {
      return llvm::map_to_vector(source.getBody().front().getTerminator()->getOperands(), [&](Value value) {
        return toMemoryType(builder, location, mapping.lookupOrDefault(value));
      });
    });
  }

  /// Several blocks of the rule come to a block of threads at once, so that it waits for itself less often.
  void createByBlocks(qd::ForOp source) {
    Value count = blocks.count(i64), none = i64.constant(0), one = i64.constant(1);
    Value width = i64.constant(body.subgroupWidth()), most = i64.constant(atOnce);
    Value subgroup = i64.div(body.thread(), width), lane = i64.rem(body.thread(), width);
    auto guard = scf::IfOp::create(builder, location, i64.less(body.block(), count), /*withElseRegion=*/false);
    builder.setInsertionPointToStart(guard.thenBlock());
    createDoWhile(builder, location, body.block(), [&](ValueRange state) -> IterationOutcome {
      createDoWhile(builder, location, {state.front(), none}, [&](ValueRange inner) -> IterationOutcome {
        createBlockValues(source, inner[0], inner[1]);
        Value next = i64.add(inner[0], body.blocks()), number = i64.add(inner[1], one);
        Value goesOn = arith::AndIOp::create(builder, location, i64.less(next, count), i64.less(number, most));
        return {goesOn, {next, number}};
      });
      gpu::BarrierOp::create(builder, location);
      Value block = i64.add(state.front(), i64.mul(subgroup, body.blocks()));
      Value folds = arith::AndIOp::create(builder, location, i64.less(subgroup, most), i64.less(block, count));
      auto fold = scf::IfOp::create(builder, location, folds, /*withElseRegion=*/false);
      builder.setInsertionPointToStart(fold.thenBlock());
      Value begin = blocks.begin(i64, block);
      foldShared(block, i64.sub(blocks.end(i64, begin), begin), lane, subgroup);
      builder.setInsertionPointAfter(fold);
      // The next blocks of the rule, or the next task, may use the arrays again.
      gpu::BarrierOp::create(builder, location);
      Value next = i64.add(state.front(), i64.mul(body.blocks(), most));
      return {i64.less(next, count), {next}};
    });
    builder.setInsertionPointAfter(guard);
    source.erase();
  }

  /// The values of a block of the rule, for the `number`th of the places in workgroup memory.
  void createBlockValues(qd::ForOp source, Value block, Value number) {
    const unsigned threads = body.shape().blockThreads, perThread = llvm::divideCeil(QDC_REDUCE_MINIMUM_BLOCK, threads);
    Value begin = blocks.begin(i64, block), end = blocks.end(i64, begin);
    Value base = i64.sub(begin, firstPlace(number));
    auto store = [&](Value element, ValueRange found) {
      Value at = i64.toType(i64.sub(element, base), builder.getIndexType());
      for (auto [value, array] : llvm::zip_equal(found, shared))
        memref::StoreOp::create(builder, location, value, array, at);
    };
    ElementLoop loop(builder, location, range, end, threads);
    ElementLoop::State start = {ElementPlace::of(builder, location, range, i64.add(begin, body.thread())), {}};
    const unsigned together = std::min(batch, llvm::bit_floor(perThread));
    if (together > 1)
      start = loop.createBatches({together}, start, [&](ArrayRef<ElementPlace> places, ValueRange) {
        for (auto [place, found] : llvm::zip_equal(places, createTogether(source, places, /*beside=*/1)))
          store(place.element, found);
        return SmallVector<Value>();
      });
    loop.create(together > 1 ? 1 : std::min(unroll, llvm::bit_floor(perThread)), start,
                [&](const ElementPlace &place, ValueRange) {
                  store(place.element, createIteration(source, place));
                  return SmallVector<Value>();
                });
  }

  /// Where the values of the `number`th block of the rule begin in workgroup memory.
  Value firstPlace(Value number) { return i64.mul(number, i64.constant(QDC_REDUCE_MINIMUM_BLOCK)); }

  /// In a subgroup, whose thread is `lane`.
  void foldShared(Value block, Value size, Value lane, Value number) {
    FlatRange all;
    all.counts = {size};
    LaneFold fold(builder, location, body, values, lane, {all, i64.constant(0), size});
    storePartials(builder, location, body, lane, block,
                  fold.create(/*unroll=*/8, fold.start(), [&](const ElementPlace &place) {
                    Value at = i64.toType(i64.add(place.element, firstPlace(number)), builder.getIndexType());
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
  unsigned unroll, atOnce = 1;
  /// Iterations that a thread runs at once, and of these side by side. 1: they run one by one.
  unsigned batch = 1, neighbours = 1;
  /// What these access; nothing where they are alone. It is decided at run time whether it is aligned.
  std::optional<WindowAccesses> accesses;
  bool arePairs = false; // they are a thread's two lanes
  SmallVector<Reduced> values;
  SmallVector<Type> types;
  SmallVector<Value> shared;
};

} // namespace

void lowerReduction(GridBody &body) { Reduction(body).lower(); }

void lowerCombinePartials(GridBody &body, Value lane) {
  SmallVector<qd::CombinePartialsOp> ops;
  body.function().walk([&](qd::CombinePartialsOp op) { ops.push_back(op); });
  if ((body.subgroupWidth() == 0 && !ops.empty()) || body.combinesAsBlock())
    body.setExitsPerBlock();
  for (qd::CombinePartialsOp op : ops) {
    body.addCombined(op.getOffset());
    Combination(op, body, lane).lower();
  }
}

} // namespace qdc
