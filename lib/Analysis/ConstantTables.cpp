//===- ConstantTables.cpp - Elements of constant globals ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/ConstantTables.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace qdc;

bool qdc::isConstantTable(memref::GlobalOp global) { return global.getConstant() && !global.isExternal(); }

memref::GlobalOp ConstantTables::tableOf(memref::LoadOp load) {
  auto get = load.getMemRef().getDefiningOp<memref::GetGlobalOp>();
  if (!get)
    return nullptr;
  if (!isRead) {
    isRead = true;
    if (auto module = get->getParentOfType<ModuleOp>())
      for (auto global : module.getOps<memref::GlobalOp>())
        if (isConstantTable(global))
          tables[global.getSymNameAttr()] = global;
  }
  return tables.lookup(get.getNameAttr().getAttr());
}

/// The position in memory; nullopt if an index is not known or outside of the table.
static std::optional<uint64_t> positionOf(MemRefType type, ArrayRef<std::optional<int64_t>> indices) {
  uint64_t position = 0;
  for (auto [index, extent] : llvm::zip_equal(indices, type.getShape())) {
    if (!index || *index < 0 || *index >= extent)
      return std::nullopt;
    position = position * extent + *index;
  }
  return position;
}

static TypedAttr attributeOf(Type type, const APInt &bits) {
  if (auto number = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat(number.getFloatSemantics(), bits));
  return IntegerAttr::get(type, bits);
}

/// Of the bytes that memory begins with: little-endian, and a byte for an i1.
static TypedAttr elementOfBytes(Type type, ArrayRef<char> bytes, uint64_t position) {
  const unsigned width = type.getIntOrFloatBitWidth(), size = std::max(width / 8, 1U);
  if ((position + 1) * size > bytes.size())
    return {};
  uint64_t bits = 0;
  for (unsigned byte = size; byte-- > 0;)
    bits = bits << 8 | static_cast<unsigned char>(bytes[position * size + byte]);
  return attributeOf(type, width == 1 ? APInt(1, bits != 0) : APInt(width, bits));
}

TypedAttr ConstantTables::elementOf(memref::GlobalOp table, ArrayRef<std::optional<int64_t>> indices) const {
  MemRefType type = table.getType();
  Type element = type.getElementType();
  if (type.getNumElements() == 0)
    return {};
  if (table.isUninitialized())
    return attributeOf(element, APInt::getZero(element.getIntOrFloatBitWidth()));
  Attribute initial = *table.getInitialValue();
  auto dense = dyn_cast<DenseElementsAttr>(initial);
  if (dense && dense.isSplat())
    return cast<TypedAttr>(dense.getSplatValue<Attribute>());
  std::optional<uint64_t> position = positionOf(type, indices);
  if (!position)
    return {};
  if (dense)
    return cast<TypedAttr>(dense.getValues<Attribute>()[*position]);
  auto resource = dyn_cast<DenseResourceElementsAttr>(initial);
  AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  return blob ? elementOfBytes(element, blob->getData(), *position) : TypedAttr();
}
