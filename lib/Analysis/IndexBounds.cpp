//===- IndexBounds.cpp - What an index surely is --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/IndexBounds.h"

#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/IR/AddedConstants.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace qdc;
using arith::CmpIPredicate;

/// Of the recursion into operands, and of conditions that are made of others.
static constexpr unsigned kMaximumDepth = 8;
/// Of numbers that are added.
static bool isSmall(int64_t number) {
  return -qd::kMaximumAddedConstant <= number && number <= qd::kMaximumAddedConstant;
}

static std::optional<int64_t> constantOf(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)) || constant.getSignificantBits() > 64)
    return std::nullopt;
  return constant.getSExtValue();
}

/// Arithmetic on narrower values wraps earlier than on indices.
static bool isWide(Type type) { return type.isIndex() || type.isInteger(64); }

OffsetSize qdc::splitOffset(const SizeExpr &size) {
  if (size.isConstant())
    return {SizeExpr(), size.value()};
  if (size.kind() == SizeExprKind::add || size.kind() == SizeExprKind::sub) {
    bool isSum = size.kind() == SizeExprKind::add;
    if (size.rhs().isConstant() && isSmall(size.rhs().value())) {
      OffsetSize rest = splitOffset(size.lhs());
      return {rest.base, rest.offset + (isSum ? size.rhs().value() : -size.rhs().value())};
    }
    if (isSum && size.lhs().isConstant() && isSmall(size.lhs().value())) {
      OffsetSize rest = splitOffset(size.rhs());
      return {rest.base, rest.offset + size.lhs().value()};
    }
  }
  return {size, 0};
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static void keepSmallest(SmallVectorImpl<OffsetSize> &uppers, const OffsetSize &upper) {
  for (OffsetSize &known : uppers)
    if (known.base == upper.base) {
      known.offset = std::min(known.offset, upper.offset);
      return;
    }
  uppers.push_back(upper);
}

void IndexBounds::Bounds::meet(const Bounds &other) {
  if (other.lower)
    lower = std::max(lower.value_or(*other.lower), *other.lower);
  for (const OffsetSize &upper : other.uppers)
    keepSmallest(uppers, upper);
}

IndexBounds::Bounds IndexBounds::Bounds::plus(int64_t number) const {
  Bounds sum;
  if (lower && isSmall(*lower))
    sum.lower = *lower + number;
  for (const OffsetSize &upper : uppers)
    if (isSmall(upper.offset))
      sum.uppers.push_back({upper.base, upper.offset + number});
  return sum;
}

/// What is at most about an extent, or a small number, does not wrap where a small number is added.
bool IndexBounds::isLimited(const Bounds &bounds) const {
  return llvm::any_of(bounds.uppers, [&](const OffsetSize &upper) {
    return isSmall(upper.offset) && (upper.base.isConstant() || upper.base.kind() == SizeExprKind::dim ||
                                     llvm::is_contained(extentBases, upper.base));
  });
}

/// Of a sum of index arithmetic.
IndexBounds::Bounds IndexBounds::ofSum(const Bounds &bounds, int64_t number) const {
  if (number == 0)
    return bounds;
  Bounds sum = bounds.plus(number);
  if (number > 0 && !isLimited(sum))
    sum.lower = std::nullopt;
  if (number < 0 && !sum.lower)
    sum.uppers.clear();
  return sum;
}

/// A number is a bound in terms of an expression, too, that is known to be large enough.
IndexBounds::Bounds IndexBounds::withExpressions(Bounds bounds) const {
  std::optional<int64_t> number;
  for (const OffsetSize &upper : bounds.uppers)
    if (upper.base.isConstant() && isSmall(upper.offset))
      number = upper.offset;
  if (number)
    for (const OffsetSize &minimum : minima)
      keepSmallest(bounds.uppers, {minimum.base, *number - minimum.offset});
  return bounds;
}

/// Of a value that is one of two.
IndexBounds::Bounds IndexBounds::either(const Bounds &first, const Bounds &second) const {
  Bounds bounds;
  if (first.lower && second.lower)
    bounds.lower = std::min(*first.lower, *second.lower);
  Bounds left = withExpressions(first), right = withExpressions(second);
  for (const OffsetSize &upper : left.uppers)
    for (const OffsetSize &other : right.uppers)
      if (upper.base == other.base)
        bounds.uppers.push_back({upper.base, std::max(upper.offset, other.offset)});
  return bounds;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Narrower arithmetic wraps earlier than what is known of indices allows for.
static qd::OffsetValue split(Value value) {
  return isWide(value.getType()) ? qd::splitOffset(value) : qd::OffsetValue{value, 0};
}

IndexBounds::Bounds IndexBounds::boundsOf(Value value, unsigned depth) const {
  const qd::OffsetValue parts = split(value);
  if (std::optional<int64_t> constant = parts.base ? constantOf(value) : std::optional(parts.offset))
    return {constant, {{SizeExpr(), *constant}}};
  Bounds bounds = ofSum(boundsOfBase(parts.base, depth), parts.offset);
  if (auto fact = facts.find({parts.base, parts.offset}); fact != facts.end())
    bounds.meet(fact->second);
  return bounds;
}

IndexBounds::Bounds IndexBounds::boundsOfBase(Value value, unsigned depth) const {
  Bounds bounds;
  if (auto fact = facts.find({value, 0}); fact != facts.end())
    bounds = fact->second;
  if (depth == kMaximumDepth)
    return bounds;
  if (std::optional<SizeExpr> size = sizeExprFromValue(value)) {
    OffsetSize parts = splitOffset(*size);
    bounds.meet({std::nullopt, {parts}});
    if (size->kind() == SizeExprKind::dim)
      bounds.meet({0, {}});
    for (const OffsetSize &minimum : minima)
      if (minimum.base == parts.base && isSmall(parts.offset))
        bounds.meet({minimum.offset + parts.offset, {}});
  }
  if (auto variable = dyn_cast<BlockArgument>(value))
    bounds.meet(boundsOfVariable(variable, depth + 1));
  else
    bounds.meet(boundsOfOperation(value.getDefiningOp(), depth + 1));
  return bounds;
}

IndexBounds::Bounds IndexBounds::boundsOfVariable(BlockArgument variable, unsigned depth) const {
  Operation *parent = variable.getOwner()->getParentOp();
  Bounds bounds;
  auto setRange = [&](Value lower, Value upper) {
    bounds = boundsOf(upper, depth).plus(-1);
    bounds.lower = lower ? boundsOf(lower, depth).lower : 0;
  };
  if (auto loop = dyn_cast<qd::ForOp>(parent)) {
    unsigned number = variable.getArgNumber();
    setRange(loop.getLowerBounds().empty() ? Value() : loop.getLowerBounds()[number], loop.getUpperBounds()[number]);
  } else if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    // A larger step can pass the end of the type.
    if (variable == loop.getInductionVar() && constantOf(loop.getStep()) == 1 && !loop.getUnsignedCmp())
      setRange(loop.getLowerBound(), loop.getUpperBound());
  }
  return bounds;
}

/// What stays of bounds where a number that is not negative becomes no larger.
template <typename Bounds>
static Bounds shrunk(const Bounds &bounds) {
  if (!bounds.lower || *bounds.lower < 0)
    return {};
  return {0, bounds.uppers};
}

IndexBounds::Bounds IndexBounds::boundsOfOperation(Operation *op, unsigned depth) const {
  auto of = [&](unsigned operand) { return boundsOf(op->getOperand(operand), depth); };
  if (isa<arith::IndexCastOp, index::CastSOp, arith::ExtSIOp>(op))
    return isWide(op->getResult(0).getType()) ? of(0) : Bounds();
  if (isa<arith::IndexCastUIOp, index::CastUOp, arith::ExtUIOp>(op)) {
    Bounds bounds = isWide(op->getResult(0).getType()) ? of(0) : Bounds();
    return bounds.lower && *bounds.lower >= 0 ? bounds : Bounds();
  }
  if (isa<arith::MinSIOp, index::MinSOp>(op)) {
    Bounds first = of(0), second = of(1), bounds = either(first, second);
    bounds.uppers = first.uppers;
    bounds.meet({std::nullopt, second.uppers});
    return bounds;
  }
  if (isa<arith::MaxSIOp, index::MaxSOp>(op)) {
    Bounds first = of(0), second = of(1), bounds = either(first, second);
    bounds.lower = first.lower;
    bounds.meet({second.lower, {}});
    return bounds;
  }
  if (isa<arith::SelectOp>(op))
    return either(of(1), of(2));
  std::optional<int64_t> right = op->getNumOperands() == 2 ? constantOf(op->getOperand(1)) : std::nullopt;
  if (!right || *right <= 0 || !isWide(op->getResult(0).getType()))
    return {};
  if (isa<arith::DivSIOp, arith::DivUIOp, index::DivSOp, index::DivUOp, arith::FloorDivSIOp, index::FloorDivSOp>(op)) {
    Bounds bounds = shrunk(of(0));
    for (OffsetSize &upper : bounds.uppers)
      if (upper.base.isConstant())
        upper.offset /= *right;
    return bounds;
  }
  if (isa<arith::RemSIOp, arith::RemUIOp, index::RemSOp, index::RemUOp>(op)) {
    Bounds bounds = shrunk(of(0));
    if (isa<arith::RemUIOp, index::RemUOp>(op))
      bounds.lower = 0;
    bounds.meet({std::nullopt, {{SizeExpr(), *right - 1}}});
    return bounds;
  }
  if (isa<arith::AndIOp, index::AndOp>(op))
    return {0, {{SizeExpr(), *right}}};
  return {};
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

void IndexBounds::addFact(Value value, const Bounds &bounds) {
  const qd::OffsetValue parts = split(value);
  facts[{parts.base, parts.offset}].meet(bounds);
}

/// lhs < rhs, lhs <= rhs or lhs == rhs, all with a sign.
void IndexBounds::addComparison(CmpIPredicate predicate, Value lhs, Value rhs) {
  if (!isWide(lhs.getType()))
    return;
  Bounds left = boundsOf(lhs, 0), right = boundsOf(rhs, 0);
  int64_t distance = predicate == CmpIPredicate::slt ? 1 : 0;
  addFact(lhs, {std::nullopt, right.plus(-distance).uppers});
  addFact(rhs, {left.plus(distance).lower, {}});
  if (predicate == CmpIPredicate::eq) {
    addFact(lhs, {right.lower, {}});
    addFact(rhs, {std::nullopt, left.uppers});
  }
}

void IndexBounds::addCondition(Value condition, bool holds, unsigned depth) {
  Operation *op = condition.getDefiningOp();
  if (!op || depth == kMaximumDepth)
    return;
  if (isa<arith::AndIOp>(op) && holds) {
    addCondition(op->getOperand(0), true, depth + 1);
    addCondition(op->getOperand(1), true, depth + 1);
  }
  if (isa<arith::OrIOp>(op) && !holds) {
    addCondition(op->getOperand(0), false, depth + 1);
    addCondition(op->getOperand(1), false, depth + 1);
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return;
  CmpIPredicate predicate = holds ? compare.getPredicate() : arith::invertPredicate(compare.getPredicate());
  Value lhs = compare.getLhs(), rhs = compare.getRhs();
  switch (predicate) {
  case CmpIPredicate::slt:
  case CmpIPredicate::sle:
  case CmpIPredicate::eq:
    return addComparison(predicate, lhs, rhs);
  case CmpIPredicate::sgt:
    return addComparison(CmpIPredicate::slt, rhs, lhs);
  case CmpIPredicate::sge:
    return addComparison(CmpIPredicate::sle, rhs, lhs);
  case CmpIPredicate::ult:
    // Below what is not negative, a number has no sign either.
    if (Bounds right = boundsOf(rhs, 0); right.lower && *right.lower >= 0) {
      addComparison(CmpIPredicate::slt, lhs, rhs);
      addFact(lhs, {0, {}});
    }
    return;
  default:
    return;
  }
}

/// A loop that runs its body: its upper bound is above its lower bound.
void IndexBounds::addLoop(Value lower, Value upper) {
  std::optional<int64_t> first = lower ? boundsOf(lower, 0).lower : 0;
  std::optional<SizeExpr> size = sizeExprFromValue(upper);
  if (!first || !size || !isSmall(*first))
    return;
  OffsetSize last = splitOffset(*size);
  if (!last.base.isConstant() && isSmall(last.offset))
    minima.push_back({last.base, *first + 1 - last.offset});
}

IndexBounds::IndexBounds(Operation *user, ArrayRef<SizeExpr> extents) {
  for (const SizeExpr &extent : extents)
    extentBases.push_back(splitOffset(extent).base);
  SmallVector<Operation *> around = {user};
  while (!isa<FunctionOpInterface>(around.back()) && around.back()->getParentOp())
    around.push_back(around.back()->getParentOp());
  // What is further out first: what is inside is understood by it.
  for (size_t at = around.size() - 1; at-- > 0;) {
    Operation *op = around[at + 1], *inside = around[at];
    if (auto loop = dyn_cast<qd::ForOp>(op)) {
      for (unsigned number = 0; number < loop.getRank(); ++number)
        addLoop(loop.getLowerBounds().empty() ? Value() : loop.getLowerBounds()[number], loop.getUpperBounds()[number]);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (!loop.getUnsignedCmp())
        addLoop(loop.getLowerBound(), loop.getUpperBound());
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      addCondition(branch.getCondition(), inside->getParentRegion() == &branch.getThenRegion(), 0);
    }
  }
}

bool IndexBounds::isInside(Value index, const SizeExpr &extent) const {
  Bounds bounds = withExpressions(boundsOf(index, 0));
  OffsetSize end = splitOffset(extent);
  return bounds.lower && *bounds.lower >= 0 && llvm::any_of(bounds.uppers, [&](const OffsetSize &upper) {
           return upper.base == end.base && upper.offset < end.offset;
         });
}

bool IndexBounds::isLimited(Value index) const {
  Bounds bounds = boundsOf(index, 0);
  return bounds.lower && isSmall(*bounds.lower) && isLimited(bounds);
}
