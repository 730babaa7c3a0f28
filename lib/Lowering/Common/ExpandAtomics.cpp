//===- ExpandAtomics.cpp - Atomics that a chip lacks ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/ExpandAtomics.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

bool isCommonAtomic(arith::AtomicRMWKind kind, Type type) {
  return isa<IntegerType>(type) && kind != arith::AtomicRMWKind::muli;
}

/// Gives the old value.
static Value compareAndSwapInLoop(qd::FlatAtomicRMWOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  Type type = op.getValue().getType(), bits = builder.getIntegerType(type.getIntOrFloatBitWidth());
  auto scope = op.getScopeAttr();
  Value first = qd::FlatLoadOp::create(builder, location, bits, op.getMemref(), op.getIndex(), /*isVolatile=*/false,
                                       /*isInvariant=*/false, scope);
  auto loop = scf::WhileOp::create(
      builder, location, TypeRange{bits}, ValueRange{first},
      [&](OpBuilder &, Location, ValueRange seen) {
        Value folded = arith::getReductionOp(op.getKind(), builder, location,
                                             fromBits(builder, location, seen.front(), type), op.getValue());
        auto swap = qd::FlatAtomicCasOp::create(builder, location, scope, op.getMemref(), op.getIndex(), seen.front(),
                                                toBits(builder, location, folded));
        Value retry = arith::XOrIOp::create(builder, location, swap.getSwapped(),
                                            arith::ConstantIntOp::create(builder, location, 1, 1));
        scf::ConditionOp::create(builder, location, retry, swap.getOld());
      },
      [&](OpBuilder &, Location, ValueRange seen) { scf::YieldOp::create(builder, location, seen); });
  return fromBits(builder, location, loop.getResult(0), type);
}

void expandAtomics(func::FuncOp function, IsNativeAtomic isNative) {
  function.walk([&](qd::FlatAtomicRMWOp op) {
    if (isNative(op.getKind(), op.getValue().getType()))
      return;
    op.replaceAllUsesWith(compareAndSwapInLoop(op));
    op.erase();
  });
}

} // namespace qdc
