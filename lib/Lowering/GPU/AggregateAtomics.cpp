//===- AggregateAtomics.cpp - One atomic a block, not one a thread --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AggregateAtomics.h"

#include "LocalArrays.h"
#include "SubgroupFold.h"
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
  explicit Finder(GridBody &body) : body(body) {}

  std::vector<Aggregate> find() {
    body.loop.walk([&](memref::AtomicRMWOp op) {
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
    bool isFixed = !body.loop.getBody().isAncestor(indexOf(op).getParentRegion());
    return (isFixed || getConstantIntValue(indexOf(op))) && isUnobserved(op, body);
  }

  GridBody &body;
  std::vector<Aggregate> aggregates;
};

/// What becomes of one aggregate in the body.
class Aggregation {
public:
  Aggregation(GridBody &body, const Aggregate &aggregate, unsigned number)
      : body(body), aggregate(aggregate), builder(body.loop), location(aggregate.ops.front()->getLoc()),
        type(aggregate.type()), number(number) {}

  void run() {
    prepare();
    for (memref::AtomicRMWOp op : aggregate.ops)
      accumulate(op);
    builder.setInsertionPoint(body.loop->getBlock()->getTerminator());
    finish();
  }

private:
  Value constant(int64_t value, unsigned width) {
    return arith::ConstantIntOp::create(builder, location, value, width);
  }
  Value indexConstant(int64_t value) { return arith::ConstantIndexOp::create(builder, location, value); }
  Value load(Value array, Value index) { return memref::LoadOp::create(builder, location, array, index); }
  void store(Value value, Value array, Value index) { memref::StoreOp::create(builder, location, value, array, index); }

  /// In front of the loop.
  void prepare() {
    unchanging = arith::ConstantOp::create(builder, location, neutralElement(aggregate.kind, type));
    first = indexConstant(0);
    accumulator = createLocalElement(body.function, location, type);
    wasUsed = createLocalElement(body.function, location, builder.getI1Type());
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
    GridBuilder grid = body.grid(builder, location);
    I64Builder i64{builder, location};
    auto toIndex = [&](Value value) { return i64.toType(value, builder.getIndexType()); };
    unsigned subgroups = body.shape.blockThreads / body.subgroupWidth;
    Value thread = body.thread, width = i64.constant(body.subgroupWidth);
    auto foldTwo = [&](Value lhs, Value rhs) { return fold(lhs, rhs); };
    Value value = foldSubgroup(grid, load(accumulator, first), foldTwo);
    Value shared = workgroupArray(subgroups);
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
    Value total = foldSubgroup(grid, counted, foldTwo);
    auto write = scf::IfOp::create(builder, location, i64.equal(thread, i64.constant(0)), /*withElseRegion=*/false);
    builder.setInsertionPointToStart(write.thenBlock());
    Value index = aggregate.index;
    if (std::optional<int64_t> known = getConstantIntValue(index))
      index = indexConstant(*known);
    memref::AtomicRMWOp::create(builder, location, aggregate.kind, total, aggregate.array, index);
  }

  /// Room for `count` elements that the threads of a block share.
  Value workgroupArray(unsigned count) {
    OpBuilder module(body.function);
    auto space = gpu::AddressSpaceAttr::get(builder.getContext(), gpu::AddressSpace::Workgroup);
    auto array = MemRefType::get({count}, type, MemRefLayoutAttrInterface(), space);
    auto global = memref::GlobalOp::create(
        module, location, (body.function.getSymName() + ".shared" + Twine(number)).str(),
        /*sym_visibility=*/builder.getStringAttr("private"), array, /*initial_value=*/builder.getUnitAttr(),
        /*constant=*/false, /*alignment=*/builder.getI64IntegerAttr(8));
    return memref::GetGlobalOp::create(builder, location, array, global.getSymName());
  }

  GridBody &body;
  const Aggregate &aggregate;
  OpBuilder builder;
  Location location;
  Type type;
  unsigned number;
  Value unchanging, first, accumulator, wasUsed; // the latter two arrays of one element
};

} // namespace

void aggregateAtomics(GridBody &body) {
  if (!body.loop || body.shape.blockThreads % body.subgroupWidth != 0)
    return;
  std::vector<Aggregate> aggregates = Finder(body).find();
  if (aggregates.empty())
    return;
  body.shape.grid = qd::GridSize::resident;
  body.leavesAsBlocks = true;
  for (auto [number, aggregate] : llvm::enumerate(aggregates))
    Aggregation(body, aggregate, number).run();
}

} // namespace qdc
