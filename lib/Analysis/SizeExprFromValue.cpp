//===- SizeExprFromValue.cpp - Sizes that the host can know ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using qdc::SizeExpr;
using qdc::SizeExprKind;

namespace {

/// An expression with an upper bound of its number of nodes.
struct Sized {
  SizeExpr expr;
  unsigned nodes = 1;
};
using MaybeSized = std::optional<Sized>;

/// One query. Every step gives nothing once an expression is too large, which bounds the recursion.
class Recognizer {
public:
  MaybeSized visit(Value value);

private:
  MaybeSized visitArgument(BlockArgument argument);
  MaybeSized visitDim(memref::DimOp op);
  MaybeSized visitCast(Value operand, Type type);
  MaybeSized visitBinary(SizeExprKind kind, Operation *op, bool neverWraps = false);
  MaybeSized visitDivision(Operation *op, SizeExprKind rounding);
  MaybeSized visitShift(Operation *op, SizeExprKind kind, bool neverWraps);
  MaybeSized visitSelect(arith::SelectOp op);
  /// What gives an i1, as 0 or 1.
  MaybeSized visitCondition(Operation *op);
  MaybeSized visitComparison(arith::CmpIOp op);
  /// 0 where both are equal, else 1.
  MaybeSized differs(Value lhs, Value rhs);

  unsigned depth = 0;
};

} // namespace

/// Bits of a value; 64 for index; 0 for what is no integer.
static unsigned bitWidth(Type type) {
  if (type.isIndex())
    return 64;
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? integer.getWidth() : 0;
}

/// Conditions are 0 and 1.
static bool isUnderstood(Type type) { return llvm::is_contained({1u, 32u, 64u}, bitWidth(type)); }

static MaybeSized limited(Sized sized) {
  if (sized.nodes > qdc::kMaximumSizeExprNodes)
    return std::nullopt;
  return sized;
}

static Sized constant(int64_t value) { return {SizeExpr::constant(value), 1}; }

static MaybeSized binary(SizeExprKind kind, const MaybeSized &lhs, const MaybeSized &rhs) {
  if (!lhs || !rhs)
    return std::nullopt;
  SizeExpr expr = SizeExpr::binary(kind, lhs->expr, rhs->expr);
  return limited({expr, expr.isConstant() ? 1 : lhs->nodes + rhs->nodes + 1});
}

/// The low 32 bits of a value, read as signed: x - 2^32 * floor((x + 2^31) / 2^32).
static MaybeSized wrapTo32(const MaybeSized &x) {
  if (!x)
    return std::nullopt;
  Sized half = constant(int64_t(1) << 31), whole = constant(int64_t(1) << 32);
  MaybeSized turns = binary(SizeExprKind::floorDiv, binary(SizeExprKind::add, x, half), whole);
  return binary(SizeExprKind::sub, x, binary(SizeExprKind::mul, turns, whole));
}

/// The value of an operand that is a positive constant.
static std::optional<int64_t> positiveConstant(Value value) {
  IntegerAttr attribute;
  if (!matchPattern(value, m_Constant(&attribute)) || attribute.getValue().getSignificantBits() > 64)
    return std::nullopt;
  int64_t number = attribute.getValue().getSExtValue();
  return number > 0 ? std::optional(number) : std::nullopt;
}

MaybeSized Recognizer::visitArgument(BlockArgument argument) {
  if (!isa<qdc::qd::KernelOp>(argument.getOwner()->getParentOp()))
    return std::nullopt;
  if (!isUnderstood(argument.getType()))
    return std::nullopt;
  return Sized{SizeExpr::scalar(argument.getArgNumber()), 1};
}

MaybeSized Recognizer::visitDim(memref::DimOp op) {
  std::optional<int64_t> axis = op.getConstantIndex();
  auto type = dyn_cast<MemRefType>(op.getSource().getType());
  if (!axis || !type || *axis < 0 || *axis >= type.getRank())
    return std::nullopt;
  if (!type.isDynamicDim(*axis))
    return constant(type.getDimSize(*axis));
  if (auto temporary = op.getSource().getDefiningOp<memref::AllocOp>())
    return visit(temporary.getDynamicSizes()[type.getDynamicDimIndex(*axis)]);
  auto argument = dyn_cast<BlockArgument>(op.getSource());
  if (!argument || !isa<qdc::qd::KernelOp>(argument.getOwner()->getParentOp()))
    return std::nullopt;
  return Sized{SizeExpr::dim(argument.getArgNumber(), *axis), 1};
}

MaybeSized Recognizer::visitCast(Value operand, Type type) {
  unsigned from = bitWidth(operand.getType()), to = bitWidth(type);
  if (from == 1)
    return std::nullopt;
  MaybeSized value = visit(operand);
  if (to >= from)
    return value;
  return to == 32 ? wrapTo32(value) : std::nullopt;
}

