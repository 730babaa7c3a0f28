//===- Memory.cpp - Loads, stores, arrays ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Memory.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace qdc {

static unsigned bytesOf(Type type) { return type.getIntOrFloatBitWidth() / 8; }

Value pointerAt(FunctionConversion &to, Value address, Type type) {
  auto pointer = spirv::PointerType::get(type, spirv::StorageClass::PhysicalStorageBuffer);
  return to.create<spirv::ConvertUToPtrOp>(pointer, address);
}

spirv::StorageClass storageOf(Value pointer) { return cast<spirv::PointerType>(pointer.getType()).getStorageClass(); }

/// The element of an array that has its place in the function or in the module.
static Value placedElement(FunctionConversion &to, Value array, Value index) {
  auto type = cast<spirv::PointerType>(array.getType());
  Type element = cast<spirv::ArrayType>(type.getPointeeType()).getElementType();
  Value small = to.create<spirv::UConvertOp>(to.builder.getI32Type(), index);
  return to.create<spirv::AccessChainOp>(spirv::PointerType::get(element, type.getStorageClass()), array,
                                         ValueRange(small));
}

Value elementPointer(FunctionConversion &to, Value array, Value index, Type type) {
  Value converted = to.get(array);
  if (isa<spirv::PointerType>(converted.getType()))
    return placedElement(to, converted, to.get(index));
  Type element = memoryType(cast<MemRefType>(array.getType()).getElementType());
  if (matchPattern(index, m_Zero()))
    return pointerAt(to, converted, type);
  Type i64 = to.builder.getI64Type();
  Value offset = to.get(index);
  if (bytesOf(element) != 1)
    offset = to.create<spirv::IMulOp>(i64, offset, to.constant(i64, bytesOf(element)));
  return pointerAt(to, to.create<spirv::IAddOp>(i64, converted, offset), type);
}

namespace {

/// How an access of a value of `type` through a pointer is done. What threads tell each other is not private to one:
/// else a barrier need not order it.
struct AccessMode {
  spirv::MemoryAccessAttr flags; // null: nothing to say
  IntegerAttr alignment;

  AccessMode(FunctionConversion &to, spirv::StorageClass storage, Type type, bool isVolatile) {
    using Flag = spirv::MemoryAccess;
    Flag all = Flag::None;
    if (storage == spirv::StorageClass::PhysicalStorageBuffer) {
      all = all | Flag::Aligned;
      alignment = to.builder.getI32IntegerAttr(bytesOf(type));
    }
    if (storage == spirv::StorageClass::Workgroup ||
        (storage == spirv::StorageClass::PhysicalStorageBuffer && (to.communicates || isVolatile)))
      all = all | Flag::NonPrivatePointer;
    if (isVolatile)
      all = all | Flag::Volatile;
    if (all != Flag::None)
      flags = spirv::MemoryAccessAttr::get(to.builder.getContext(), all);
  }
};

} // namespace

static Value load(FunctionConversion &to, Value pointer, bool isVolatile = false) {
  Type type = cast<spirv::PointerType>(pointer.getType()).getPointeeType();
  AccessMode mode(to, storageOf(pointer), type, isVolatile);
  return to.create<spirv::LoadOp>(type, pointer, mode.flags, mode.alignment);
}

Value loadSlot(FunctionConversion &to, Value address) {
  Type type = to.builder.getI64Type();
  using Flag = spirv::MemoryAccess;
  return to.create<spirv::LoadOp>(type, pointerAt(to, address, type),
                                  spirv::MemoryAccessAttr::get(to.builder.getContext(), Flag::Aligned),
                                  to.builder.getI32IntegerAttr(bytesOf(type)));
}

/// The type by which a value of `type` goes to and from memory.
static Type accessType(FunctionConversion &to, Value array, Type type) {
  Value converted = to.get(array);
  auto placed = dyn_cast<spirv::PointerType>(converted.getType());
  return placed ? cast<spirv::ArrayType>(placed.getPointeeType()).getElementType() : spirvType(type);
}

/// The dialect has no atomic load. A fold that changes nothing gives the same, and a target may make a load of it.
static Value loadAtomically(FunctionConversion &to, qd::FlatLoadOp op) {
  Type type = spirvType(op.getType()), bits = to.builder.getIntegerType(type.getIntOrFloatBitWidth());
  Value pointer = elementPointer(to, op.getMemref(), op.getIndex(), bits);
  const auto semantics = op.getIsVolatile() ? spirv::MemorySemantics::Volatile : spirv::MemorySemantics::None;
  Value loaded = to.create<spirv::AtomicOrOp>(bits, pointer, spirv::Scope::Device, semantics, to.constant(bits, 0));
  return to.reinterpret(loaded, type);
}

/// What others write meanwhile is seen for sure by an atomic load. Each device has that of a word.
static bool isPollOfWord(FunctionConversion &to, qd::FlatLoadOp op) {
  return op.getIsVolatile() && op.getType().getIntOrFloatBitWidth() == 32 &&
         !isa<spirv::PointerType>(to.get(op.getMemref()).getType());
}

static void convertLoad(FunctionConversion &to, qd::FlatLoadOp op) {
  if (op.getScope() || isPollOfWord(to, op))
    return to.set(op, loadAtomically(to, op));
  Value pointer = elementPointer(to, op.getMemref(), op.getIndex(), accessType(to, op.getMemref(), op.getType()));
  to.set(op, to.reinterpret(load(to, pointer, op.getIsVolatile()), spirvType(op.getType())));
}

static void convertStore(FunctionConversion &to, qd::FlatStoreOp op) {
  Type type = accessType(to, op.getMemref(), op.getValue().getType());
  Value pointer = elementPointer(to, op.getMemref(), op.getIndex(), type);
  AccessMode mode(to, storageOf(pointer), type, /*isVolatile=*/false);
  to.create<spirv::StoreOp>(pointer, to.reinterpret(to.get(op.getValue()), type), mode.flags, mode.alignment);
}

bool convertMemory(FunctionConversion &to, Operation *op) {
  if (auto access = dyn_cast<qd::FlatLoadOp>(op))
    convertLoad(to, access);
  else if (auto access = dyn_cast<qd::FlatStoreOp>(op))
    convertStore(to, access);
  else if (auto array = dyn_cast<memref::AllocaOp>(op))
    to.set(array, to.variable(cast<spirv::PointerType>(placedArray(array.getType())).getPointeeType()));
  else if (auto array = dyn_cast<memref::GetGlobalOp>(op))
    to.set(array, to.create<spirv::AddressOfOp>(spirvTypeOfGlobal(array.getType()), array.getName()));
  else if (auto extract = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(op))
    to.set(extract, to.get(extract.getSource()));
  else
    return false;
  return true;
}

} // namespace qdc
