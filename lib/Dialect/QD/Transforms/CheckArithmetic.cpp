//===- CheckArithmetic.cpp - Integer results that are rarely meant --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TakenValues.h"
#include "TruthBuilder.h"
#include "qdc/Analysis/IndexBounds.h"
#include "qdc/Dialect/QD/Transforms/Checks.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace qdc::qd {
#define GEN_PASS_DEF_CHECKARITHMETIC
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

namespace {
/// Guards one operation: the checks stand ahead of it, or where it is known whether its result is taken.
class Guard {
public:
  Guard(Operation *op, Taken taken, CheckCounts &counts)
      : op(op), taken(taken), builder(op), location(op->getLoc()), type(op->getOperand(0).getType()), counts(counts) {
    if (!taken.isAlways)
      builder.setInsertionPointAfter(taken.last);
  }

  void run();

private:
  void checkDivision();
  void checkPower();
  void checkShift();
  void checkSum(bool isDifference);
  void checkProduct();
  void checkToInteger(bool isSigned);

  Value operand(unsigned number) { return op->getOperand(number); }
  Value constant(const APInt &value) {
    return arith::ConstantOp::create(builder, location, IntegerAttr::get(type, value));
  }
  Value compare(CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, location, predicate, lhs, rhs);
  }
  unsigned width() { return ConstantIntRanges::getStorageBitwidth(type); }
  Value zero() { return constant(APInt::getZero(width())); }
  void check(Value holds, std::string message, ArrayRef<Value> values) {
    ++counts.checks;
    if (!taken.isAlways)
      holds = TruthBuilder{builder, location}.holdsWhere(taken.condition, holds);
    createCheck(builder, location, holds, std::move(message), values);
  }
  /// Whether a number is added to an index that is at most an extent, or a small number.
  bool isProvenSum() { return IndexBounds(op, {}).isLimited(op->getResult(0)); }

  Operation *op;
  Taken taken;
  OpBuilder builder;
  Location location;
  Type type;
  CheckCounts &counts;
};

struct CheckArithmetic : qdc::qd::impl::CheckArithmeticBase<CheckArithmetic> {
  void runOnOperation() override { addCounts(getOperation(), checkArithmetic(getOperation())); }
};
} // namespace

void Guard::checkDivision() {
  APInt divisor;
  if (matchPattern(operand(1), m_ConstantInt(&divisor)) && !divisor.isZero()) {
    ++counts.proven;
    return;
  }
  check(compare(CmpIPredicate::ne, operand(1), zero()), "division of {} by zero", {operand(0)});
}

void Guard::checkPower() {
  APInt exponent;
  if (matchPattern(operand(1), m_ConstantInt(&exponent)) && !exponent.isNegative()) {
    ++counts.proven;
    return;
  }
  Value isDefined = arith::OrIOp::create(builder, location, compare(CmpIPredicate::ne, operand(0), zero()),
                                         compare(CmpIPredicate::sge, operand(1), zero()));
  check(isDefined, "division by zero: zero to the power of {}", {operand(1)});
}

void Guard::checkShift() {
  APInt amount;
  if (matchPattern(operand(1), m_ConstantInt(&amount)) && amount.ult(width())) {
    ++counts.proven;
    return;
  }
  // An i1 cannot hold its width; it can be shifted by 0 alone.
  Value isInside = width() == 1 ? compare(CmpIPredicate::eq, operand(1), zero())
                                : compare(CmpIPredicate::ult, operand(1), constant(APInt(width(), width())));
  check(isInside, "shift by {} of an integer of " + std::to_string(width()) + " bits", {operand(1)});
}

void Guard::checkSum(bool isDifference) {
  if (isProvenSum()) {
    ++counts.proven;
    return;
  }
  // It wraps if it has a sign that neither operand, of a difference after a change of sign, has.
  Value lhs = operand(0), rhs = operand(1);
  Value result = isDifference ? arith::SubIOp::create(builder, location, lhs, rhs).getResult()
                              : arith::AddIOp::create(builder, location, lhs, rhs).getResult();
  Value first = arith::XOrIOp::create(builder, location, lhs, result);
  Value second = isDifference ? arith::XOrIOp::create(builder, location, lhs, rhs).getResult()
                              : arith::XOrIOp::create(builder, location, rhs, result).getResult();
  Value both = arith::AndIOp::create(builder, location, first, second);
  check(compare(CmpIPredicate::sge, both, zero()),
        isDifference ? "index arithmetic wraps: {} - {}" : "index arithmetic wraps: {} + {}", {lhs, rhs});
}

