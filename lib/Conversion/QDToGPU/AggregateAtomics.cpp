//===- AggregateAtomics.cpp - One atomic a block, not one a thread --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AggregateAtomics.h"

#include "../QDToLLVM/Memory.h"
#include "../QDToLLVM/MergeFunctions.h"
#include "UnobservedAtomics.h"
#include "WarpFold.h"
#include "qdc/ABI/KernelABI.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

namespace {

using Kind = arith::AtomicRMWKind;

/// neutralBits as a constant.
TypedAttr neutralValue(OpBuilder &builder, Kind kind, Type type) {
  APInt bits = neutralBits(kind, type);
  if (auto floatType = dyn_cast<FloatType>(type))
    return builder.getFloatAttr(type, APFloat(floatType.getFloatSemantics(), bits.trunc(floatType.getWidth())));
  return builder.getIntegerAttr(type, type.isIndex() ? bits : bits.trunc(type.getIntOrFloatBitWidth()));
}

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
  explicit Finder(KernelFunction &kernel) : kernel(kernel) {}

  std::vector<Aggregate> find() {
    kernel.chunk.loop.walk([&](memref::AtomicRMWOp op) {
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
    bool isFixed = !kernel.chunk.loop.getBody().isAncestor(indexOf(op).getParentRegion());
    return (isFixed || getConstantIntValue(indexOf(op))) && isUnobserved(op, kernel);
  }

  KernelFunction &kernel;
  std::vector<Aggregate> aggregates;
};

/// What becomes of one aggregate in the kernel.
class Aggregation {
public:
  Aggregation(KernelFunction &kernel, const Aggregate &aggregate, unsigned number)
      : kernel(kernel), aggregate(aggregate), builder(kernel.chunk.loop), location(aggregate.ops.front()->getLoc()),
        type(aggregate.type()), number(number) {}

  void run() {
    prepare();
    for (memref::AtomicRMWOp op : aggregate.ops)
      accumulate(op);
    builder.setInsertionPoint(kernel.chunk.loop->getBlock()->getTerminator());
    finish();
  }

private:
  Value constant(int64_t value, unsigned width) {
    return arith::ConstantIntOp::create(builder, location, value, width);
  }

  /// In front of the loop.
  void prepare() {
    unchanging = arith::ConstantOp::create(builder, location, neutralValue(builder, aggregate.kind, type));
    accumulator = stackArray(builder, location, type, 1);
    wasUsed = stackArray(builder, location, builder.getI1Type(), 1);
    storeElement(builder, location, unchanging, accumulator);
    storeElement(builder, location, constant(0, 1), wasUsed);
  }

  void accumulate(memref::AtomicRMWOp op) {
    builder.setInsertionPoint(op);
    storeElement(builder, location, fold(loadElement(builder, location, type, accumulator), op.getValue()),
                 accumulator);
    storeElement(builder, location, constant(1, 1), wasUsed);
    op.erase();
  }

  Value fold(Value lhs, Value rhs) { return arith::getReductionOp(aggregate.kind, builder, location, lhs, rhs); }

  /// After the loop, where all threads of a block come.
  void finish() {
    GPUBuilder gpu = kernel.gpu(builder, location);
    I64Builder i64{builder, location};
    unsigned warps = kernel.shape.blockThreads / QDC_GPU_SUBGROUP;
    Value thread = gpu.threadIndex(), warpSize = i64.constant(QDC_GPU_SUBGROUP);
    Value value = foldWarp(gpu, aggregate.kind, loadElement(builder, location, type, accumulator));
    Value shared = sharedArray(warps);
    auto sharedElement = [&](Value index) { return elementAddress(builder, location, shared, type, index); };
    Value isFirstOfWarp = i64.equal(i64.rem(thread, warpSize), i64.constant(0));
    auto publish = scf::IfOp::create(builder, location, isFirstOfWarp, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(publish.thenBlock());
    storeElement(builder, location, value, sharedElement(i64.div(thread, warpSize)));
    builder.setInsertionPointAfter(publish);

    Value anyUsed = gpu.blockOr(loadElement(builder, location, builder.getI1Type(), wasUsed));
    Value isFirstWarp = i64.less(thread, warpSize);
    Value goesOn = arith::AndIOp::create(builder, location, anyUsed, isFirstWarp);
    auto last = scf::IfOp::create(builder, location, goesOn, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(last.thenBlock());
    // Threads without a warp of their own read the last one's value, and do not count.
    Value position = i64.min(thread, i64.constant(warps - 1));
    Value found = loadElement(builder, location, type, sharedElement(position));
    Value counted =
        arith::SelectOp::create(builder, location, i64.less(thread, i64.constant(warps)), found, unchanging);
    Value total = foldWarp(gpu, aggregate.kind, counted);
    auto write = scf::IfOp::create(builder, location, i64.equal(thread, i64.constant(0)), /*withElseRegion=*/false);
    builder.setInsertionPointToStart(write.thenBlock());
    Value index = aggregate.index;
    if (std::optional<int64_t> known = getConstantIntValue(index))
      index = arith::ConstantIndexOp::create(builder, location, *known);
    memref::AtomicRMWOp::create(builder, location, aggregate.kind, total, aggregate.array, index);
  }

  /// Room for `count` elements that the threads of a block share.
  Value sharedArray(unsigned count) {
    func::FuncOp function = kernel.chunk.function;
    Type array = LLVM::LLVMArrayType::get(memoryType(type), count);
    OpBuilder module(function);
    auto global = LLVM::GlobalOp::create(module, location, array, /*isConstant=*/false, LLVM::Linkage::Internal,
                                         (function.getSymName() + ".shared" + Twine(number)).str(), Attribute(),
                                         /*alignment=*/8, sharedAddressSpace);
    return LLVM::AddressOfOp::create(builder, location, global);
  }

  KernelFunction &kernel;
  const Aggregate &aggregate;
  OpBuilder builder;
  Location location;
  Type type;
  unsigned number;
  Value unchanging, accumulator, wasUsed; // the latter two addresses
};

} // namespace

void aggregateAtomics(KernelFunction &kernel) {
  if (!kernel.chunk.loop || kernel.shape.blockThreads % QDC_GPU_SUBGROUP != 0)
    return;
  std::vector<Aggregate> aggregates = Finder(kernel).find();
  if (aggregates.empty())
    return;
  kernel.shape.grid = GridSize::resident;
  if (kernel.chunk.errorRecord)
    leaveAsBlocks(kernel);
  for (auto [number, aggregate] : llvm::enumerate(aggregates))
    Aggregation(kernel, aggregate, number).run();
}

} // namespace qdc
