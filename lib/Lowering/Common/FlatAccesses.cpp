//===- FlatAccesses.cpp - From elements to flat memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/FlatAccesses.h"

#include "qdc/Dialect/QD/IR/Alignment.h"
#include "qdc/Dialect/QD/IR/Invariance.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

using namespace mlir;
using Kind = arith::AtomicRMWKind;

namespace qdc {

bool isLocalArray(Value array) { return array.getDefiningOp<memref::AllocaOp>() != nullptr; }

namespace {

/// The kind that does the same as `kind` to the byte 0 or 1 of an i1, and leaves it so.
Kind booleanKind(Kind kind) {
  switch (kind) {
  case Kind::addi:
    return Kind::xori;
  case Kind::muli:
  case Kind::minu:
  case Kind::maxs: // with a sign, true is -1
    return Kind::andi;
  case Kind::maxu:
  case Kind::mins:
    return Kind::ori;
  default:
    return kind;
  }
}

/// Creates what replaces one access, in front of it.
class FlatAccess {
public:
  FlatAccess(Operation *op, Value array, Value index)
      : builder(op), location(op->getLoc()), array(array), element(cast<MemRefType>(array.getType()).getElementType()),
        index(I64Builder{builder, location}.fromInteger(index)), alignment(op->getAttr(qd::alignmentAttr)) {}

  Value load(bool isVolatile = false, bool isInvariant = false) {
    auto load = qd::FlatLoadOp::create(builder, location, memoryType(element), array, index, isVolatile);
    load.setIsInvariant(isInvariant);
    align(load);
    return fromMemoryType(builder, location, load, element);
  }

  void store(Value value) {
    align(qd::FlatStoreOp::create(builder, location, toMemoryType(builder, location, value), array, index));
  }

  /// Without other threads a load and a store do.
  Value foldAlone(Kind kind, Value value) {
    Value old = load();
    store(kind == Kind::assign ? value : arith::getReductionOp(kind, builder, location, old, value));
    return old;
  }

  /// As one of many into a copy of the thread's own, whose order is open: sums may be kept in lanes of a vector.
  void foldInAnyOrder(Kind kind, Value value) {
    Value old = load();
    Value folded = arith::getReductionOp(kind, builder, location, old, value);
    if (auto sum = folded.getDefiningOp<arith::AddFOp>())
      sum.setFastmath(sum.getFastmath() | arith::FastMathFlags::reassoc);
    store(folded);
  }

  Value fold(Kind kind, Value value) { return foldAtomically(builder, location, kind, value, array, index); }

  /// Elements are compared by their bits.
  Value compareAndSwapAlone(Value expected, Value desired) {
    Value old = load();
    Value isExpected = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq,
                                             toBits(builder, location, old), toBits(builder, location, expected));
    store(arith::SelectOp::create(builder, location, isExpected, desired, old));
    return old;
  }

  Value compareAndSwap(Value expected, Value desired) {
    auto swap = qd::FlatAtomicCasOp::create(builder, location, qd::Scope::device, array, index,
                                            toBits(builder, location, expected), toBits(builder, location, desired));
    return fromBits(builder, location, swap.getOld(), element);
  }

private:
  void align(Operation *access) {
    if (alignment)
      access->setAttr(qd::alignmentAttr, alignment);
  }

  OpBuilder builder;
  Location location;
  Value array;
  Type element;
  Value index;         // i64
  Attribute alignment; // null: that of the element
};

/// No other thread sees the array, or runs meanwhile.
bool isUncontended(Operation *atomic) {
  return isLocalArray(cast<qd::ElementAccess>(atomic).getArray()) || atomic->hasAttr(aloneAttr);
}

/// What `access` gives, by flat operations in front of it; null if it gives nothing.
Value flatten(qd::ElementAccess access) {
  Operation *op = access;
  Value array = access.getArray();
  FlatAccess create(op, array, access.getIndices().front());
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    create.store(store.getValue());
    return {};
  }
  if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op)) {
    if (op->hasAttr(privateFoldAttr)) {
      create.foldInAnyOrder(atomic.getKind(), atomic.getValue());
      return {};
    }
    return isUncontended(op) ? create.foldAlone(atomic.getKind(), atomic.getValue())
                             : create.fold(atomic.getKind(), atomic.getValue());
  }
  if (auto swap = dyn_cast<qd::AtomicCasOp>(op))
    return isUncontended(op) ? create.compareAndSwapAlone(swap.getExpected(), swap.getDesired())
                             : create.compareAndSwap(swap.getExpected(), swap.getDesired());
  return create.load(/*isVolatile=*/access.getAccessKind() == qd::AccessKind::volatileLoad,
                     /*isInvariant=*/op->hasAttr(qd::invariantAttr));
}

/// Whether `op` makes arrays, or accesses elements. Of globals, those of workgroup memory are no slots.
bool isExpected(Operation *op) {
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return global.getType().getMemorySpace() != nullptr;
  if (isa<UnrealizedConversionCastOp>(op))
    return llvm::none_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
  if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    return alloca.getType().hasStaticShape();
  return isa<qd::ElementAccess, qd::FlatAtomicCasOp, qd::FlatAtomicRMWOp, qd::FlatLoadOp, qd::FlatStoreOp,
             memref::ExtractAlignedPointerAsIndexOp>(op);
}

} // namespace

Value foldAtomically(OpBuilder &builder, Location location, Kind kind, Value value, Value array, Value index) {
  Type element = value.getType();
  auto fold = [&](Kind kind, Value value) {
    return qd::FlatAtomicRMWOp::create(builder, location, kind, qd::Scope::device, value, array, index);
  };
  if (isa<FloatType>(element) && kind != Kind::assign)
    return fold(kind, value);
  Value old = fold(element.isInteger(1) ? booleanKind(kind) : kind, toBits(builder, location, value));
  return fromBits(builder, location, old, element);
}

LogicalResult verifyRank(qd::ElementAccess access) {
  if (access.getIndices().size() == 1)
    return success();
  return access->emitOpError("accesses an element by ")
         << access.getIndices().size() << " indices; accepted: one, as in arrays of rank 1";
}

LogicalResult flattenAccesses(func::FuncOp function) {
  auto isArray = [](Type type) { return isa<BaseMemRefType>(type); };
  WalkResult result = function.walk([&](Operation *op) {
    bool usesArrays = llvm::any_of(op->getOperandTypes(), isArray) || llvm::any_of(op->getResultTypes(), isArray);
    if (usesArrays && !isExpected(op)) {
      op->emitError("'") << op->getName()
                         << "' cannot take an array here; accepted: 'memref.load', 'memref.store', "
                            "'memref.atomic_rmw', 'qd.atomic_cas', 'qd.volatile_load' on arguments, globals and "
                            "'memref.alloca' of a constant size";
      return WalkResult::interrupt();
    }
    if (auto access = dyn_cast<qd::ElementAccess>(op)) {
      if (failed(verifyRank(access)))
        return WalkResult::interrupt();
      if (Value value = flatten(access))
        op->getResult(0).replaceAllUsesWith(value);
      op->erase();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace qdc
