//===- GridBarrier.cpp - All blocks wait for each other -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GridBarrier.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

namespace {

/// Creates what replaces one barrier, in front of it.
class BarrierBuilder {
public:
  explicit BarrierBuilder(qd::GridBarrierOp op)
      : builder(op), location(op.getLoc()), words(op.getMemref()),
        scope(qd::ScopeAttr::get(op.getContext(), qd::Scope::device)) {}

  void create() {
    waitForBlock();
    Value thread = gpu::ThreadIdOp::create(builder, location, gpu::Dimension::x);
    Value first = arith::ConstantIndexOp::create(builder, location, 0);
    Value isFirst = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, thread, first);
    auto alone = scf::IfOp::create(builder, location, isFirst, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(alone.thenBlock());
    waitForGrid();
    builder.setInsertionPointAfter(alone);
    waitForBlock();
  }

private:
  Value constant32(int64_t value) { return arith::ConstantIntOp::create(builder, location, value, 32); }
  Value arrivals() { return I64Builder{builder, location}.constant(0); }
  Value barriers() { return I64Builder{builder, location}.constant(1); }

  Value readBarriers() {
    return qd::FlatLoadOp::create(builder, location, builder.getI32Type(), words, barriers(), /*isVolatile=*/false,
                                  /*isInvariant=*/false, scope);
  }
  Value fold(arith::AtomicRMWKind kind, Value value, Value index) {
    return qd::FlatAtomicRMWOp::create(builder, location, kind, scope.getValue(), value, words, index);
  }
  void fence() { LLVM::FenceOp::create(builder, location, LLVM::AtomicOrdering::acq_rel, "device"); }

  void waitForBlock() { gpu::BarrierOp::create(builder, location); }

  /// In one thread of the block.
  void waitForGrid() {
    Value seen = readBarriers();
    fence();
    Value before = fold(arith::AtomicRMWKind::addi, constant32(1), arrivals());
    Value blocks = gpu::GridDimOp::create(builder, location, gpu::Dimension::x);
    Value lastBlock = arith::SubIOp::create(
        builder, location, arith::IndexCastOp::create(builder, location, builder.getI32Type(), blocks), constant32(1));
    Value isLast = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, before, lastBlock);
    auto arrived = scf::IfOp::create(builder, location, isLast, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(arrived.thenBlock());
    fold(arith::AtomicRMWKind::assign, constant32(0), arrivals());
    fence();
    fold(arith::AtomicRMWKind::addi, constant32(1), barriers());
    builder.setInsertionPointToStart(arrived.elseBlock());
    scf::WhileOp::create(
        builder, location, TypeRange{}, ValueRange{},
        [&](OpBuilder &, Location, ValueRange) {
          Value waits = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, readBarriers(), seen);
          scf::ConditionOp::create(builder, location, waits, ValueRange{});
        },
        [&](OpBuilder &, Location, ValueRange) { scf::YieldOp::create(builder, location); });
    builder.setInsertionPointAfter(arrived);
    fence();
  }

  OpBuilder builder;
  Location location;
  Value words;
  qd::ScopeAttr scope;
};

} // namespace

void lowerGridBarriers(func::FuncOp function) {
  function.walk([](qd::GridBarrierOp op) {
    BarrierBuilder(op).create();
    op.erase();
  });
}

} // namespace qdc
