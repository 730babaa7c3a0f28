//===- IndexBounds.cpp - Intervals that indices lie in --------------------===//
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

/// Adds a bound, or keeps the tighter one of two in terms of one expression.
static void keepTightest(SmallVectorImpl<OffsetSize> &bounds, const OffsetSize &bound,
                         const int64_t &(*tighter)(const int64_t &, const int64_t &)) {
  for (OffsetSize &known : bounds)
    if (known.base == bound.base) {
      known.offset = tighter(known.offset, bound.offset);
      return;
    }
  bounds.push_back(bound);
}

static void keepLargest(SmallVectorImpl<OffsetSize> &lowers, const OffsetSize &lower) {
  keepTightest(lowers, lower, std::max<int64_t>);
}

static void keepSmallest(SmallVectorImpl<OffsetSize> &uppers, const OffsetSize &upper) {
  keepTightest(uppers, upper, std::min<int64_t>);
}

static std::optional<int64_t> numberOf(ArrayRef<OffsetSize> bounds) {
  const auto *number = llvm::find_if(bounds, [](const OffsetSize &bound) { return bound.base.isConstant(); });
  return number == bounds.end() ? std::nullopt : std::optional(number->offset);
}

std::optional<int64_t> IndexInterval::least() const { return numberOf(lowers); }

std::optional<int64_t> IndexInterval::most() const { return numberOf(uppers); }

void IndexInterval::meet(const IndexInterval &other) {
  for (const OffsetSize &lower : other.lowers)
    keepLargest(lowers, lower);
  for (const OffsetSize &upper : other.uppers)
    keepSmallest(uppers, upper);
}

IndexInterval IndexInterval::plus(int64_t number) const {
  auto move = [&](ArrayRef<OffsetSize> bounds) {
    SmallVector<OffsetSize, 2> moved;
    for (const OffsetSize &bound : bounds)
      if (isSmall(bound.offset))
        moved.push_back({bound.base, bound.offset + number});
    return moved;
  };
  return {move(lowers), move(uppers)};
}

static IndexInterval exactly(const OffsetSize &bound) { return {{bound}, {bound}}; }

static IndexInterval atLeast(int64_t number) { return {{{SizeExpr(), number}}, {}}; }

static IndexInterval atMost(int64_t number) { return {{}, {{SizeExpr(), number}}}; }

static bool isSmall(std::optional<int64_t> number) { return number && isSmall(*number); }

/// One is below the other in terms of one expression.
static bool isBelow(const IndexInterval &first, const IndexInterval &second) {
  return llvm::any_of(first.uppers, [&](const OffsetSize &upper) {
    return llvm::any_of(second.lowers, [&](const OffsetSize &lower) {
      return upper.base == lower.base && upper.offset < lower.offset;
    });
  });
}

bool qdc::areApart(const IndexInterval &first, const IndexInterval &second) {
  return isBelow(first, second) || isBelow(second, first);
}

/// What numbers of 64 bits can be far beyond: any sum of small numbers and it stays inside of them.
bool IndexBounds::fitsMemory(const SizeExpr &base) const {
  return base.isConstant() || base.kind() == SizeExprKind::dim || llvm::is_contained(extentBases, base);
}

/// Whether the value of an expression that a bound has is that of exact arithmetic.
bool IndexBounds::isExact(const SizeExpr &base) const {
  return fitsMemory(base) || base.kind() == SizeExprKind::scalar;
}

/// What is at most about an extent, or a small number, does not wrap where a small number is added.
bool IndexBounds::isLimited(const IndexInterval &bounds) const {
  return llvm::any_of(bounds.uppers,
                      [&](const OffsetSize &upper) { return isSmall(upper.offset) && fitsMemory(upper.base); });
}

/// Of a sum of index arithmetic, of which `known` holds too: a sum that wraps is negative, a difference that does is
/// beyond every extent.
IndexInterval IndexBounds::ofSum(const IndexInterval &bounds, int64_t number, const IndexInterval &known) const {
  if (number == 0)
    return bounds;
  IndexInterval sum = bounds.plus(number);
  if (number > 0 && !isLimited(sum) && known.least().value_or(-1) < 0)
    sum.lowers.clear();
  if (number < 0 && !sum.least() && !isLimited(known))
    sum.uppers.clear();
  return sum;
}

/// What numbers and expressions say in terms of each other.
IndexInterval IndexBounds::withExpressions(IndexInterval bounds) const {
  if (std::optional<int64_t> most = bounds.most(); isSmall(most))
    for (const OffsetSize &minimum : minima)
      keepSmallest(bounds.uppers, {minimum.base, *most - minimum.offset});
  for (const OffsetSize &lower : SmallVector<OffsetSize, 2>(bounds.lowers)) {
    if (!isSmall(lower.offset))
      continue;
    if (lower.base.kind() == SizeExprKind::dim)
      keepLargest(bounds.lowers, {SizeExpr(), lower.offset});
    for (const OffsetSize &minimum : minima)
      if (minimum.base == lower.base && isExact(lower.base))
        keepLargest(bounds.lowers, {SizeExpr(), lower.offset + minimum.offset});
  }
  return bounds;
}

