//===- Atomics.cpp - Read-modify-write in one step ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/LLVM/Atomics.h"

#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

namespace {

constexpr LLVM::AtomicOrdering relaxed = LLVM::AtomicOrdering::monotonic;

/// The instruction of a kind on the bits of integers of 8 bits and more; nothing if there is none.
std::optional<LLVM::AtomicBinOp> integerKind(arith::AtomicRMWKind kind) {
  using Kind = arith::AtomicRMWKind;
  switch (kind) {
  case Kind::addi:
    return LLVM::AtomicBinOp::add;
  case Kind::andi:
    return LLVM::AtomicBinOp::_and;
  case Kind::ori:
    return LLVM::AtomicBinOp::_or;
  case Kind::xori:
    return LLVM::AtomicBinOp::_xor;
  case Kind::maxs:
    return LLVM::AtomicBinOp::max;
  case Kind::maxu:
    return LLVM::AtomicBinOp::umax;
  case Kind::mins:
    return LLVM::AtomicBinOp::min;
  case Kind::minu:
    return LLVM::AtomicBinOp::umin;
  case Kind::assign:
    return LLVM::AtomicBinOp::xchg;
  default:
    return std::nullopt;
  }
}

/// The kind that does the same as `kind` to the byte 0 or 1 of an i1, and leaves it so.
arith::AtomicRMWKind booleanKind(arith::AtomicRMWKind kind) {
  using Kind = arith::AtomicRMWKind;
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

/// One access: where it is, and how its elements and the integers that memory swaps become each other.
struct AtomicAccess {
  OpBuilder &builder;
  Location location;
  Type element;
  Value address;
  StringRef scope;

  /// The integer type of the element's bits in memory.
  Type bitsType() const {
    Type inMemory = memoryType(element);
    return builder.getIntegerType(inMemory.getIntOrFloatBitWidth());
  }

  Value toBits(Value value) const {
    if (element.isInteger(1))
      return arith::ExtUIOp::create(builder, location, bitsType(), value);
    if (element.isIndex())
      return arith::IndexCastOp::create(builder, location, bitsType(), value);
    if (isa<FloatType>(element))
      return arith::BitcastOp::create(builder, location, bitsType(), value);
    return value;
  }

  Value fromBits(Value bits) const {
    if (element.isInteger(1))
      return arith::TruncIOp::create(builder, location, element, bits);
    if (element.isIndex())
      return arith::IndexCastOp::create(builder, location, element, bits);
    if (isa<FloatType>(element))
      return arith::BitcastOp::create(builder, location, element, bits);
    return bits;
  }

  Value swap(LLVM::AtomicBinOp kind, Value value) const {
    return fromBits(LLVM::AtomicRMWOp::create(builder, location, kind, address, toBits(value), relaxed, scope));
  }

  /// Adds a float by LLVM's instruction, which compares and swaps where the chip has none for the type.
  Value addFloat(Value value) const {
    // A bf16 is its bits outside of this operation (Memory.h).
    bool isBits = memoryType(element) != element;
    if (isBits)
      value = LLVM::BitcastOp::create(builder, location, element, toBits(value));
    Value old = LLVM::AtomicRMWOp::create(builder, location, LLVM::AtomicBinOp::fadd, address, value, relaxed, scope);
    return isBits ? fromBits(LLVM::BitcastOp::create(builder, location, bitsType(), old)) : old;
  }

  /// The struct {old bits, whether it was swapped}.
  Value compareAndSwap(Value expectedBits, Value desiredBits) const {
    return LLVM::AtomicCmpXchgOp::create(builder, location, address, expectedBits, desiredBits, relaxed, relaxed,
                                         scope);
  }

  /// Folds `value` into the element by the arith op of `kind`, and gives the old element.
  Value foldByCompareAndSwap(arith::AtomicRMWKind kind, Value value) const {
    Type bits = bitsType();
    unsigned bytes = bits.getIntOrFloatBitWidth() / 8;
    Value first = LLVM::LoadOp::create(builder, location, bits, address, bytes, /*isVolatile=*/false,
                                       /*isNonTemporal=*/false, /*isInvariant=*/false, /*isInvariantGroup=*/false,
                                       relaxed, scope);
    auto loop = scf::WhileOp::create(
        builder, location, TypeRange{bits}, ValueRange{first},
        [&](OpBuilder &, Location, ValueRange seen) {
          Value folded = arith::getReductionOp(kind, builder, location, fromBits(seen.front()), value);
          Value result = compareAndSwap(seen.front(), toBits(folded));
          Value old = LLVM::ExtractValueOp::create(builder, location, result, 0);
          Value swapped = LLVM::ExtractValueOp::create(builder, location, result, 1);
          Value retry =
              arith::XOrIOp::create(builder, location, swapped, arith::ConstantIntOp::create(builder, location, 1, 1));
          scf::ConditionOp::create(builder, location, retry, old);
        },
        [&](OpBuilder &, Location, ValueRange seen) { scf::YieldOp::create(builder, location, seen); });
    return fromBits(loop.getResult(0));
  }
};

/// An array of one iteration, which no other thread sees. A GPU has no atomics for those.
bool isLocal(Value pointer) { return pointer.getDefiningOp<LLVM::AllocaOp>() != nullptr; }

/// Without other threads a load and a store do.
Value foldLocally(const AtomicAccess &access, arith::AtomicRMWKind kind, Value value) {
  Value old = loadElement(access.builder, access.location, access.element, access.address);
  if (kind != arith::AtomicRMWKind::assign)
    value = arith::getReductionOp(kind, access.builder, access.location, old, value);
  storeElement(access.builder, access.location, value, access.address);
  return old;
}

/// Likewise. Elements are compared by their bits.
Value compareAndSwapLocally(const AtomicAccess &access, Value expected, Value desired) {
  Value old = loadElement(access.builder, access.location, access.element, access.address);
  Value isExpected = arith::CmpIOp::create(access.builder, access.location, arith::CmpIPredicate::eq,
                                           access.toBits(old), access.toBits(expected));
  Value stored = arith::SelectOp::create(access.builder, access.location, isExpected, desired, old);
  storeElement(access.builder, access.location, stored, access.address);
  return old;
}

/// By an instruction where there is one.
Value lowerKind(const AtomicAccess &access, arith::AtomicRMWKind kind, Value value, bool addsFloats) {
  if (addsFloats && kind == arith::AtomicRMWKind::addf)
    return access.addFloat(value);
  std::optional<LLVM::AtomicBinOp> instruction = integerKind(access.element.isInteger(1) ? booleanKind(kind) : kind);
  return instruction ? access.swap(*instruction, value) : access.foldByCompareAndSwap(kind, value);
}

/// Nobody else sees the element: a load and a store will do. They are in no access group, since iterations meet.
void foldPrivately(OpBuilder &builder, Location location, arith::AtomicRMWKind kind, Value address, Value value) {
  Value old = loadElement(builder, location, value.getType(), address);
  storeElement(builder, location, arith::getReductionOp(kind, builder, location, old, value), address);
}

void lowerAtomicRMW(memref::AtomicRMWOp op, const ChunkFunction &chunk) {
  OpBuilder builder(op);
  Type element = op.getType();
  Location location = op.getLoc();
  Value array = chunk.pointers.at(op.getMemref());
  Value address = elementAddress(builder, location, array, element, op.getIndices().front());
  if (op->hasAttr(privateFoldAttr)) {
    foldPrivately(builder, location, op.getKind(), address, op.getValue());
    op.erase();
    return;
  }
  AtomicAccess access{builder, location, element, address, chunk.atomicScope};
  op.replaceAllUsesWith(isLocal(array) ? foldLocally(access, op.getKind(), op.getValue())
                                       : lowerKind(access, op.getKind(), op.getValue(), chunk.addsFloatsAtomically));
  op.erase();
}

void lowerAtomicCas(qd::AtomicCasOp op, const ChunkFunction &chunk) {
  OpBuilder builder(op);
  Type element = op.getOld().getType();
  Location location = op.getLoc();
  Value array = chunk.pointers.at(op.getMemref());
  Value address = elementAddress(builder, location, array, element, op.getIndices().front());
  AtomicAccess access{builder, location, element, address, chunk.atomicScope};
  if (isLocal(array)) {
    op.replaceAllUsesWith(compareAndSwapLocally(access, op.getExpected(), op.getDesired()));
    op.erase();
    return;
  }
  Value result = access.compareAndSwap(access.toBits(op.getExpected()), access.toBits(op.getDesired()));
  op.replaceAllUsesWith(access.fromBits(LLVM::ExtractValueOp::create(builder, location, result, 0)));
  op.erase();
}

} // namespace

Value toBits(OpBuilder &builder, Location location, Value value) {
  return AtomicAccess{builder, location, value.getType(), {}, {}}.toBits(value);
}

Value fromBits(OpBuilder &builder, Location location, Value bits, Type element) {
  return AtomicAccess{builder, location, element, {}, {}}.fromBits(bits);
}

Value foldAtomically(OpBuilder &builder, Location location, arith::AtomicRMWKind kind, Value address, Value value) {
  return lowerKind({builder, location, value.getType(), address, {}}, kind, value, /*addsFloats=*/false);
}

void lowerAtomics(ChunkFunction &chunk) {
  chunk.function.walk([&](Operation *op) {
    if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op))
      lowerAtomicRMW(atomic, chunk);
    else if (auto atomic = dyn_cast<qd::AtomicCasOp>(op))
      lowerAtomicCas(atomic, chunk);
  });
}

} // namespace qdc