MaybeSized Recognizer::visitBinary(SizeExprKind kind, Operation *op, bool neverWraps) {
  MaybeSized value = visit(op->getOperand(0));
  if (!value)
    return std::nullopt;
  value = binary(kind, value, visit(op->getOperand(1)));
  return neverWraps || bitWidth(op->getResult(0).getType()) == 64 ? value : wrapTo32(value);
}

/// `rounding`: floorDiv towards minus infinity, max upwards, min towards 0.
MaybeSized Recognizer::visitDivision(Operation *op, SizeExprKind rounding) {
  std::optional<int64_t> divisor = positiveConstant(op->getOperand(1));
  if (!divisor)
    return std::nullopt;
  MaybeSized value = visit(op->getOperand(0));
  Sized zero = constant(0), by = constant(*divisor);
  auto floor = [&](const MaybeSized &dividend) { return binary(SizeExprKind::floorDiv, dividend, by); };
  auto negated = [&](const MaybeSized &number) { return binary(SizeExprKind::sub, zero, number); };
  if (rounding == SizeExprKind::floorDiv)
    return floor(value);
  if (rounding == SizeExprKind::max)
    return negated(floor(negated(value)));
  return binary(SizeExprKind::sub, floor(binary(SizeExprKind::max, value, zero)),
                floor(binary(SizeExprKind::max, negated(value), zero)));
}

MaybeSized Recognizer::visitShift(Operation *op, SizeExprKind kind, bool neverWraps) {
  unsigned width = bitWidth(op->getResult(0).getType());
  std::optional<int64_t> amount = positiveConstant(op->getOperand(1));
  if (!amount || *amount >= width - 1)
    return std::nullopt;
  MaybeSized value = binary(kind, visit(op->getOperand(0)), constant(int64_t(1) << *amount));
  return neverWraps || width == 64 ? value : wrapTo32(value);
}

/// 1 - x of a condition.
static MaybeSized inverted(const MaybeSized &condition) { return binary(SizeExprKind::sub, constant(1), condition); }

/// 1 where lhs < rhs, else 0: by what one of them, moved to the other one or next to it, is away from that. A
/// difference of both might not fit into 64 bits; so only the neighbour of the largest or least value does not.
static MaybeSized isLess(const MaybeSized &lhs, const MaybeSized &rhs) {
  if (!lhs || !rhs)
    return std::nullopt;
  if (lhs->expr.isConstant()) {
    MaybeSized after = binary(SizeExprKind::add, lhs, constant(1));
    return binary(SizeExprKind::sub, binary(SizeExprKind::min, binary(SizeExprKind::max, rhs, lhs), after), lhs);
  }
  MaybeSized before = binary(SizeExprKind::sub, rhs, constant(1));
  return binary(SizeExprKind::sub, rhs, binary(SizeExprKind::min, binary(SizeExprKind::max, lhs, before), rhs));
}

/// Of a selected size or 0: the product with the condition.
MaybeSized Recognizer::visitSelect(arith::SelectOp op) {
  MaybeSized condition = visit(op.getCondition());
  if (!condition)
    return std::nullopt;
  if (matchPattern(op.getFalseValue(), m_Zero()))
    return binary(SizeExprKind::mul, condition, visit(op.getTrueValue()));
  if (matchPattern(op.getTrueValue(), m_Zero()))
    return binary(SizeExprKind::mul, inverted(condition), visit(op.getFalseValue()));
  return std::nullopt;
}

MaybeSized Recognizer::differs(Value lhs, Value rhs) {
  Sized one = constant(1);
  if (auto remainder = lhs.getDefiningOp<arith::RemSIOp>(); remainder && matchPattern(rhs, m_Zero())) {
    // Of either rounding the remainder is 0 for the same dividends.
    std::optional<int64_t> divisor = positiveConstant(remainder.getRhs());
    MaybeSized value = visit(remainder.getLhs());
    if (!divisor || !value)
      return std::nullopt;
    MaybeSized whole = binary(SizeExprKind::floorDiv, value, constant(*divisor));
    MaybeSized left = binary(SizeExprKind::sub, value, binary(SizeExprKind::mul, whole, constant(*divisor)));
    return binary(SizeExprKind::min, left, one);
  }
  MaybeSized value = visit(lhs), other = value ? visit(rhs) : std::nullopt;
  MaybeSized less = isLess(value, other), greater = isLess(other, value);
  return binary(SizeExprKind::add, less, greater);
}

