//===- ManifestGlobals.cpp - Globals and their initial values -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManifestGlobals.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <cstring>

using namespace mlir;
using namespace qdc;

std::optional<ElementType> qdc::elementTypeOf(Type type) {
  if (type.isIndex())
    return ElementType::index;
  if (type.isF16())
    return ElementType::f16;
  if (type.isBF16())
    return ElementType::bf16;
  if (type.isF32())
    return ElementType::f32;
  if (type.isF64())
    return ElementType::f64;
  if (!type.isSignlessInteger())
    return std::nullopt;
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return ElementType::i1;
  case 8:
    return ElementType::i8;
  case 16:
    return ElementType::i16;
  case 32:
    return ElementType::i32;
  case 64:
    return ElementType::i64;
  default:
    return std::nullopt;
  }
}

/// The value as memory holds it, in the low end of 64 bits.
static uint64_t elementBits(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().bitcastToAPInt().getZExtValue();
  return cast<IntegerAttr>(value).getValue().getZExtValue();
}

static void appendElement(ByteVector &data, uint64_t bits, uint64_t size) {
  for (uint64_t byte = 0; byte < size; ++byte)
    data.push_back(static_cast<std::byte>(bits >> (8 * byte)));
}

/// Elements of a dense value in memory order. Bytes of the attribute are taken as they are, but for i1, of which it may
/// hold eight in one.
static void appendElements(ByteVector &data, DenseElementsAttr value, uint64_t size) {
  if (value.getElementType().isInteger(1)) {
    for (bool element : value.getValues<bool>())
      appendElement(data, element, size);
    return;
  }
  ByteSpan raw = std::as_bytes(std::span(value.getRawData().data(), value.getRawData().size()));
  data.insert(data.end(), raw.begin(), raw.end());
}

static void describeSplat(Global &global, uint64_t bits) {
  global.initial = bits == 0 ? GlobalInitial::zero : GlobalInitial::splat;
  global.splatBits = bits;
}

static LogicalResult describeInitialValue(memref::GlobalOp op, Attribute initial, Global &global, ByteVector &data) {
  uint64_t size = elementSize(global.type);
  auto beginData = [&]() {
    data.resize((data.size() + size - 1) / size * size);
    global.initial = GlobalInitial::data;
    global.dataOffset = data.size();
  };
  if (auto dense = dyn_cast<DenseElementsAttr>(initial)) {
    if (dense.empty())
      return success();
    if (dense.isSplat()) {
      describeSplat(global, elementBits(dense.getSplatValue<Attribute>()));
      return success();
    }
    beginData();
    appendElements(data, dense, size);
    return success();
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(initial)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    uint64_t bytes = resource.getType().getNumElements() * size;
    if (!blob || blob->getData().size() != bytes)
      return op.emitOpError("has the resource '")
             << resource.getRawHandle().getKey() << "' as initial value, which does not hold the " << bytes
             << " bytes of its type";
    beginData();
    ByteSpan raw = std::as_bytes(std::span(blob->getData().data(), bytes));
    data.insert(data.end(), raw.begin(), raw.end());
    return success();
  }
  return op.emitOpError("has an initial value that is neither 'dense<...>' nor 'dense_resource<...>'");
}

FailureOr<Global> qdc::describeGlobal(memref::GlobalOp op, ByteVector &data) {
  MemRefType type = op.getType();
  std::optional<ElementType> element = elementTypeOf(type.getElementType());
  if (!element)
    return op.emitOpError("has elements of type ")
           << type.getElementType() << "; accepted are i1, i8, i16, i32, i64, index, f16, bf16, f32 and f64";
  Global global;
  global.name = op.getSymName().str();
  global.type = *element;
  global.shape.assign(type.getShape().begin(), type.getShape().end());
  global.isExternal = op.isExternal();
  global.isConstant = op.getConstant();
  global.isPublic = !op.isPrivate();
  if (!op.isExternal() && !op.isUninitialized() &&
      failed(describeInitialValue(op, *op.getInitialValue(), global, data)))
    return failure();
  return global;
}
