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
#include "mlir/IR/IRMapping.h"
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
  /// `counters`: of a task; null: the values are a kernel's.
  explicit Recognizer(const qdc::CounterWords *counters) : counters(counters) {}

  MaybeSized visit(Value value);

private:
  MaybeSized visitArgument(BlockArgument argument);
  MaybeSized visitParameter(BlockArgument parameter, qdc::qd::TaskOp task);
  /// The argument of the kernel that an array is; none for others.
  std::optional<unsigned> arrayArgument(Value array);
  MaybeSized visitRemainder(Operation *op);
  Value divisorOf(Operation *remainder);
  MaybeSized isLess(const MaybeSized &lhs, const MaybeSized &rhs);
  bool isNeverNegative(const SizeExpr &expr) {
    return qdc::isNeverNegative(expr, counters ? *counters : qdc::CounterWords());
  }
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

  const qdc::CounterWords *counters;
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

MaybeSized Recognizer::visitParameter(BlockArgument parameter, qdc::qd::TaskOp task) {
  qdc::qd::SlotAttr slot = task.getSlot(parameter.getArgNumber());
  if (slot.getKind() == qdc::qd::SlotKind::scalar && isUnderstood(parameter.getType()))
    return Sized{SizeExpr::scalar(slot.getIndex()), 1};
  // Other words may be less than 64 bits.
  if (slot.getKind() == qdc::qd::SlotKind::word && counters->contains(slot.getOffset()))
    return Sized{SizeExpr::word(slot.getOffset()), 1};
  return std::nullopt;
}

std::optional<unsigned> Recognizer::arrayArgument(Value array) {
  auto argument = dyn_cast<BlockArgument>(array);
  Operation *owner = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (isa_and_nonnull<qdc::qd::KernelOp>(owner))
    return argument.getArgNumber();
  auto task = dyn_cast_if_present<qdc::qd::TaskOp>(owner);
  if (!task || !counters)
    return std::nullopt;
  qdc::qd::SlotAttr slot = task.getSlot(argument.getArgNumber());
  return slot.getKind() == qdc::qd::SlotKind::array ? std::optional(slot.getIndex()) : std::nullopt;
}