/// Of a value that is one of two.
IndexInterval IndexBounds::either(const IndexInterval &first, const IndexInterval &second) const {
  IndexInterval bounds, left = withExpressions(first), right = withExpressions(second);
  for (const OffsetSize &lower : left.lowers)
    for (const OffsetSize &other : right.lowers)
      if (lower.base == other.base)
        bounds.lowers.push_back({lower.base, std::min(lower.offset, other.offset)});
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

IndexInterval IndexBounds::factsOf(Value base, int64_t offset) const { return facts.lookup({base, offset}); }

IndexInterval IndexBounds::boundsOf(Value value, unsigned depth) const {
  // What is true is 1 for some operations, -1 for others.
  if (value.getType().isInteger(1))
    return {};
  const qd::OffsetValue parts = split(value);
  if (std::optional<int64_t> constant = parts.base ? constantOf(value) : std::optional(parts.offset))
    return exactly({SizeExpr(), *constant});
  const IndexInterval known = factsOf(parts.base, parts.offset);
  IndexInterval bounds = ofSum(boundsOfBase(parts.base, depth), parts.offset, known);
  bounds.meet(known);
  return bounds;
}

IndexInterval IndexBounds::boundsOfBase(Value value, unsigned depth) const {
  IndexInterval bounds = factsOf(value, 0);
  if (depth >= kMaximumDepth)
    return bounds;
  if (std::optional<SizeExpr> size = sizeExprFromValue(value)) {
    OffsetSize parts = splitOffset(*size);
    // A number that is added to what may be anything can wrap.
    const bool isExactSum = parts.offset == 0 || fitsMemory(parts.base);
    if (isExactSum)
      bounds.meet(exactly(parts));
    for (const OffsetSize &minimum : minima)
      if (minimum.base == parts.base && isSmall(parts.offset) && (parts.offset < 0 || isExactSum))
        bounds.meet(atLeast(minimum.offset + parts.offset));
    if (size->kind() == SizeExprKind::dim)
      bounds.meet(atLeast(0));
  }
  if (auto variable = dyn_cast<BlockArgument>(value))
    bounds.meet(boundsOfVariable(variable, depth + 1));
  else
    bounds.meet(boundsOfOperation(value.getDefiningOp(), depth + 1));
  return bounds;
}

IndexInterval IndexBounds::boundsOfVariable(BlockArgument variable, unsigned depth) const {
  Operation *parent = variable.getOwner()->getParentOp();
  IndexInterval bounds;
  auto setRange = [&](Value lower, Value upper) {
    bounds.uppers = boundsOf(upper, depth).plus(-1).uppers;
    bounds.lowers = lower ? boundsOf(lower, depth).lowers : atLeast(0).lowers;
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
static IndexInterval shrunk(const IndexInterval &bounds) {
  if (bounds.least().value_or(-1) < 0)
    return {};
  return {atLeast(0).lowers, bounds.uppers};
}

/// Sums of bounds, all of which hold: one of two is a number.
static SmallVector<OffsetSize, 2> addBounds(ArrayRef<OffsetSize> first, ArrayRef<OffsetSize> second) {
  SmallVector<OffsetSize, 2> sums;
  for (const OffsetSize &a : first)
    for (const OffsetSize &b : second)
      if ((a.base.isConstant() || b.base.isConstant()) && isSmall(a.offset) && isSmall(b.offset))
        sums.push_back({a.base.isConstant() ? b.base : a.base, a.offset + b.offset});
  return sums;
}

IndexInterval IndexBounds::boundsOfSum(Operation *op, unsigned depth) const {
  const IndexInterval a = boundsOf(op->getOperand(0), depth), b = boundsOf(op->getOperand(1), depth);
  const IndexInterval known = factsOf(op->getResult(0), 0);
  IndexInterval bounds;
  // Two numbers with a sign sum up to 2^64 - 2 at most, and so to -2 where they wrap; if one of them is a small number
  // away from the largest one, to less.
  const bool isSumSmall = (isLimited(a) && isSmall(b.most())) || (isLimited(b) && isSmall(a.most()));
  const bool showsWrapping =
      known.least().value_or(-2) >= -1 || (isSmall(known.least()) && (isLimited(a) || isLimited(b)));
  if (isSumSmall || showsWrapping || a.most().value_or(1) <= 0 || b.most().value_or(1) <= 0)
    bounds.lowers = addBounds(a.lowers, b.lowers);
  if (a.least().value_or(-1) >= 0 || b.least().value_or(-1) >= 0 || (isSmall(a.least()) && isSmall(b.least())))
    bounds.uppers = addBounds(a.uppers, b.uppers);
  return bounds;
}

IndexInterval IndexBounds::boundsOfDifference(Operation *op, unsigned depth) const {
  const IndexInterval a = boundsOf(op->getOperand(0), depth), b = boundsOf(op->getOperand(1), depth);
  // Of the bounds of one side of `a` and the other side of `b`.
  auto subtract = [&](ArrayRef<OffsetSize> first, ArrayRef<OffsetSize> second) {
    SmallVector<OffsetSize, 2> differences;
    for (const OffsetSize &from : first)
      for (const OffsetSize &taken : second) {
        const bool isSame = from.base == taken.base && isExact(from.base);
        if ((isSame || taken.base.isConstant()) && isSmall(from.offset) && isSmall(taken.offset))
          differences.push_back({isSame ? SizeExpr() : from.base, from.offset - taken.offset});
      }
    return differences;
  };
  IndexInterval bounds;
  // -1 and less minus the least number there is does not wrap, 0 minus it does.
  if (a.most().value_or(0) < 0 || b.least().value_or(-1) >= 0 || (isLimited(a) && isSmall(b.least())))
    bounds.lowers = subtract(a.lowers, b.uppers);
  if (a.least().value_or(-1) >= 0 || b.most().value_or(1) <= 0 || (isSmall(a.least()) && isLimited(b)))
    bounds.uppers = subtract(a.uppers, b.lowers);
  return bounds;
}

/// Of small numbers and a factor that is not negative.
IndexInterval IndexBounds::boundsOfProduct(Operation *op, unsigned depth) const {
  constexpr int64_t largest = 1 << 16;
  const IndexInterval bounds = boundsOf(op->getOperand(0), depth);
  const std::optional<int64_t> factor = constantOf(op->getOperand(1)), least = bounds.least(), most = bounds.most();
  if (!factor || *factor < 0 || *factor > largest || !isSmall(least) || !isSmall(most))
    return {};
  return {atLeast(*least * *factor).lowers, atMost(*most * *factor).uppers};
}

IndexInterval IndexBounds::boundsOfOperation(Operation *op, unsigned depth) const {
  auto of = [&](unsigned operand) { return boundsOf(op->getOperand(operand), depth); };
  if (isa<arith::IndexCastOp, index::CastSOp, arith::ExtSIOp>(op))
    return isWide(op->getResult(0).getType()) ? of(0) : IndexInterval();
  if (isa<arith::IndexCastUIOp, index::CastUOp, arith::ExtUIOp>(op)) {
    IndexInterval bounds = isWide(op->getResult(0).getType()) ? of(0) : IndexInterval();
    return bounds.least().value_or(-1) >= 0 ? bounds : IndexInterval();
  }
  if (isa<arith::MinSIOp, index::MinSOp>(op)) {
    IndexInterval first = of(0), second = of(1), bounds = either(first, second);
    bounds.uppers = first.uppers;
    bounds.meet({{}, second.uppers});
    return bounds;
  }
  if (isa<arith::MaxSIOp, index::MaxSOp>(op)) {
    IndexInterval first = of(0), second = of(1), bounds = either(first, second);
    bounds.lowers = first.lowers;
    bounds.meet({second.lowers, {}});
    return bounds;
  }
  if (isa<arith::SelectOp>(op))
    return either(of(1), of(2));
  if (op->getNumOperands() != 2 || !isWide(op->getResult(0).getType()))
    return {};
  // Trees of sums would take exponential time.
  if (isa<arith::AddIOp, index::AddOp>(op))
    return boundsOfSum(op, depth + 1);
  if (isa<arith::SubIOp, index::SubOp>(op))
    return boundsOfDifference(op, depth + 1);
  if (isa<arith::MulIOp, index::MulOp>(op))
    return boundsOfProduct(op, depth);
  std::optional<int64_t> right = constantOf(op->getOperand(1));
  if (!right || *right <= 0)
    return {};
  if (isa<arith::DivSIOp, arith::DivUIOp, index::DivSOp, index::DivUOp, arith::FloorDivSIOp, index::FloorDivSOp>(op)) {
    IndexInterval bounds = shrunk(of(0));
    for (OffsetSize &upper : bounds.uppers)
      if (upper.base.isConstant())
        upper.offset /= *right;
    return bounds;
  }
  if (isa<arith::RemSIOp, arith::RemUIOp, index::RemSOp, index::RemUOp>(op)) {
    IndexInterval bounds = shrunk(of(0));
    bounds.meet(atLeast(isa<arith::RemUIOp, index::RemUOp>(op) ? 0 : 1 - *right));
    bounds.meet(atMost(*right - 1));
    return bounds;
  }
  if (isa<arith::AndIOp, index::AndOp>(op))
    return {atLeast(0).lowers, atMost(*right).uppers};
  return {};
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

void IndexBounds::addFact(Value value, const IndexInterval &bounds) {
  const qd::OffsetValue parts = split(value);
  facts[{parts.base, parts.offset}].meet(bounds);
}

/// lhs < rhs, lhs <= rhs or lhs == rhs, all with a sign.
void IndexBounds::addComparison(CmpIPredicate predicate, Value lhs, Value rhs) {
  if (!isWide(lhs.getType()))
    return;
  IndexInterval left = boundsOf(lhs, 0), right = boundsOf(rhs, 0);
  int64_t distance = predicate == CmpIPredicate::slt ? 1 : 0;
  addFact(lhs, {{}, right.plus(-distance).uppers});
  addFact(rhs, {left.plus(distance).lowers, {}});
  if (predicate == CmpIPredicate::eq) {
    addFact(lhs, {right.lowers, {}});
    addFact(rhs, {{}, left.uppers});
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
    if (boundsOf(rhs, 0).least().value_or(-1) >= 0) {
      addComparison(CmpIPredicate::slt, lhs, rhs);
      addFact(lhs, atLeast(0));
    }
    return;
  default:
    return;
  }
}

/// A loop that runs its body: its upper bound is above its lower bound.
void IndexBounds::addLoop(Value lower, Value upper) {
  std::optional<int64_t> first = lower ? boundsOf(lower, 0).least() : 0;
  std::optional<SizeExpr> size = sizeExprFromValue(upper);
  if (!first || !size || !isSmall(*first))
    return;
  OffsetSize last = splitOffset(*size);
  // A difference may have wrapped.
  const bool isDifference = last.offset < 0 && !fitsMemory(last.base);
  if (!last.base.isConstant() && isSmall(last.offset) && !isDifference)
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
  IndexInterval bounds = withExpressions(boundsOf(index, 0));
  OffsetSize end = splitOffset(extent);
  return bounds.least().value_or(-1) >= 0 && llvm::any_of(bounds.uppers, [&](const OffsetSize &upper) {
           return upper.base == end.base && upper.offset < end.offset;
         });
}

bool IndexBounds::isLimited(Value index) const {
  IndexInterval bounds = boundsOf(index, 0);
  return isSmall(bounds.least()) && isLimited(bounds);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The extents of an array; the largest number where one cannot be said.
static SmallVector<SizeExpr> extentsOf(Value array) {
  auto type = cast<MemRefType>(array.getType());
  auto argument = dyn_cast<BlockArgument>(array);
  auto temporary = array.getDefiningOp<memref::AllocOp>();
  SmallVector<SizeExpr> extents;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    std::optional<SizeExpr> size;
    if (!type.isDynamicDim(axis))
      size = SizeExpr::constant(extent);
    else if (argument && isa<qd::KernelOp>(argument.getOwner()->getParentOp()))
      size = SizeExpr::dim(argument.getArgNumber(), axis);
    else if (temporary)
      size = sizeExprFromValue(temporary.getDynamicSizes()[type.getDynamicDimIndex(axis)]);
    extents.push_back(size.value_or(SizeExpr::constant(std::numeric_limits<int64_t>::max())));
  }
  return extents;
}

/// The index lies in the extent; so does what it is a sum of, moved by the rest.
void IndexBounds::addInside(Value index, const SizeExpr &extent) {
  // From an index in no elements anything would follow.
  if (extent.isConstant() && extent.value() < 1)
    return;
  IndexInterval inside = atLeast(0);
  inside.meet({{}, {splitOffset(extent)}});
  inside.uppers = inside.plus(-1).uppers;
  addFact(index, inside);
  const qd::OffsetValue parts = split(index);
  if (parts.base && parts.offset != 0 && isSmall(parts.offset) && isLimited(inside))
    addFact(parts.base, inside.plus(-parts.offset));
}

SmallVector<IndexInterval> IndexBounds::intervalsOf(qd::ElementAccess access) {
  const SmallVector<SizeExpr> extents = extentsOf(access.getArray());
  IndexBounds bounds(access, extents);
  for (auto [index, extent] : llvm::zip_equal(access.getIndices(), extents))
    bounds.addInside(index, extent);
  return llvm::map_to_vector(access.getIndices(), [&](Value index) {
    IndexInterval interval = bounds.withExpressions(bounds.boundsOf(index, 0));
    auto isOpaque = [&](const OffsetSize &bound) { return !bounds.isExact(bound.base); };
    llvm::erase_if(interval.lowers, isOpaque);
    llvm::erase_if(interval.uppers, isOpaque);
    return interval;
  });
}
