//===- DataTypes.cpp - The types that kernels may use ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/DataTypes.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Support/ArrayBytes.h"

using namespace mlir;

bool qdc::qd::isElementType(Type type) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return true;
  return type.isSignlessInteger(1) || type.isSignlessInteger(8) || type.isSignlessInteger(16) ||
         type.isSignlessInteger(32) || type.isSignlessInteger(64);
}

bool qdc::qd::isScalarType(Type type) { return type.isIndex() || isElementType(type); }

std::optional<int64_t> qdc::qd::staticBytes(MemRefType type) {
  SmallVector<int64_t> known; // a launch may make a dynamic extent 1
  llvm::copy_if(type.getShape(), std::back_inserter(known), [](int64_t extent) { return extent >= 0; });
  return checkedArrayBytes(std::max<int64_t>(type.getElementTypeBitWidth() / 8, 1), known);
}

std::string qdc::qd::explainArrayType(BaseMemRefType type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto array = dyn_cast<MemRefType>(type);
  if (!array)
    stream << "has no rank, but arrays have a fixed one, for example 'memref<?x?x" << type.getElementType() << ">'";
  else if (!isElementType(array.getElementType()))
    stream << "holds elements of type '" << array.getElementType() << "', but the element types are "
           << elementTypeList;
  else if (array.getRank() > maximumRank)
    stream << "has rank " << array.getRank() << ", but arrays have at most " << maximumRank << " dimensions";
  else if (!array.getLayout().isIdentity())
    stream << "has the layout '" << array.getLayout()
           << "', but arrays have the identity layout: leave it out, and pass strides as scalars";
  else if (array.getMemorySpace())
    stream << "has the memory space '" << array.getMemorySpace()
           << "', but arrays are in the default one: leave it out";
  else if (llvm::any_of(array.getShape(), [](int64_t extent) { return extent < 0 && !ShapedType::isDynamic(extent); }))
    stream << "has the type '" << array << "', but an extent is not negative"; // bytecode can say so, text cannot
  else if (!staticBytes(array))
    stream << "has the type '" << array << "', but arrays have less than 2^63 bytes";
  return text;
}

bool qdc::qd::reducesType(ReduceKind kind, Type type) {
  switch (kind) {
  case ReduceKind::addf:
  case ReduceKind::mulf:
  case ReduceKind::minimumf:
  case ReduceKind::maximumf:
    return isElementType(type) && isa<FloatType>(type);
  case ReduceKind::addi:
  case ReduceKind::muli:
  case ReduceKind::mins:
  case ReduceKind::maxs:
  case ReduceKind::minu:
  case ReduceKind::maxu:
  case ReduceKind::andi:
  case ReduceKind::ori:
  case ReduceKind::xori:
    return isScalarType(type) && type.isIntOrIndex();
  }
  return false;
}
