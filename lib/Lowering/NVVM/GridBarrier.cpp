//===- GridBarrier.cpp - All blocks wait for each other -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GridBarrier.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/NVVM/GridToNVVM.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

static Value createRelaxedLoad(OpBuilder &builder, Location location, Value words, Value index) {
  auto scope = qd::ScopeAttr::get(builder.getContext(), qd::Scope::device);
  return qd::FlatLoadOp::create(builder, location, builder.getI64Type(), words, index, /*isVolatile=*/false,
                                /*isInvariant=*/false, scope);
}

namespace {

/// What one release is more than the one before.
constexpr int64_t releaseStep = 4;

/// Creates what replaces one barrier, in front of it.
class BarrierBuilder {
public:
  /// `number` holds the next release without its bits, in a grid of several blocks.
  BarrierBuilder(qd::GridBarrierOp op, Value number)
      : op(op), builder(op), location(op.getLoc()), i64{builder, location}, number(number),
        scope(qd::ScopeAttr::get(op.getContext(), qd::Scope::device)) {}

  void create() {
    gpu::BarrierOp::create(builder, location);
    Value thread = i64.fromInteger(gpu::ThreadIdOp::create(builder, location, gpu::Dimension::x));
    Value isFirst = i64.equal(thread, i64.constant(0));
    Value isSubgroup = i64.less(thread, i64.constant(nvidiaGPUs.subgroupWidth));
    SmallVector<Type> types(op.getNumResults(), builder.getI1Type());
    auto together = scf::IfOp::create(builder, location, types, isSubgroup, /*withElseRegion=*/!types.empty());
    builder.setInsertionPointToStart(together.thenBlock());
    SmallVector<Value> bits = op.getMemref() ? meet(thread, isFirst) : runBody(thread);
    if (!types.empty()) {
      scf::YieldOp::create(builder, location, bits);
      builder.setInsertionPointToStart(together.elseBlock());
      Value no = arith::ConstantIntOp::create(builder, location, 0, 1);
      scf::YieldOp::create(builder, location, SmallVector<Value>(types.size(), no));
    }
    builder.setInsertionPointAfter(together);
    if (number)
      storeNumber(i64.add(readNumber(), i64.constant(releaseStep)));
    if (types.empty())
      gpu::BarrierOp::create(builder, location);
    for (auto [result, bit] : llvm::zip_equal(op.getResults(), together.getResults())) {
      Value own = arith::AndIOp::create(builder, location, bit, isFirst);
      result.replaceAllUsesWith(qd::BlockAnyOp::create(builder, location, own));
    }
  }

private:
  Value arrivals() { return i64.constant(op.getFirst()); }
  Value release() { return i64.constant(op.getFirst() + 1); }
  Value readNumber() {
    return qd::FlatLoadOp::create(builder, location, builder.getI64Type(), number, i64.constant(0));
  }
  void storeNumber(Value value) { qd::FlatStoreOp::create(builder, location, value, number, i64.constant(0)); }
  Value readRelease() { return createRelaxedLoad(builder, location, op.getMemref(), release()); }
  Value fold(arith::AtomicRMWKind kind, Value value, Value index) {
    return qd::FlatAtomicRMWOp::create(builder, location, kind, scope.getValue(), value, op.getMemref(), index);
  }
  void fence() { LLVM::FenceOp::create(builder, location, LLVM::AtomicOrdering::acq_rel, "device"); }
  Value call(StringRef intrinsic, Type result, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(builder, location, result, builder.getStringAttr(intrinsic), operands)
        .getResult(0);
  }
  Value allThreads() { return arith::ConstantIntOp::create(builder, location, -1, 32); }

  /// Moves the body here; gives what it ends with.
  SmallVector<Value> runBody(Value thread) {
    op.getThread().replaceAllUsesWith(thread);
    Block &body = op.getBody().front();
    auto end = cast<qd::GridBarrierEndOp>(body.getTerminator());
    SmallVector<Value> values(end.getValues());
    end.erase();
    builder.getInsertionBlock()->getOperations().splice(builder.getInsertionPoint(), body.getOperations());
    return values;
  }