MaybeSized Recognizer::visitArgument(BlockArgument argument) {
  if (auto task = dyn_cast<qdc::qd::TaskOp>(argument.getOwner()->getParentOp()); task && counters)
    return visitParameter(argument, task);
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
  std::optional<unsigned> argument = arrayArgument(op.getSource());
  return argument ? MaybeSized(Sized{SizeExpr::dim(*argument, *axis), 1}) : std::nullopt;
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

/// Whether the value is a positive number, or the maximum of one and something.
static bool isAlwaysPositive(const SizeExpr &expr) {
  return expr.isConstant()
             ? expr.value() > 0
             : expr.kind() == SizeExprKind::max && (isAlwaysPositive(expr.lhs()) || isAlwaysPositive(expr.rhs()));
}

/// `rounding`: floorDiv towards minus infinity, max upwards, min towards 0.
MaybeSized Recognizer::visitDivision(Operation *op, SizeExprKind rounding) {
  MaybeSized by = visit(op->getOperand(1));
  if (!by || !isAlwaysPositive(by->expr))
    return std::nullopt;
  MaybeSized value = visit(op->getOperand(0));
  Sized zero = constant(0);
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

/// 0 where x is at most 0, else 1.
static MaybeSized isPositive(const MaybeSized &x) {
  return binary(SizeExprKind::min, binary(SizeExprKind::max, x, constant(0)), constant(1));
}

/// 1 where lhs < rhs, else 0: by what one of them, moved to the other one or next to it, is away from that. A
/// difference of both might not fit into 64 bits; so only the neighbour of the largest or least value does not.
MaybeSized Recognizer::isLess(const MaybeSized &lhs, const MaybeSized &rhs) {
  if (!lhs || !rhs)
    return std::nullopt;
  if (counters)
    return isPositive(binary(SizeExprKind::sub, rhs, lhs));
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

/// Whether `condition` says that `value` is this number, and perhaps more.
static bool implies(Value condition, Value value, int64_t number) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>())
    return implies(both.getLhs(), value, number) || implies(both.getRhs(), value, number);
  auto comparison = condition.getDefiningOp<arith::CmpIOp>();
  IntegerAttr constant;
  return comparison && comparison.getPredicate() == arith::CmpIPredicate::eq && comparison.getLhs() == value &&
         matchPattern(comparison.getRhs(), m_Constant(&constant)) && constant.getValue().getSExtValue() == number;
}

/// What a remainder is of, but for a guard that puts 1 in place of 0 and -1 (DefineArithmetic.h): where it does,
/// evaluation fails.
Value Recognizer::divisorOf(Operation *remainder) {
  Value divisor = remainder->getOperand(1);
  auto guard = divisor.getDefiningOp<arith::SelectOp>();
  if (!counters || !guard || !matchPattern(guard.getTrueValue(), m_One()))
    return divisor;
  Value guarded = guard.getFalseValue(), condition = guard.getCondition();
  auto isUnsafe = [&](Value each) { return implies(each, guarded, 0) || implies(each, guarded, -1); };
  auto either = condition.getDefiningOp<arith::OrIOp>();
  const bool isGuard = either ? isUnsafe(either.getLhs()) && isUnsafe(either.getRhs()) : isUnsafe(condition);
  return isGuard ? guarded : divisor;
}

/// 0 where a remainder is: of either rounding it is for the same dividends. Else more than 0.
MaybeSized Recognizer::visitRemainder(Operation *op) {
  Value by = divisorOf(op);
  MaybeSized value = visit(op->getOperand(0)), divisor;
  if (std::optional<int64_t> number = positiveConstant(by))
    divisor = constant(*number);
  else if (value && counters)
    divisor = binary(SizeExprKind::max, visit(by), constant(0));
  // Where a launch finds 0, the expression can't be evaluated; one that is 0 already would be folded away.
  if (divisor && divisor->expr.isConstant() && divisor->expr.value() < 1)
    return std::nullopt;
  if (!value || (isa<arith::RemUIOp>(op) && !isNeverNegative(value->expr)))
    return std::nullopt;
  return binary(SizeExprKind::sub, value,
                binary(SizeExprKind::mul, binary(SizeExprKind::floorDiv, value, divisor), divisor));
}

MaybeSized Recognizer::differs(Value lhs, Value rhs) {
  Operation *remainder = lhs.getDefiningOp();
  if (isa_and_nonnull<arith::RemSIOp, arith::RemUIOp>(remainder) && matchPattern(rhs, m_Zero()))
    return binary(SizeExprKind::min, visitRemainder(remainder), constant(1));
  MaybeSized value = visit(lhs), other = value ? visit(rhs) : std::nullopt;
  if (counters) {
    MaybeSized away = binary(SizeExprKind::sub, value, other);
    return isPositive(binary(SizeExprKind::max, away, binary(SizeExprKind::sub, constant(0), away)));
  }
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
  const bool isSigned = predicate == CmpIPredicate::slt || predicate == CmpIPredicate::sgt ||
                        predicate == CmpIPredicate::sge || predicate == CmpIPredicate::sle;
  if (!isSigned && !(lhs && rhs && isNeverNegative(lhs->expr) && isNeverNegative(rhs->expr)))
    return std::nullopt;
  switch (predicate) {
  case CmpIPredicate::slt:
  case CmpIPredicate::ult:
    return isLess(lhs, rhs);
  case CmpIPredicate::sgt:
  case CmpIPredicate::ugt:
    return isLess(rhs, lhs);
  case CmpIPredicate::sge:
  case CmpIPredicate::uge:
    return inverted(isLess(lhs, rhs));
  default: // sle, ule
    return inverted(isLess(rhs, lhs));
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

static std::optional<SizeExpr> recognize(Value value, const qdc::CounterWords *counters) {
  MaybeSized sized = Recognizer(counters).visit(value);
  return sized ? std::optional(sized->expr) : std::nullopt;
}

std::optional<SizeExpr> qdc::sizeExprFromValue(Value value) { return recognize(value, nullptr); }

std::optional<SizeExpr> qdc::sizeExprInTask(Value value, const CounterWords &counters) {
  return recognize(value, &counters);
}

Value qdc::copySize(OpBuilder &builder, Value size) {
  Operation *op = size.getDefiningOp();
  if (!op || isa<qdc::qd::KernelOp>(op->getParentOp()))
    return size;
  IRMapping values;
  for (Value operand : op->getOperands())
    values.map(operand, copySize(builder, operand));
  return builder.clone(*op, values)->getResult(cast<OpResult>(size).getResultNumber());
}

bool qdc::isNeverNegative(const SizeExpr &expr, const CounterWords &counters) {
  switch (expr.kind()) {
  case SizeExprKind::constant:
    return expr.value() >= 0;
  case SizeExprKind::dim:
    return true;
  case SizeExprKind::word:
    return counters.lookup(expr.offset());
  case SizeExprKind::max:
    return isNeverNegative(expr.lhs(), counters) || isNeverNegative(expr.rhs(), counters);
  case SizeExprKind::add:
  case SizeExprKind::mul:
  case SizeExprKind::min:
  case SizeExprKind::floorDiv:
    return isNeverNegative(expr.lhs(), counters) && isNeverNegative(expr.rhs(), counters);
  case SizeExprKind::scalar:
  case SizeExprKind::sub:
    return false;
  }
  return false;
}
