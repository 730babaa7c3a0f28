//===- Arithmetic.cpp - Arithmetic as the dialect defines it --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/Arithmetic.h"
#include "qdc/Dialect/QD/IR/Rounding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace qdc {

void allowContraction(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp>(op) || op->hasAttr(qd::roundsAloneAttr))
      return;
    auto flags = cast<arith::ArithFastMathInterface>(op);
    arith::FastMathFlags old = flags.getFastMathFlagsAttr().getValue();
    op->setAttr(flags.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(op->getContext(), old | arith::FastMathFlags::contract));
  });
}

void lowerNumberMinMax(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (!isa<arith::MinNumFOp, arith::MaxNumFOp>(op))
      return;
    OpBuilder builder(op);
    Location location = op->getLoc();
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    auto compare = [&](arith::CmpFPredicate predicate, Value a, Value b) -> Value {
      return arith::CmpFOp::create(builder, location, predicate, a, b);
    };
    // A comparison with NaN is false, so that only a NaN on the left needs a look.
    auto better = isa<arith::MinNumFOp>(op) ? arith::CmpFPredicate::OLT : arith::CmpFPredicate::OGT;
    Value takeRight = arith::OrIOp::create(builder, location, compare(better, rhs, lhs),
                                           compare(arith::CmpFPredicate::UNO, lhs, lhs));
    op->getResult(0).replaceAllUsesWith(arith::SelectOp::create(builder, location, takeRight, rhs, lhs).getResult());
    op->erase();
  });
}

void lowerFloatClasses(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (!isa<math::IsInfOp, math::IsNormalOp>(op))
      return;
    OpBuilder builder(op);
    Location location = op->getLoc();
    auto type = cast<FloatType>(op->getOperand(0).getType());
    Value magnitude = math::AbsFOp::create(builder, location, op->getOperand(0));
    auto compare = [&](arith::CmpFPredicate predicate, const APFloat &limit) -> Value {
      Value constant = arith::ConstantOp::create(builder, location, builder.getFloatAttr(type, limit));
      return arith::CmpFOp::create(builder, location, predicate, magnitude, constant);
    };
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    APFloat infinity = APFloat::getInf(semantics);
    Value result;
    if (isa<math::IsInfOp>(op))
      result = compare(arith::CmpFPredicate::OEQ, infinity);
    else
      result = arith::AndIOp::create(builder, location,
                                     compare(arith::CmpFPredicate::OGE, APFloat::getSmallestNormalized(semantics)),
                                     compare(arith::CmpFPredicate::OLT, infinity));
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  });
}

void lowerIndexCarries(func::FuncOp function) {
  function.walk([](arith::AddUIExtendedOp op) {
    if (!op.getSum().getType().isIndex())
      return;
    OpBuilder builder(op);
    Value sum = arith::AddIOp::create(builder, op.getLoc(), op.getLhs(), op.getRhs());
    Value carry = arith::CmpIOp::create(builder, op.getLoc(), arith::CmpIPredicate::ult, sum, op.getLhs());
    op.replaceAllUsesWith(ValueRange{sum, carry});
    op.erase();
  });
}

void lowerFloatToInteger(func::FuncOp function, CreateSaturated createSaturated) {
  function.walk([&](Operation *op) {
    if (!isa<arith::FPToSIOp, arith::FPToUIOp>(op))
      return;
    OpBuilder builder(op);
    bool isSigned = isa<arith::FPToSIOp>(op);
    Type type = op->getResult(0).getType();
    // LLVM's back end for PTX converts to one bit by comparing the float's bits with 0.
    Type converted = type.isInteger(1) ? builder.getI8Type() : type;
    Value value = createSaturated(builder, op->getLoc(), converted, op->getOperand(0), isSigned);
    if (converted != type) {
      // One bit is 0, or saturates at -1 or 1.
      Value zero = arith::ConstantIntOp::create(builder, op->getLoc(), converted, 0);
      auto predicate = isSigned ? arith::CmpIPredicate::slt : arith::CmpIPredicate::ne;
      value = arith::CmpIOp::create(builder, op->getLoc(), predicate, value, zero);
    }
    op->replaceAllUsesWith(ValueRange{value});
    op->erase();
  });
}

} // namespace qdc
