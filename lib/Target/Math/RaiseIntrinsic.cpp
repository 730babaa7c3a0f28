//===- RaiseIntrinsic.cpp - LLVM's intrinsics as operations ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RaiseInstruction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/IR/IntrinsicInst.h"

namespace arith = mlir::arith;
namespace math = mlir::math;

namespace qdc {

/// By the bits of the magnitude, which ascend from 0 over subnormal and normal numbers to infinity and NaN.
mlir::Value RaisedValues::raiseClassTest(const llvm::IntrinsicInst &call) {
  const auto mask = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue();
  mlir::Value value = get(*call.getArgOperand(0));
  auto real = mlir::cast<mlir::FloatType>(value.getType());
  mlir::Type whole = builder.getIntegerType(real.getWidth());
  auto constant = [&](const llvm::APInt &bits) {
    return create<arith::ConstantOp>(builder.getIntegerAttr(whole, bits));
  };
  const llvm::fltSemantics &semantics = real.getFloatSemantics();
  const llvm::APInt normal = llvm::APFloat::getSmallestNormalized(semantics).bitcastToAPInt();
  const llvm::APInt infinity = llvm::APFloat::getInf(semantics).bitcastToAPInt();
  const llvm::APInt zero(real.getWidth(), 0), end = llvm::APInt::getSignedMinValue(real.getWidth());

  mlir::Value bits = create<arith::BitcastOp>(whole, value);
  mlir::Value magnitude = create<arith::AndIOp>(bits, constant(llvm::APInt::getSignedMaxValue(real.getWidth())));
  mlir::Value isNegative = create<arith::CmpIOp>(arith::CmpIPredicate::slt, bits, constant(zero));
  mlir::Value no = create<arith::ConstantOp>(builder.getBoolAttr(false)), found = no;
  mlir::Value isPositive = create<arith::CmpIOp>(arith::CmpIPredicate::eq, isNegative, no);
  // A class is from `first` on, and ends before `next`.
  auto add = [&](unsigned negative, unsigned positive, const llvm::APInt &first, const llvm::APInt &next) {
    const bool hasNegative = mask & negative, hasPositive = mask & positive;
    if (!hasNegative && !hasPositive)
      return;
    mlir::Value isClass =
        create<arith::AndIOp>(create<arith::CmpIOp>(arith::CmpIPredicate::uge, magnitude, constant(first)),
                              create<arith::CmpIOp>(arith::CmpIPredicate::ult, magnitude, constant(next)));
    if (!hasNegative || !hasPositive)
      isClass = create<arith::AndIOp>(isClass, hasNegative ? isNegative : isPositive);
    found = create<arith::OrIOp>(found, isClass);
  };
  add(llvm::fcNegZero, llvm::fcPosZero, zero, zero + 1);
  add(llvm::fcNegSubnormal, llvm::fcPosSubnormal, zero + 1, normal);
  add(llvm::fcNegNormal, llvm::fcPosNormal, normal, infinity);
  add(llvm::fcNegInf, llvm::fcPosInf, infinity, infinity + 1);
  add(llvm::fcNan, llvm::fcNan, infinity + 1, end);
  return found;
}

/// Bits of two integers in a row. One of the two shifts goes in two steps, so that it may take all bits.
mlir::Value RaisedValues::raiseFunnelShift(const llvm::IntrinsicInst &call) {
  mlir::Value high = get(*call.getArgOperand(0)), low = get(*call.getArgOperand(1));
  mlir::Type type = high.getType();
  auto whole = [&](int64_t number) { return create<arith::ConstantOp>(builder.getIntegerAttr(type, number)); };
  mlir::Value last = whole(type.getIntOrFloatBitWidth() - 1), one = whole(1);
  mlir::Value count = create<arith::AndIOp>(get(*call.getArgOperand(2)), last);
  mlir::Value rest = create<arith::SubIOp>(last, count);
  if (call.getIntrinsicID() == llvm::Intrinsic::fshl)
    return create<arith::OrIOp>(create<arith::ShLIOp>(high, count),
                                create<arith::ShRUIOp>(create<arith::ShRUIOp>(low, one), rest));
  return create<arith::OrIOp>(create<arith::ShLIOp>(create<arith::ShLIOp>(high, one), rest),
                              create<arith::ShRUIOp>(low, count));
}

mlir::Value RaisedValues::raiseIntrinsic(const llvm::IntrinsicInst &call) {
  if (call.getIntrinsicID() == llvm::Intrinsic::is_fpclass)
    return raiseClassTest(call);
  mlir::Value first = get(*call.getArgOperand(0));
  auto second = [&] { return get(*call.getArgOperand(1)); };
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::fmuladd:
    return create<arith::AddFOp>(create<arith::MulFOp>(first, second()), get(*call.getArgOperand(2)));
  case llvm::Intrinsic::fabs:
    return create<math::AbsFOp>(first);
  case llvm::Intrinsic::ceil:
    return create<math::CeilOp>(first);
  case llvm::Intrinsic::copysign:
    return create<math::CopySignOp>(first, second());
  case llvm::Intrinsic::ctlz:
    return create<math::CountLeadingZerosOp>(first);
  case llvm::Intrinsic::floor:
    return create<math::FloorOp>(first);
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr:
    return raiseFunnelShift(call);
  case llvm::Intrinsic::maximumnum:
    return create<arith::MaxNumFOp>(first, second());
  case llvm::Intrinsic::minimumnum:
    return create<arith::MinNumFOp>(first, second());
  case llvm::Intrinsic::roundeven:
    return create<math::RoundEvenOp>(first);
  case llvm::Intrinsic::smax:
    return create<arith::MaxSIOp>(first, second());
  case llvm::Intrinsic::smin:
    return create<arith::MinSIOp>(first, second());
  case llvm::Intrinsic::sqrt:
    return create<math::SqrtOp>(first);
  case llvm::Intrinsic::trunc:
    return create<math::TruncOp>(first);
  case llvm::Intrinsic::umax:
    return create<arith::MaxUIOp>(first, second());
  case llvm::Intrinsic::umin:
    return create<arith::MinUIOp>(first, second());
  default:
    return {};
  }
}

} // namespace qdc
