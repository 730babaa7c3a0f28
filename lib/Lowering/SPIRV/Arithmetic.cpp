//===- Arithmetic.cpp - Sums, products, bits ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FunctionConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace qdc {

namespace {

/// Converts one operation, whose operands have become `lhs` and `rhs`.
struct Binary {
  FunctionConversion &to;
  Operation *op;
  Value lhs, rhs;
  Type type;

  template <typename Op>
  Value create() {
    return to.create<Op>(type, lhs, rhs);
  }
  Value select(Value condition, Value yes, Value no) { return to.select(condition, yes, no); }
  Value invert(Value value) { return to.create<spirv::LogicalNotOp>(type, value); }

  /// Both operands are true or false, which is 1 or 0 without a sign and -1 or 0 with one.
  Value ofTruthValues() {
    return llvm::TypeSwitch<Operation *, Value>(op)
        .Case<arith::AddIOp, arith::SubIOp, arith::XOrIOp>([&](auto) { return create<spirv::LogicalNotEqualOp>(); })
        .Case<arith::MulIOp, arith::AndIOp, arith::MinUIOp, arith::MaxSIOp>(
            [&](auto) { return create<spirv::LogicalAndOp>(); })
        .Case<arith::OrIOp, arith::MaxUIOp, arith::MinSIOp>([&](auto) { return create<spirv::LogicalOrOp>(); })
        .Case<arith::ShLIOp, arith::ShRUIOp>(
            [&](auto) { return to.create<spirv::LogicalAndOp>(type, lhs, invert(rhs)); })
        // What is shifted by its sign, or divided by 1.
        .Case<arith::ShRSIOp, arith::DivUIOp, arith::DivSIOp>([&](auto) { return lhs; })
        .Case<arith::RemUIOp, arith::RemSIOp>([&](auto) { return to.constant(type, 0); })
        .Default([](auto) { return Value(); });
  }

  /// Vulkan leaves OpSRem undefined where an operand is negative.
  Value signedRemainder() {
    Value quotient = create<spirv::SDivOp>();
    return to.create<spirv::ISubOp>(type, lhs, to.create<spirv::IMulOp>(type, quotient, rhs));
  }

  template <typename Less>
  Value smaller() {
    return select(to.create<Less>(lhs, rhs), lhs, rhs);
  }
  template <typename Less>
  Value larger() {
    return select(to.create<Less>(lhs, rhs), rhs, lhs);
  }

  /// The smaller or larger number. Of two zeros the one that is wanted has the bits that `Merge` makes; a NaN on either
  /// side makes the sum one. A device may take subnormal numbers, which are no zeros, for equal.
  template <typename Merge, typename Before>
  Value extreme() {
    Type bits = to.builder.getIntegerType(type.getIntOrFloatBitWidth());
    Value left = to.create<spirv::BitcastOp>(bits, lhs), right = to.create<spirv::BitcastOp>(bits, rhs);
    Value magnitudes = to.create<spirv::ShiftLeftLogicalOp>(bits, to.create<spirv::BitwiseOrOp>(bits, left, right),
                                                            to.constant(bits, 1));
    Value areZeros = to.create<spirv::IEqualOp>(magnitudes, to.constant(bits, 0));
    Value merged = to.create<spirv::BitcastOp>(type, to.create<Merge>(bits, left, right));
    Value equal = to.create<spirv::FOrdEqualOp>(lhs, rhs), before = to.create<Before>(lhs, rhs);
    Value first = to.create<spirv::LogicalOrOp>(equal.getType(), equal, before);
    Value second = to.create<Before>(rhs, lhs);
    Value sum = to.exact(to.create<spirv::FAddOp>(type, lhs, rhs));
    return select(areZeros, merged, select(first, lhs, select(second, rhs, sum)));
  }

  /// An operation of floats, which rounds by itself unless it may contract.
  template <typename Op>
  Value real() {
    auto created = to.create<Op>(type, lhs, rhs);
    auto flags = cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr();
    if (flags && bitEnumContainsAny(flags.getValue(), arith::FastMathFlags::contract))
      return created;
    return to.exact(created);
  }