  /// In the first subgroup of each block: gives the bits, in its first thread.
  SmallVector<Value> meet(Value thread, Value isFirst) {
    Type i1 = builder.getI1Type(), word = builder.getI64Type();
    auto arrive = scf::IfOp::create(builder, location, i1, isFirst, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(arrive.thenBlock());
    fence();
    Value before = fold(arith::AtomicRMWKind::addi, i64.constant(1), arrivals());
    Value blocks = i64.fromInteger(gpu::GridDimOp::create(builder, location, gpu::Dimension::x));
    scf::YieldOp::create(builder, location, i64.equal(before, i64.sub(blocks, i64.constant(1))));
    builder.setInsertionPointToStart(arrive.elseBlock());
    scf::YieldOp::create(builder, location, Value(arith::ConstantIntOp::create(builder, location, 0, 1)));
    builder.setInsertionPointAfter(arrive);
    Value isLast = call("llvm.nvvm.vote.any.sync", i1, {allThreads(), arrive.getResult(0)});

    auto met = scf::IfOp::create(builder, location, word, isLast, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(met.thenBlock());
    fence();
    Value value = releaseValue(runBody(thread));
    // The other threads have done with the body too.
    LLVM::CallIntrinsicOp::create(builder, location, builder.getStringAttr("llvm.nvvm.bar.warp.sync"), allThreads());
    auto open = scf::IfOp::create(builder, location, isFirst, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(open.thenBlock());
    fold(arith::AtomicRMWKind::assign, i64.constant(0), arrivals());
    fence();
    fold(arith::AtomicRMWKind::assign, value, release());
    builder.setInsertionPointAfter(open);
    scf::YieldOp::create(builder, location, value);
    builder.setInsertionPointToStart(met.elseBlock());
    scf::YieldOp::create(builder, location, waitForRelease(isFirst));
    builder.setInsertionPointAfter(met);
    return bitsOf(met.getResult(0));
  }

  Value releaseValue(ValueRange bits) {
    Value value = readNumber();
    for (auto [index, bit] : llvm::enumerate(bits)) {
      Value wide = arith::ExtUIOp::create(builder, location, builder.getI64Type(), bit);
      value = i64.add(value, i64.mul(wide, i64.constant(int64_t{1} << index)));
    }
    return value;
  }

  SmallVector<Value> bitsOf(Value released) {
    SmallVector<Value> bits;
    for (unsigned index = 0; index < op.getNumResults(); ++index)
      bits.push_back(arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne,
                                           i64.bitAnd(released, int64_t{1} << index), i64.constant(0)));
    return bits;
  }

  /// The release, in the first thread.
  Value waitForRelease(Value isFirst) {
    Type word = builder.getI64Type();
    auto wait = scf::IfOp::create(builder, location, word, isFirst, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(wait.elseBlock());
    scf::YieldOp::create(builder, location, i64.constant(0));
    builder.setInsertionPointToStart(wait.thenBlock());
    Value wanted = readNumber();
    auto spin = scf::WhileOp::create(
        builder, location, TypeRange{word}, ValueRange{},
        [&](OpBuilder &, Location, ValueRange) {
          Value now = readRelease();
          Value waits =
              arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne, i64.bitAnd(now, -releaseStep), wanted);
          scf::ConditionOp::create(builder, location, waits, now);
        },
        [&](OpBuilder &, Location, ValueRange) { scf::YieldOp::create(builder, location); });
    fence();
    scf::YieldOp::create(builder, location, spin.getResult(0));
    builder.setInsertionPointAfter(wait);
    return wait.getResult(0);
  }

  qd::GridBarrierOp op;
  OpBuilder builder;
  Location location;
  I64Builder i64;
  Value number; // memref<1xi64> of the thread's own; null without words
  qd::ScopeAttr scope;
};

/// Where each thread keeps the next release, set from the one that `barrier`'s words hold now.
Value createNumber(func::FuncOp function, qd::GridBarrierOp barrier) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Location location = function.getLoc();
  I64Builder i64{builder, location};
  Value number = memref::AllocaOp::create(builder, location, MemRefType::get({1}, builder.getI64Type()));
  Operation *words = barrier.getMemref().getDefiningOp();
  if (words)
    builder.setInsertionPointAfter(words);
  Value released = createRelaxedLoad(builder, location, barrier.getMemref(), i64.constant(barrier.getFirst() + 1));
  Value next = i64.add(i64.bitAnd(released, -releaseStep), i64.constant(releaseStep));
  qd::FlatStoreOp::create(builder, location, next, number, i64.constant(0));
  return number;
}

} // namespace

void lowerGridBarriers(func::FuncOp function) {
  SmallVector<qd::GridBarrierOp> barriers;
  function.walk([&](qd::GridBarrierOp op) { barriers.push_back(op); });
  llvm::SmallDenseMap<std::pair<Value, int64_t>, Value> numbers;
  for (qd::GridBarrierOp op : barriers) {
    Value number;
    if (op.getMemref()) {
      Value &known = numbers[{op.getMemref(), op.getFirst()}];
      if (!known)
        known = createNumber(function, op);
      number = known;
    }
    BarrierBuilder(op, number).create();
    op.erase();
  }
}

} // namespace qdc
