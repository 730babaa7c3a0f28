//===- MathOperations.cpp - Functions that SPIR-V has exactly -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FunctionConversion.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace qdc {

namespace {

/// Converts an operation of `math`, whose first operand has become `value`. Bits are counted in words of 32.
struct MathConversion {
  FunctionConversion &to;
  Value value;
  Type type = value.getType(), word = to.builder.getI32Type();

  Value constant(int64_t number) { return to.integer(32, number); }
  Value select(Value condition, Value yes, Value no) { return to.select(condition, yes, no); }
  unsigned width() { return type.getIntOrFloatBitWidth(); }
  Value low() { return width() == 32 ? value : Value(to.create<spirv::UConvertOp>(word, value)); }
  Value high() {
    Value shifted = to.create<spirv::ShiftRightLogicalOp>(type, value, to.integer(64, 32));
    return to.create<spirv::UConvertOp>(word, shifted);
  }
  /// A count, as wide as the operand.
  Value ofWord(Value count) { return width() == 32 ? count : Value(to.create<spirv::UConvertOp>(type, count)); }
  Value add(Value lhs, Value rhs) { return to.create<spirv::IAddOp>(word, lhs, rhs); }

  Value ones() {
    Value count = to.create<spirv::BitCountOp>(word, low());
    return ofWord(width() == 64 ? add(count, to.create<spirv::BitCountOp>(word, high())) : count);
  }
  /// Of a word without a one, FindUMsb gives -1.
  Value leadingZerosOfWord(Value word32) {
    return to.create<spirv::ISubOp>(word, constant(31), to.create<spirv::GLFindUMsbOp>(word, word32));
  }
  Value leadingZeros() {
    if (width() != 64)
      return ofWord(to.create<spirv::ISubOp>(word, leadingZerosOfWord(low()), constant(32 - width())));
    Value upper = high(), isZero = to.create<spirv::IEqualOp>(upper, constant(0));
    Value inLower = add(leadingZerosOfWord(low()), constant(32));
    return ofWord(select(isZero, inLower, leadingZerosOfWord(upper)));
  }
  /// `none` where there is no one.
  Value trailingZerosOfWord(Value word32, Value none) {
    Value isZero = to.create<spirv::IEqualOp>(word32, constant(0));
    return select(isZero, none, to.create<spirv::GLFindILsbOp>(word, word32));
  }
  Value trailingZeros() {
    if (width() != 64)
      return ofWord(trailingZerosOfWord(low(), constant(width())));
    Value inUpper = add(trailingZerosOfWord(high(), constant(32)), constant(32));
    return ofWord(trailingZerosOfWord(low(), inUpper));
  }

  Value absoluteInteger() {
    Value isNegative = to.create<spirv::SLessThanOp>(value, to.constant(type, 0));
    return select(isNegative, to.create<spirv::SNegateOp>(value), value);
  }
  Value magnitude() { return to.create<spirv::GLFAbsOp>(type, value); }
  /// The dialect has no Trunc. 0 keeps its sign.
  Value truncated() { return withSign(to.create<spirv::GLFloorOp>(type, magnitude()), value); }
  /// To the nearest integer, and from the middle away from 0. That of Round is up to the device.
  Value rounded() {
    Value size = magnitude(), below = to.create<spirv::GLFloorOp>(type, size);
    Value rest = to.exact(to.create<spirv::FSubOp>(type, size, below));
    Value above = to.exact(to.create<spirv::FAddOp>(type, below, one()));
    return withSign(select(to.create<spirv::FOrdLessThanOp>(rest, half()), below, above), value);
  }
  Value real(double number) { return to.create<spirv::ConstantOp>(type, to.builder.getFloatAttr(type, number)); }
  Value one() { return real(1); }
  Value half() { return real(0.5); }
  Type bits() { return to.builder.getIntegerType(width()); }
  Value bitsOf(Value real) { return to.create<spirv::BitcastOp>(bits(), real); }
  Value withSign(Value number, Value other) {
    Value sign = to.constant(bits(), llvm::minIntN(width()));
    Value rest = to.create<spirv::BitwiseAndOp>(bits(), bitsOf(number), to.constant(bits(), llvm::maxIntN(width())));
    Value wanted = to.create<spirv::BitwiseAndOp>(bits(), bitsOf(other), sign);
    return to.create<spirv::BitcastOp>(type, to.create<spirv::BitwiseOrOp>(bits(), rest, wanted));
  }
  Value isFinite() {
    Value isOdd = to.create<spirv::LogicalOrOp>(to.builder.getI1Type(), to.create<spirv::IsNanOp>(value),
                                                to.create<spirv::IsInfOp>(value));
    return to.create<spirv::LogicalNotOp>(to.builder.getI1Type(), isOdd);
  }

  /// Of 0 or -1.
  Value ofTruthValue(Operation *op) {
    if (isa<math::AbsIOp, math::CtPopOp>(op))
      return value;
    if (isa<math::CountLeadingZerosOp, math::CountTrailingZerosOp>(op))
      return to.create<spirv::LogicalNotOp>(type, value);
    return {};
  }

  Value convert(Operation *op) {
    if (type.isInteger(1))
      return ofTruthValue(op);
    return llvm::TypeSwitch<Operation *, Value>(op)
        .Case<math::CtPopOp>([&](auto) { return ones(); })
        .Case<math::CountLeadingZerosOp>([&](auto) { return leadingZeros(); })
        .Case<math::CountTrailingZerosOp>([&](auto) { return trailingZeros(); })
        .Case<math::AbsIOp>([&](auto) { return absoluteInteger(); })
        .Case<math::AbsFOp>([&](auto) { return magnitude(); })
        .Case<math::CeilOp>([&](auto) { return to.create<spirv::GLCeilOp>(type, value); })
        .Case<math::FloorOp>([&](auto) { return to.create<spirv::GLFloorOp>(type, value); })
        .Case<math::SqrtOp>([&](auto) { return to.create<spirv::GLSqrtOp>(type, value); })
        .Case<math::RoundEvenOp>([&](auto) { return to.create<spirv::GLRoundEvenOp>(type, value); })
        .Case<math::RoundOp>([&](auto) { return rounded(); })
        .Case<math::TruncOp>([&](auto) { return truncated(); })
        .Case<math::CopySignOp>([&](auto) { return withSign(value, to.get(op->getOperand(1))); })
        .Case<math::IsNaNOp>([&](auto) { return to.create<spirv::IsNanOp>(value); })
        .Case<math::IsFiniteOp>([&](auto) { return isFinite(); })
        .Default([](auto) { return Value(); });
  }
};

} // namespace

bool convertMath(FunctionConversion &to, Operation *op) {
  if (!isa<math::MathDialect>(op->getDialect()) || op->getNumResults() != 1)
    return false;
  Value converted = MathConversion{to, to.get(op->getOperand(0))}.convert(op);
  if (!converted)
    return false;
  to.set(op->getResult(0), converted);
  return true;
}

} // namespace qdc
