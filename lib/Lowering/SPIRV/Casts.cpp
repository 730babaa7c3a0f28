//===- Casts.cpp - From one type to another -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FunctionConversion.h"
#include "HalfRounding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace qdc {

/// A truth value as a number: 1, or with a sign -1, if it is true.
static Value fromTruthValue(FunctionConversion &to, Value value, Type type, bool isSigned) {
  return to.select(value, to.constant(type, isSigned ? -1 : 1), to.constant(type, 0));
}

/// Mesa (22.3, in all its drivers) folds comparisons of an i64 that is an extended i32 with constants, to the wrong
/// truth value. Of two words it makes no such number.
static Value extendWord(FunctionConversion &to, Value value) {
  Type word = value.getType();
  Value signs = to.create<spirv::ShiftRightArithmeticOp>(word, value, to.constant(word, 31));
  Value words = to.create<spirv::CompositeConstructOp>(VectorType::get({2}, word), ValueRange{value, signs});
  return to.create<spirv::BitcastOp>(to.builder.getI64Type(), words);
}

/// An integer of another width.
static Value resize(FunctionConversion &to, Value value, Type type, bool isSigned) {
  if (value.getType() == type)
    return value;
  if (value.getType().isInteger(1))
    return fromTruthValue(to, value, type, isSigned);
  if (type.isInteger(1)) {
    Value bit = to.create<spirv::BitwiseAndOp>(value.getType(), value, to.constant(value.getType(), 1));
    return to.create<spirv::INotEqualOp>(bit, to.constant(value.getType(), 0));
  }
  if (isSigned && value.getType().isInteger(32) && type.isInteger(64))
    return extendWord(to, value);
  return isSigned ? Value(to.create<spirv::SConvertOp>(type, value)) : Value(to.create<spirv::UConvertOp>(type, value));
}

static Value convertFloat(FunctionConversion &to, Operation *op, Value value, Type type) {
  // NVIDIA's driver (580) leaves conversions to f16 and back out.
  if (isa<arith::TruncFOp>(op) && type.isF16() && value.getType().isF32())
    value = roundToHalf(to, value);
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return to.create<spirv::FConvertOp>(type, value);
  if (isa<arith::FPToSIOp>(op))
    return to.create<spirv::ConvertFToSOp>(type, value);
  if (isa<arith::FPToUIOp>(op))
    return to.create<spirv::ConvertFToUOp>(type, value);
  const bool isSigned = isa<arith::SIToFPOp>(op);
  if (value.getType().isInteger(1))
    return fromTruthValue(to, value, type, isSigned);
  return isSigned ? Value(to.create<spirv::ConvertSToFOp>(type, value))
                  : Value(to.create<spirv::ConvertUToFOp>(type, value));
}

bool convertCast(FunctionConversion &to, Operation *op) {
  if (!isa<CastOpInterface>(op) || !isa<arith::ArithDialect>(op->getDialect()))
    return false;
  Value value = to.get(op->getOperand(0));
  Type type = spirvType(op->getResult(0).getType());
  Value converted;
  if (isa<arith::ExtUIOp, arith::TruncIOp, arith::IndexCastUIOp>(op))
    converted = resize(to, value, type, /*isSigned=*/false);
  else if (isa<arith::ExtSIOp, arith::IndexCastOp>(op))
    converted = resize(to, value, type, /*isSigned=*/true);
  else if (isa<arith::BitcastOp>(op))
    converted = to.reinterpret(value, type);
  else if (isa<arith::ExtFOp, arith::TruncFOp, arith::FPToSIOp, arith::FPToUIOp, arith::SIToFPOp, arith::UIToFPOp>(op))
    converted = convertFloat(to, op, value, type);
  else
    return false;
  to.set(op->getResult(0), converted);
  return true;
}

} // namespace qdc