void Guard::checkProduct() {
  if (isProvenSum()) {
    ++counts.proven;
    return;
  }
  Type wide = builder.getI64Type();
  Value lhs = arith::IndexCastOp::create(builder, location, wide, operand(0));
  Value rhs = arith::IndexCastOp::create(builder, location, wide, operand(1));
  auto product = arith::MulSIExtendedOp::create(builder, location, lhs, rhs);
  Value last = arith::ConstantOp::create(builder, location, builder.getI64IntegerAttr(63));
  Value sign = arith::ShRSIOp::create(builder, location, product.getLow(), last);
  check(compare(CmpIPredicate::eq, product.getHigh(), sign), "index arithmetic wraps: {} * {}",
        {operand(0), operand(1)});
}

void Guard::checkToInteger(bool isSigned) {
  unsigned bits = ConstantIntRanges::getStorageBitwidth(op->getResult(0).getType());
  const llvm::fltSemantics &semantics = cast<FloatType>(type).getFloatSemantics();
  APInt lowest = isSigned ? APInt::getSignedMinValue(bits).sext(bits + 2) : APInt::getZero(bits + 2);
  APInt end = APInt::getOneBitSet(bits + 2, isSigned ? bits - 1 : bits);
  auto toFloat = [&](const APInt &number, bool &isExact) {
    APFloat value(semantics);
    isExact = value.convertFromAPInt(number, /*IsSigned=*/true, APFloat::rmNearestTiesToEven) == APFloat::opOK;
    return value;
  };
  auto compareWith = [&](CmpFPredicate predicate, const APFloat &bound) -> Value {
    Value constant = arith::ConstantOp::create(builder, location, FloatAttr::get(type, bound));
    return arith::CmpFOp::create(builder, location, predicate, operand(0), constant);
  };
  // What is below the lowest integer by less than 1 fits, since it is cut off. Where the type has no such number, the
  // lowest integer itself is the end, and where that is infinite, every finite number fits.
  bool isExact = false;
  APFloat beyond = toFloat(lowest - 1, isExact);
  bool isOpen = isExact || beyond.isInfinity();
  APFloat bound = isOpen ? beyond : toFloat(lowest, isExact);
  Value isAbove = compareWith(isOpen ? CmpFPredicate::OGT : CmpFPredicate::OGE, bound);
  Value isBelow = compareWith(CmpFPredicate::OLT, toFloat(end, isExact));
  check(arith::AndIOp::create(builder, location, isAbove, isBelow),
        "{} does not fit " + std::string(isSigned ? "a signed" : "an unsigned") + " integer of " +
            std::to_string(bits) + " bits",
        {operand(0)});
}

static bool divides(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
             arith::RemSIOp, arith::RemUIOp, index::DivSOp, index::DivUOp, index::CeilDivSOp, index::CeilDivUOp,
             index::FloorDivSOp, index::RemSOp, index::RemUOp>(op);
}

static bool shifts(Operation *op) {
  return isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp, index::ShlOp, index::ShrSOp, index::ShrUOp>(op);
}

/// Whether the operation is one of those on `index` that are looked at.
static bool canWrap(Operation *op) {
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, index::AddOp, index::SubOp, index::MulOp>(op) &&
         op->getResult(0).getType().isIndex();
}

static bool canGoWrong(Operation *op) {
  return divides(op) || shifts(op) || canWrap(op) || isa<math::IPowIOp, arith::FPToSIOp, arith::FPToUIOp>(op);
}

void Guard::run() {
  if (taken.isNever())
    return;
  if (divides(op))
    checkDivision();
  else if (isa<math::IPowIOp>(op))
    checkPower();
  else if (shifts(op))
    checkShift();
  else if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    checkToInteger(isa<arith::FPToSIOp>(op));
  else if (isa<arith::MulIOp, index::MulOp>(op))
    checkProduct();
  else
    checkSum(isa<arith::SubIOp, index::SubOp>(op));
}

CheckCounts qdc::qd::checkArithmetic(KernelOp kernel) {
  const TakenValues taken(kernel, TakenValues::Kind::integers, canGoWrong);
  // Collected first: what checks compute is not checked.
  SmallVector<Operation *> operations;
  kernel.walk([&](Operation *op) {
    if (canGoWrong(op))
      operations.push_back(op);
  });
  CheckCounts counts;
  for (Operation *op : operations)
    Guard(op, taken.of(op), counts).run();
  return counts;
}
