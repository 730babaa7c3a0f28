//===- AggregateAtomics.cpp - One atomic a block, not one a thread --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AggregateAtomics.h"

#include "../Grid/LocalArrays.h"
#include "../Reduce/WorkgroupFold.h"
#include "UnobservedAtomics.h"
#include "qdc/Lowering/Common/Folds.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

namespace {

using Kind = arith::AtomicRMWKind;

/// The atomics of a loop that go to one element by one kind.
struct Aggregate {
  Kind kind;
  Value array, index;
  SmallVector<memref::AtomicRMWOp> ops;

  Type type() const { return cast<MemRefType>(array.getType()).getElementType(); }
};

bool isSameElement(Value a, Value b) {
  std::optional<int64_t> constant = getConstantIntValue(a);
  return a == b || (constant && constant == getConstantIntValue(b));
}

/// Finds what can be aggregated in a loop.
class Finder {
public:
  explicit Finder(const GridBody &body) : body(body) {}

  std::vector<Aggregate> find() {
    body.loop().walk([&](memref::AtomicRMWOp op) {
      if (!canAggregate(op))
        return;
      for (Aggregate &known : aggregates)
        if (known.kind == op.getKind() && known.array == op.getMemref() && isSameElement(known.index, indexOf(op))) {
          known.ops.push_back(op);
          return;
        }
      aggregates.push_back({op.getKind(), op.getMemref(), indexOf(op), {op}});
    });
    return std::move(aggregates);
  }

private:
  static Value indexOf(memref::AtomicRMWOp op) { return op.getIndices().front(); }

  bool canAggregate(memref::AtomicRMWOp op) {
    bool isFixed = !body.loop().getBody().isAncestor(indexOf(op).getParentRegion());
    return (isFixed || getConstantIntValue(indexOf(op))) && isUnobserved(op, body);
  }

  const GridBody &body;
  std::vector<Aggregate> aggregates;
};

/// What becomes of one aggregate in the body.
class Aggregation {
public:
  Aggregation(const GridBody &body, const Aggregate &aggregate)
      : body(body), aggregate(aggregate), builder(body.loop()), location(aggregate.ops.front()->getLoc()),
        type(aggregate.type()) {}

  /// False, and nothing is changed, if workgroup memory has no room for the block's values.
  bool run() {
    const bool hasRoom = body.subgroupWidth() ? body.workgroup().hasRoom(ofSubgroups()) : hasRoomForFold(body, type);
    if (!hasRoom)
      return false;
    prepare();
    for (memref::AtomicRMWOp op : aggregate.ops)
      accumulate(op);
    builder.setInsertionPoint(body.loop()->getBlock()->getTerminator());
    finish();
    return true;
  }

private:
  Value constant(int64_t value, unsigned width) {
    return arith::ConstantIntOp::create(builder, location, value, width);
  }
  Value indexConstant(int64_t value) { return arith::ConstantIndexOp::create(builder, location, value); }
  Value load(Value array, Value index) { return memref::LoadOp::create(builder, location, array, index); }
  void store(Value value, Value array, Value index) { memref::StoreOp::create(builder, location, value, array, index); }

  /// One value for each subgroup.
  WorkgroupMemory::Wanted ofSubgroups() const { return {type, body.shape().blockThreads / body.subgroupWidth()}; }

  /// In front of the loop.
  void prepare() {
    unchanging = arith::ConstantOp::create(builder, location, neutralElement(aggregate.kind, type));
    first = indexConstant(0);
    accumulator = createLocalElement(body.function(), location, type);
    wasUsed = createLocalElement(body.function(), location, builder.getI1Type());
    store(unchanging, accumulator, first);
    store(constant(0, 1), wasUsed, first);
  }

  void accumulate(memref::AtomicRMWOp op) {
    builder.setInsertionPoint(op);
    store(fold(load(accumulator, first), op.getValue()), accumulator, first);
    store(constant(1, 1), wasUsed, first);
    op.erase();
  }

  Value fold(Value lhs, Value rhs) { return arith::getReductionOp(aggregate.kind, builder, location, lhs, rhs); }

  /// After the loop, where all threads of a block come.
  void finish() {
    Value mine = load(accumulator, first);
    auto foldTwo = [&](Value lhs, Value rhs) { return fold(lhs, rhs); };
    if (body.subgroupWidth()) {
      finishBySubgroups(mine, foldTwo);
      return;
    }
    Value total = foldBlock(builder, location, body, body.shape().blockThreads, mine, foldTwo);
    Value anyUsed = body.grid(builder, location).blockAny(load(wasUsed, first));
    Value isFirst = isFirstThread();
    writeIf(arith::AndIOp::create(builder, location, anyUsed, isFirst), total);
  }

