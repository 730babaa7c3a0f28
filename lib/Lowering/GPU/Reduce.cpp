//===- Reduce.cpp - Deterministic reductions on a GPU ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reduce.h"

#include "DoWhile.h"
#include "GridLoops.h"
#include "LaneFold.h"
#include "StraightBody.h"
#include "UnrollHints.h"
#include "WindowAccesses.h"
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
  LaneFold fold(builder, location, body, value, lane, {range, i64.constant(0), count});
  auto load = [&](Value element) -> SmallVector<Value> {
    return {qd::FlatLoadOp::create(builder, location, memoryType(value.type), body.workspace,
                                   partialWord(i64, op.getOffset(), element), /*isVolatile=*/false)};
  };
  // One subgroup has all partials to load: the fewer waits the better.
  LaneFold::Place place =
      fold.createBatches(/*count=*/32, /*neighbours=*/1, fold.start(),
                         [&](ArrayRef<Value> elements) { return llvm::map_to_vector(elements, load); });
  SmallVector<Value> result =
      fold.create(/*unroll=*/8, place, [&](Value element, ValueRange) { return load(element); });
  op.replaceAllUsesWith(fromMemoryType(builder, location, result.front(), value.type));
  op.erase();
}

/// A reduction on its way to loops over the blocks of the rule.
class Reduction {
public:
  explicit Reduction(GridBody &body)
      : body(body), loop(body.loop), location(loop.getLoc()), builder(loop), i64{builder, location},
        range(computeRange(builder, loop)), blocks(ReductionBlocks::create(i64, range.total(builder, location))),
        unroll(unrollCount(loop)) {
    for (auto [kind, type] : llvm::zip_equal(loop.getReduceKinds(), loop.getResultTypes()))
      values.push_back({kind, type});
    chooseBatches();
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

  /// There are few blocks of the rule, and so few subgroups: each thread runs many iterations at once, the more the
  /// narrower what they load.
  void chooseBatches() {
    constexpr unsigned bytesAtOnce = 64, fewest = 16, most = QDC_REDUCE_MINIMUM_BLOCK / 32;
    const unsigned bytes = widestElement(loop);
    if (loop.getRank() != 1 || bytes == 0 || !isStraight(loop) || hasReports(loop))
      return;
    const unsigned count = unrollCount(loop, {std::clamp(bytesAtOnce / bytes, fewest, most)});
    const bool foldsFloats = llvm::any_of(loop.getResultTypes(), [](Type type) { return isa<FloatType>(type); });
    const unsigned side = foldsFloats ? LaneFold::lanesOfThread(body) : WindowAccesses::widestPiece / bytes;
    const bool countsByOne = loop.getSteps().empty() || getConstantIntValue(loop.getSteps().front()) == 1;
    if (countsByOne && side > 1 && side <= count)
      accesses = WindowAccesses::of(loop, side);
    if (accesses) {
      batch = count;
      neighbours = side;
      arePairs = foldsFloats;
      accesses->beginAt(range.lowerBounds.front());
    } else if (foldsFloats || bytes == 1) {
      batch = count; // wider integers are as fast one by one: assemblers put their loads ahead of folds
    }
  }

  /// For the values of all iterations of a block of the rule of the smallest size. False if there is no room.
  bool reserveShared() {
    // What every device has, less what atomics may take.
    constexpr uint64_t mostBytes = 32 << 10;
    SmallVector<std::pair<Type, unsigned>> wanted;
    for (Type type : types)
      wanted.push_back({type, QDC_REDUCE_MINIMUM_BLOCK});
    shared = reuseWorkgroupArrays(builder, location, body, wanted, mostBytes);
    return !shared.empty();
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
    Value areAligned = accesses ? accesses->areAligned(builder, location) : Value();
    createBlocks(group, groups, [&](Value block, Value begin, Value end) {
      LaneFold fold(builder, location, body, values, lane, {range, begin, end});
      storePartials(builder, location, body, lane, block, createBlock(source, fold, areAligned));
    });
    source.erase();
  }

  /// `areAligned` (i1) says whether iterations may run side by side; null where they don't.
  SmallVector<Value> createBlock(qd::ForOp source, LaneFold &fold, Value areAligned) {
    auto iterate = [&](Value element, ValueRange coordinates) {
      return createIteration(cast<qd::ForOp>(source->clone()), element, coordinates);
    };
    const LaneFold::Place start = fold.start();
    if (!areAligned)
      return fold.create(unroll, batch > 1 ? createBatches(source, fold, start) : start, iterate);
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
    return fold.createBatches(std::max(batch, LaneFold::lanesOfThread(body)), neighbours, place,
                              [&](ArrayRef<Value> elements) { return createTogether(source, elements); });
  }

  LaneFold::Place createBatchesIf(Value condition, qd::ForOp source, LaneFold &fold, const LaneFold::Place &place) {
    auto yield = [&](const LaneFold::Place &reached) {
      SmallVector<Value> values = {reached.element};
      llvm::append_range(values, reached.lanes);
      scf::YieldOp::create(builder, location, values);
    };
    SmallVector<Type> carried = {place.element.getType()};
    llvm::append_range(carried, ValueRange(place.lanes).getTypes());
    auto choice = scf::IfOp::create(builder, location, carried, condition, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(choice.thenBlock());
    yield(createBatches(source, fold, place));
    builder.setInsertionPointToStart(choice.elseBlock());
    yield(place);
    builder.setInsertionPointAfter(choice);
    return {choice.getResult(0), SmallVector<Value>(choice.getResults().drop_front())};
  }

  SmallVector<SmallVector<Value>> createTogether(qd::ForOp source, ArrayRef<Value> elements) {
    SmallVector<IRMapping> mappings(elements.size());
    for (auto [element, mapping] : llvm::zip_equal(elements, mappings))
      mapping.map(source.getBody().getArgument(0),
                  range.variable(builder, location, 0, element, source.getBoundType()));
    auto note = [&](Operation *statement, Operation *copy, unsigned number) {
      if (accesses)
        accesses->align(statement, copy, number % neighbours);
    };
    cloneTogether(builder, source, {mappings, note}, [] {});
    return llvm::map_to_vector(mappings, [&](const IRMapping &mapping) {
      return llvm::map_to_vector(source.getBody().front().getTerminator()->getOperands(), [&](Value value) {
        return toMemoryType(builder, location, mapping.lookupOrDefault(value));
      });
    });
  }

  void createByBlocks(qd::ForOp source) {
    const unsigned threads = body.shape.blockThreads, perThread = llvm::divideCeil(QDC_REDUCE_MINIMUM_BLOCK, threads);
    createBlocks(body.block, body.blocks, [&](Value block, Value begin, Value end) {
      ElementLoop loop(builder, location, range, i64.add(begin, body.thread), end, threads);
      loop.create(std::min(unroll, llvm::bit_floor(perThread)), {},
                  [&](Value element, ValueRange coordinates, ValueRange) -> SmallVector<Value> {
                    SmallVector<Value> found = createIteration(source, element, coordinates);
                    for (auto [value, array] : llvm::zip_equal(found, shared))
                      memref::StoreOp::create(builder, location, value, array, placeInBlock(element, begin));
                    return {};
                  });
      gpu::BarrierOp::create(builder, location);
      Value isInFirst = i64.less(body.thread, i64.constant(body.subgroupWidth));
      auto first = scf::IfOp::create(builder, location, isInFirst, /*withElseRegion=*/false);
      builder.setInsertionPointToStart(first.thenBlock());
      foldShared(block, i64.sub(end, begin));
      builder.setInsertionPointAfter(first);
      // The next block of the rule, or the next task, may use the arrays again.
      gpu::BarrierOp::create(builder, location);
    });
  }

  Value placeInBlock(Value element, Value begin) { return i64.toType(i64.sub(element, begin), builder.getIndexType()); }

  /// In the first subgroup of a block.
  void foldShared(Value block, Value size) {
    FlatRange all;
    all.counts = {size};
    LaneFold fold(builder, location, body, values, body.thread, {all, i64.constant(0), size});
    storePartials(builder, location, body, body.thread, block,
                  fold.create(/*unroll=*/8, fold.start(), [&](Value element, ValueRange) {
                    Value at = i64.toType(element, builder.getIndexType());
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
  unsigned unroll;
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
  body.function.walk([&](qd::CombinePartialsOp op) { ops.push_back(op); });
  body.leavesAsBlocks |= body.subgroupWidth == 0 && !ops.empty();
  for (qd::CombinePartialsOp op : ops)
    lowerCombine(op, body, lane);
}

} // namespace qdc