  Value convert() {
    return llvm::TypeSwitch<Operation *, Value>(op)
        .Case<arith::AddIOp>([&](auto) { return create<spirv::IAddOp>(); })
        .Case<arith::SubIOp>([&](auto) { return create<spirv::ISubOp>(); })
        .Case<arith::MulIOp>([&](auto) { return create<spirv::IMulOp>(); })
        .Case<arith::DivUIOp>([&](auto) { return create<spirv::UDivOp>(); })
        .Case<arith::DivSIOp>([&](auto) { return create<spirv::SDivOp>(); })
        .Case<arith::RemUIOp>([&](auto) { return create<spirv::UModOp>(); })
        .Case<arith::RemSIOp>([&](auto) { return signedRemainder(); })
        .Case<arith::AndIOp>([&](auto) { return create<spirv::BitwiseAndOp>(); })
        .Case<arith::OrIOp>([&](auto) { return create<spirv::BitwiseOrOp>(); })
        .Case<arith::XOrIOp>([&](auto) { return create<spirv::BitwiseXorOp>(); })
        .Case<arith::ShLIOp>([&](auto) { return create<spirv::ShiftLeftLogicalOp>(); })
        .Case<arith::ShRUIOp>([&](auto) { return create<spirv::ShiftRightLogicalOp>(); })
        .Case<arith::ShRSIOp>([&](auto) { return create<spirv::ShiftRightArithmeticOp>(); })
        .Case<arith::MinSIOp>([&](auto) { return smaller<spirv::SLessThanOp>(); })
        .Case<arith::MinUIOp>([&](auto) { return smaller<spirv::ULessThanOp>(); })
        .Case<arith::MaxSIOp>([&](auto) { return larger<spirv::SLessThanOp>(); })
        .Case<arith::MaxUIOp>([&](auto) { return larger<spirv::ULessThanOp>(); })
        .Case<arith::AddFOp>([&](auto) { return real<spirv::FAddOp>(); })
        .Case<arith::SubFOp>([&](auto) { return real<spirv::FSubOp>(); })
        .Case<arith::MulFOp>([&](auto) { return real<spirv::FMulOp>(); })
        .Case<arith::DivFOp>([&](auto) { return real<spirv::FDivOp>(); })
        .Case<arith::MinimumFOp>([&](auto) { return extreme<spirv::BitwiseOrOp, spirv::FOrdLessThanOp>(); })
        .Case<arith::MaximumFOp>([&](auto) { return extreme<spirv::BitwiseAndOp, spirv::FOrdGreaterThanOp>(); })
        .Default([](auto) { return Value(); });
  }
};

/// Of integers whose product fits into a word.
bool convertNarrowProduct(FunctionConversion &to, Operation *op, bool isSigned) {
  Type type = spirvType(op->getResult(0).getType()), word = to.builder.getI32Type();
  auto widen = [&](Value value) -> Value {
    return isSigned ? Value(to.create<spirv::SConvertOp>(word, value))
                    : Value(to.create<spirv::UConvertOp>(word, value));
  };
  Value product = to.create<spirv::IMulOp>(word, widen(to.get(op->getOperand(0))), widen(to.get(op->getOperand(1))));
  Value high = to.create<spirv::ShiftRightLogicalOp>(word, product, to.integer(32, type.getIntOrFloatBitWidth()));
  to.set(op->getResult(0), to.create<spirv::UConvertOp>(type, product));
  to.set(op->getResult(1), to.create<spirv::UConvertOp>(type, high));
  return true;
}

/// The halves of a sum or product that is wider than its operands.
bool convertExtended(FunctionConversion &to, Operation *op) {
  if (!isa<arith::AddUIExtendedOp, arith::MulUIExtendedOp, arith::MulSIExtendedOp>(op))
    return false;
  Value lhs = to.get(op->getOperand(0)), rhs = to.get(op->getOperand(1));
  Type type = lhs.getType();
  if (isa<arith::AddUIExtendedOp>(op) && type.isInteger(1)) {
    to.set(op->getResult(0), to.create<spirv::LogicalNotEqualOp>(type, lhs, rhs));
    to.set(op->getResult(1), to.create<spirv::LogicalAndOp>(type, lhs, rhs));
    return true;
  }
  if (isa<arith::AddUIExtendedOp>(op)) {
    Value sum = to.create<spirv::IAddOp>(type, lhs, rhs);
    to.set(op->getResult(0), sum);
    to.set(op->getResult(1), to.create<spirv::ULessThanOp>(sum, lhs));
    return true;
  }
  const bool isSigned = isa<arith::MulSIExtendedOp>(op);
  if (type.isInteger(1)) { // 1 at most, with a sign too
    to.set(op->getResult(0), to.create<spirv::LogicalAndOp>(type, lhs, rhs));
    to.set(op->getResult(1), to.constant(type, 0));
    return true;
  }
  if (type.getIntOrFloatBitWidth() < 32)
    return convertNarrowProduct(to, op, isSigned);
  Type both = spirv::StructType::get({type, type});
  Value product = isSigned ? Value(to.create<spirv::SMulExtendedOp>(both, lhs, rhs))
                           : Value(to.create<spirv::UMulExtendedOp>(both, lhs, rhs));
  for (int32_t index : {0, 1})
    to.set(op->getResult(index), to.create<spirv::CompositeExtractOp>(product, ArrayRef<int32_t>{index}));
  return true;
}

/// A constant, as it lies in a register.
Value convertConstant(FunctionConversion &to, arith::ConstantOp op) {
  Type type = spirvType(op.getType());
  TypedAttr value = op.getValue();
  if (auto real = dyn_cast<FloatAttr>(value); real && isa<IntegerType>(type)) // a bf16
    value = IntegerAttr::get(type, real.getValue().bitcastToAPInt());
  else if (auto number = dyn_cast<IntegerAttr>(value))
    value = IntegerAttr::get(type, number.getValue().sextOrTrunc(type.getIntOrFloatBitWidth()));
  return to.create<spirv::ConstantOp>(type, value);
}

} // namespace

bool convertArithmetic(FunctionConversion &to, Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    to.set(constant, convertConstant(to, constant));
    return true;
  }
  if (auto negation = dyn_cast<arith::NegFOp>(op)) {
    to.set(negation, to.create<spirv::FNegateOp>(to.get(negation.getOperand())));
    return true;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    Value yes = to.get(select.getTrueValue()), no = to.get(select.getFalseValue());
    to.set(select, to.select(to.get(select.getCondition()), yes, no));
    return true;
  }
  if (convertExtended(to, op))
    return true;
  if (!isa<arith::ArithDialect>(op->getDialect()) || op->getNumOperands() != 2 || op->getNumResults() != 1)
    return false;
  Value lhs = to.get(op->getOperand(0));
  Binary binary{to, op, lhs, to.get(op->getOperand(1)), lhs.getType()};
  Value converted = lhs.getType().isInteger(1) ? binary.ofTruthValues() : binary.convert();
  if (!converted)
    return false;
  to.set(op->getResult(0), converted);
  return true;
}

} // namespace qdc