MaybeSized Recognizer::visitComparison(arith::CmpIOp op) {
  using arith::CmpIPredicate;
  const CmpIPredicate predicate = op.getPredicate();
  if (predicate == CmpIPredicate::ne)
    return differs(op.getLhs(), op.getRhs());
  if (predicate == CmpIPredicate::eq)
    return inverted(differs(op.getLhs(), op.getRhs()));
  // As signed numbers conditions are 0 and -1.
  if (op.getLhs().getType().isInteger(1))
    return std::nullopt;
  MaybeSized lhs = visit(op.getLhs()), rhs = lhs ? visit(op.getRhs()) : std::nullopt;
  switch (predicate) {
  case CmpIPredicate::slt:
    return isLess(lhs, rhs);
  case CmpIPredicate::sgt:
    return isLess(rhs, lhs);
  case CmpIPredicate::sge:
    return inverted(isLess(lhs, rhs));
  case CmpIPredicate::sle:
    return inverted(isLess(rhs, lhs));
  default: // unsigned
    return std::nullopt;
  }
}

MaybeSized Recognizer::visitCondition(Operation *op) {
  ++depth;
  MaybeSized result = TypeSwitch<Operation *, MaybeSized>(op)
                          .Case([&](arith::CmpIOp op) { return visitComparison(op); })
                          .Case<arith::AndIOp, arith::OrIOp>([&](Operation *op) -> MaybeSized {
                            const auto kind = isa<arith::AndIOp>(op) ? SizeExprKind::min : SizeExprKind::max;
                            MaybeSized lhs = visit(op->getOperand(0));
                            return lhs ? binary(kind, lhs, visit(op->getOperand(1))) : std::nullopt;
                          })
                          .Case([&](arith::XOrIOp op) -> MaybeSized {
                            return matchPattern(op.getRhs(), m_One()) ? inverted(visit(op.getLhs())) : std::nullopt;
                          })
                          .Default([](Operation *) { return std::nullopt; });
  --depth;
  return result;
}

MaybeSized Recognizer::visit(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return visitArgument(argument);
  if (!isUnderstood(value.getType()) || depth == qdc::kMaximumSizeExprNodes)
    return std::nullopt;

  const bool isCondition = value.getType().isInteger(1);
  IntegerAttr attribute;
  if (matchPattern(value, m_Constant(&attribute)))
    return constant(isCondition ? attribute.getValue().getZExtValue() : attribute.getValue().getSExtValue());
  if (isCondition)
    return visitCondition(value.getDefiningOp());

  ++depth;
  auto noSignedWrap = [](auto op) {
    return arith::bitEnumContainsAll(op.getOverflowFlags(), arith::IntegerOverflowFlags::nsw);
  };
  MaybeSized result =
      TypeSwitch<Operation *, MaybeSized>(value.getDefiningOp())
          .Case([&](memref::DimOp op) { return visitDim(op); })
          .Case<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp, index::CastSOp>(
              [&](auto op) { return visitCast(op->getOperand(0), op->getResult(0).getType()); })
          .Case([&](arith::AddIOp op) { return visitBinary(SizeExprKind::add, op, noSignedWrap(op)); })
          .Case([&](arith::SubIOp op) { return visitBinary(SizeExprKind::sub, op, noSignedWrap(op)); })
          .Case([&](arith::MulIOp op) { return visitBinary(SizeExprKind::mul, op, noSignedWrap(op)); })
          .Case([&](index::AddOp op) { return visitBinary(SizeExprKind::add, op); })
          .Case([&](index::SubOp op) { return visitBinary(SizeExprKind::sub, op); })
          .Case([&](index::MulOp op) { return visitBinary(SizeExprKind::mul, op); })
          .Case<arith::MaxSIOp, index::MaxSOp>([&](auto op) { return visitBinary(SizeExprKind::max, op, true); })
          .Case<arith::MinSIOp, index::MinSOp>([&](auto op) { return visitBinary(SizeExprKind::min, op, true); })
          .Case<arith::FloorDivSIOp, index::FloorDivSOp>(
              [&](auto op) { return visitDivision(op, SizeExprKind::floorDiv); })
          .Case<arith::CeilDivSIOp, index::CeilDivSOp>([&](auto op) { return visitDivision(op, SizeExprKind::max); })
          .Case<arith::DivSIOp, index::DivSOp>([&](auto op) { return visitDivision(op, SizeExprKind::min); })
          .Case([&](arith::ShRSIOp op) { return visitShift(op, SizeExprKind::floorDiv, true); })
          .Case([&](arith::SelectOp op) { return visitSelect(op); })
          .Case([&](arith::ShLIOp op) { return visitShift(op, SizeExprKind::mul, noSignedWrap(op)); })
          .Default([](Operation *) { return std::nullopt; });
  --depth;
  return result;
}

std::optional<SizeExpr> qdc::sizeExprFromValue(Value value) {
  MaybeSized sized = Recognizer().visit(value);
  return sized ? std::optional(sized->expr) : std::nullopt;
}