  /// Each subgroup folds its threads' values, and then the first one those of all.
  void finishBySubgroups(Value mine, llvm::function_ref<Value(Value lhs, Value rhs)> foldTwo) {
    GridBuilder grid = body.grid(builder, location);
    I64Builder i64{builder, location};
    auto toIndex = [&](Value value) { return i64.toType(value, builder.getIndexType()); };
    const unsigned subgroups = ofSubgroups().count;
    Value thread = body.thread(), width = i64.constant(body.subgroupWidth());
    Value value = grid.foldSubgroup(mine, foldTwo);
    Value shared = body.workgroup().create(builder, location, body.function(), ofSubgroups());
    Value isFirstOfSubgroup = i64.equal(i64.rem(thread, width), i64.constant(0));
    auto publish = scf::IfOp::create(builder, location, isFirstOfSubgroup, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(publish.thenBlock());
    store(value, shared, toIndex(i64.div(thread, width)));
    builder.setInsertionPointAfter(publish);

    Value anyUsed = grid.blockAny(load(wasUsed, first));
    Value isFirstSubgroup = i64.less(thread, width);
    Value goesOn = arith::AndIOp::create(builder, location, anyUsed, isFirstSubgroup);
    auto last = scf::IfOp::create(builder, location, goesOn, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(last.thenBlock());
    // Threads without a subgroup of their own read the last one's value, and do not count.
    Value position = i64.min(thread, i64.constant(subgroups - 1));
    Value found = load(shared, toIndex(position));
    Value counted =
        arith::SelectOp::create(builder, location, i64.less(thread, i64.constant(subgroups)), found, unchanging);
    Value total = grid.foldSubgroup(counted, foldTwo);
    writeIf(isFirstThread(), total);
  }

  Value isFirstThread() {
    I64Builder i64{builder, location};
    return i64.equal(body.thread(), i64.constant(0));
  }

  /// Folds `total` into the element where `condition` holds.
  void writeIf(Value condition, Value total) {
    auto write = scf::IfOp::create(builder, location, condition, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(write.thenBlock());
    Value index = aggregate.index;
    if (std::optional<int64_t> known = getConstantIntValue(index))
      index = indexConstant(*known);
    memref::AtomicRMWOp::create(builder, location, aggregate.kind, total, aggregate.array, index);
  }

  const GridBody &body;
  const Aggregate &aggregate;
  OpBuilder builder;
  Location location;
  Type type;
  Value unchanging, first, accumulator, wasUsed; // the latter two arrays of one element
};

} // namespace

/// By whole subgroups, or, where there are none, by halves.
static bool canFoldBlock(const GridBody &body) {
  unsigned threads = body.shape().blockThreads;
  return body.subgroupWidth() ? threads % body.subgroupWidth() == 0 : llvm::isPowerOf2_32(threads);
}

/// Atomics of less than 32 bits compare and swap a word again and again, one block after the other. So there are fewer
/// blocks, as large as can be, of which the loader puts one on each multiprocessor where a thread has several
/// iterations under way: on an H200 the sum of 2^30 i8 took 487 us with blocks of 256 threads.
static uint32_t blockThreadsOfNarrow(const GridBody &body) {
  const unsigned most = body.limits().blockThreads; // whole subgroups
  return body.subgroupWidth() ? most : llvm::bit_floor(most);
}

void aggregateAtomics(GridBody &body) {
  if (!body.loop() || !canFoldBlock(body))
    return;
  std::vector<Aggregate> aggregates = Finder(body).find();
  const bool isNarrow =
      llvm::any_of(aggregates, [](const Aggregate &each) { return each.type().getIntOrFloatBitWidth() < 32; });
  const uint32_t threads = body.shape().blockThreads;
  if (isNarrow && !body.isOfLoop() && !body.loop().getBlockDim())
    if (const uint32_t most = blockThreadsOfNarrow(body); body.workgroup().reserve(perThread(body.foldedTypes(), most)))
      body.setBlockThreads(most);
  bool hasAny = false;
  for (const Aggregate &aggregate : aggregates)
    hasAny |= Aggregation(body, aggregate).run();
  if (!hasAny) {
    body.setBlockThreads(threads);
    return;
  }
  body.setGrid(qd::GridSize::resident);
  body.setExitsPerBlock();
}

} // namespace qdc
