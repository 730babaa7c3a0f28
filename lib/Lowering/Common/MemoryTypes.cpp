//===- MemoryTypes.cpp - Values as they lie in memory ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "qdc/Lowering/Common/I64Builder.h"

using namespace mlir;

namespace qdc {

Type memoryType(Type element) {
  if (element.isInteger(1))
    return IntegerType::get(element.getContext(), 8);
  if (element.isIndex())
    return IntegerType::get(element.getContext(), 64);
  if (element.isBF16())
    return IntegerType::get(element.getContext(), 16);
  return element;
}

Value toMemoryType(OpBuilder &builder, Location location, Value value) {
  Type type = value.getType(), inMemory = memoryType(type);
  if (type.isInteger(1))
    return arith::ExtUIOp::create(builder, location, inMemory, value);
  if (type.isIndex())
    return I64Builder{builder, location}.fromInteger(value);
  if (type.isBF16())
    return arith::BitcastOp::create(builder, location, inMemory, value);
  return value;
}

Value fromMemoryType(OpBuilder &builder, Location location, Value value, Type element) {
  if (element.isInteger(1))
    return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne, value,
                                 arith::ConstantIntOp::create(builder, location, 0, 8));
  if (element.isIndex())
    return I64Builder{builder, location}.toType(value, element);
  if (element.isBF16())
    return arith::BitcastOp::create(builder, location, element, value);
  return value;
}

Value toBits(OpBuilder &builder, Location location, Value value) {
  Type type = value.getType();
  Type bits = builder.getIntegerType(memoryType(type).getIntOrFloatBitWidth());
  if (type.isInteger(1))
    return arith::ExtUIOp::create(builder, location, bits, value);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, location, bits, value);
  if (isa<FloatType>(type))
    return arith::BitcastOp::create(builder, location, bits, value);
  return value;
}

Value fromBits(OpBuilder &builder, Location location, Value bits, Type element) {
  if (element.isInteger(1))
    return arith::TruncIOp::create(builder, location, element, bits);
  if (element.isIndex())
    return arith::IndexCastOp::create(builder, location, element, bits);
  if (isa<FloatType>(element))
    return arith::BitcastOp::create(builder, location, element, bits);
  return bits;
}

} // namespace qdc
