//===- Interior.cpp - Where a loop's border conditions are settled --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/Interior.h"

#include "qdc/Dialect/QD/IR/AddedConstants.h"
#include "qdc/Lowering/Common/FlatRange.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <cstdlib>
#include <limits>

using namespace mlir;
using arith::CmpIPredicate;

namespace qdc {

bool canHaveTwoBodies(qd::ForOp loop, unsigned longest) {
  unsigned operations = 0;
  WalkResult result = loop.getBody().walk([&](Operation *op) {
    bool isOurs = isa<qd::QDDialect>(op->getDialect()) && !isa<qd::YieldOp, qd::AssertOp, qd::CheckOp>(op);
    return isOurs || ++operations > longest ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

namespace {

constexpr unsigned longestBound = 16; // operations to compute a bound

/// The value is the same all along a row, and cheap to compute in front of it. `budget` counts operations.
bool isRowInvariant(Value value, qd::ForOp loop, unsigned &budget) {
  if (!loop.getBody().isAncestor(value.getParentRegion()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return value.getParentRegion() == &loop.getBody() && cast<BlockArgument>(value).getArgNumber() + 1 < loop.getRank();
  if (budget == 0 || op->getNumRegions() != 0 || !isPure(op))
    return false;
  --budget;
  return llvm::all_of(op->getOperands(), [&](Value operand) { return isRowInvariant(operand, loop, budget); });
}

/// The value at the builder's insertion point of one for which isRowInvariant; `mapping` knows the variables.
Value materialize(OpBuilder &builder, Value value, qd::ForOp loop, IRMapping &mapping) {
  if (!loop.getBody().isAncestor(value.getParentRegion()))
    return value;
  if (Value known = mapping.lookupOrNull(value))
    return known;
  for (Value operand : value.getDefiningOp()->getOperands())
    materialize(builder, operand, loop, mapping);
  builder.clone(*value.getDefiningOp(), mapping);
  return mapping.lookup(value);
}

/// The condition decides what is computed, alone or with others.
bool isDecisive(Value condition) {
  return llvm::any_of(condition.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    bool isCondition =
        isa<scf::IfOp>(user) || (isa<arith::SelectOp, qd::AssertOp, qd::CheckOp>(user) && use.getOperandNumber() == 0);
    if (isCondition)
      return true;
    return isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(user) && isDecisive(user->getResult(0));
  });
}

bool isUnsigned(CmpIPredicate predicate) {
  return predicate == CmpIPredicate::ult || predicate == CmpIPredicate::ule || predicate == CmpIPredicate::ugt ||
         predicate == CmpIPredicate::uge;
}

CmpIPredicate swapped(CmpIPredicate predicate) {
  switch (predicate) {
  case CmpIPredicate::slt:
    return CmpIPredicate::sgt;
  case CmpIPredicate::sle:
    return CmpIPredicate::sge;
  case CmpIPredicate::sgt:
    return CmpIPredicate::slt;
  case CmpIPredicate::sge:
    return CmpIPredicate::sle;
  case CmpIPredicate::ult:
    return CmpIPredicate::ugt;
  case CmpIPredicate::ule:
    return CmpIPredicate::uge;
  case CmpIPredicate::ugt:
    return CmpIPredicate::ult;
  case CmpIPredicate::uge:
    return CmpIPredicate::ule;
  case CmpIPredicate::eq:
  case CmpIPredicate::ne:
    return predicate;
  }
  llvm_unreachable("all predicates are above");
}

/// What the predicate says of a position below, or above, the bound.
bool valueAt(CmpIPredicate predicate, bool below) {
  switch (predicate) {
  case CmpIPredicate::slt:
  case CmpIPredicate::sle:
  case CmpIPredicate::ult:
  case CmpIPredicate::ule:
    return below;
  case CmpIPredicate::sgt:
  case CmpIPredicate::sge:
  case CmpIPredicate::ugt:
  case CmpIPredicate::uge:
    return !below;
  case CmpIPredicate::eq:
    return false;
  case CmpIPredicate::ne:
    return true;
  }
  llvm_unreachable("all predicates are above");
}

/// Positions equal to the bound count as below it.
bool equalIsBelow(CmpIPredicate predicate) {
  return predicate == CmpIPredicate::sle || predicate == CmpIPredicate::ule || predicate == CmpIPredicate::sgt ||
         predicate == CmpIPredicate::ugt;
}

} // namespace

std::optional<Interior::Position> Interior::positionOf(Value value) {
  int64_t offset = 0;
  while (Operation *op = value.getDefiningOp()) {
    // A clamped position is the position itself where the clamp is settled.
    auto known = llvm::find_if(settled, [&](const Settled &other) { return other.op == op && other.replacement; });
    if (known != settled.end()) {
      value = known->replacement;
      continue;
    }
    const std::optional<qd::OffsetValue> sum = qd::takeOffConstant(value);
    if (!sum || std::abs(offset += sum->offset) > qd::kMaximumAddedConstant)
      return std::nullopt;
    value = sum->base;
  }
  auto variable = cast<BlockArgument>(value);
  if (variable.getParentRegion() != &loop.getBody())
    return std::nullopt;
  return Position{variable.getArgNumber(), offset};
}

bool Interior::usuallyBelow(const Position &position, Value bound) {
  Value lower = loop.getLowerBounds().empty() ? Value() : loop.getLowerBounds()[position.axis];
  std::optional<int64_t> constant = getConstantIntValue(bound);
  if (!constant)
    return bound != lower;
  std::optional<int64_t> first = lower ? getConstantIntValue(lower) : 0,
                         last = getConstantIntValue(loop.getUpperBounds()[position.axis]);
  return first && last && *first / 2 + *last / 2 < *constant - position.offset;
}

static unsigned widthOf(Value integer) {
  return integer.getType().isIndex() ? 64 : integer.getType().getIntOrFloatBitWidth();
}

/// Takes for granted that extents plus constants do not wrap in 64 bits: from a constant on, there would be too many
/// iterations to run.
void Interior::noteBorder(const Position &position, Value bound, const Side &side) {
  constexpr int64_t few = 16;
  const unsigned axis = position.axis;
  const qd::OffsetValue first =
      loop.getLowerBounds().empty() ? qd::OffsetValue() : qd::splitOffset(loop.getLowerBounds()[axis]);
  const qd::OffsetValue end = qd::splitOffset(loop.getUpperBounds()[axis]), limit = qd::splitOffset(bound);
  const int64_t own = limit.offset - position.offset + int64_t(side.equalIsBelow);
  const int64_t distance = side.below ? end.offset - own : own - first.offset;
  auto &[before, after] = borders[axis];
  int64_t &border = side.below ? after : before;
  border = std::max(border, distance);
  if (side.isUnsigned && side.below)
    before = std::max(before, -position.offset - first.offset);
  const bool countsByOne = loop.getSteps().empty() || getConstantIntValue(loop.getSteps()[axis]) == 1;
  isAllButBorder &= countsByOne && !first.base && limit.base == (side.below ? end.base : Value()) && distance <= few &&
                    (!side.isUnsigned || side.below || limit.offset >= 0);
  if (widthOf(bound) == 64)
    return;
  isAllButBorder &= !limit.base || limit.offset <= end.offset;
  if (side.below && position.offset < 0)
    before = std::max(before, llvm::minIntN(widthOf(bound)) - position.offset - first.offset);
  if (!side.below && position.offset > 0)
    after = std::max(after, position.offset - 1);
}

std::optional<SmallVector<Interior::Border>> Interior::findBorders() const {
  return isAllButBorder ? std::optional(borders) : std::nullopt;
}

void Interior::limitPosition(const Position &position, Value bound, const Side &side) {
  limits.push_back({bound, int64_t(side.equalIsBelow) - position.offset, /*isLower=*/!side.below});
  // Variable + offset is computed without overflow.
  const unsigned width = widthOf(bound);
  if (position.offset < 0)
    limits.push_back({{}, llvm::minIntN(width) - position.offset, /*isLower=*/true});
  if (position.offset > 0)
    limits.push_back({{}, llvm::maxIntN(width) - position.offset, /*isLower=*/false});
}

void Interior::addComparison(arith::CmpIOp op) {
  CmpIPredicate predicate = op.getPredicate();
  Value bound = op.getRhs();
  std::optional<Position> position = positionOf(op.getLhs());
  if (!position) {
    predicate = swapped(predicate);
    bound = op.getLhs();
    position = positionOf(op.getRhs());
  }
  unsigned budget = longestBound;
  if (!position || !isRowInvariant(bound, loop, budget) || !isDecisive(op))
    return;
  const bool below = usuallyBelow(*position, bound), value = valueAt(predicate, below);
  const bool isEquality = predicate == CmpIPredicate::eq || predicate == CmpIPredicate::ne;
  const Side side = {below, isEquality ? !below : equalIsBelow(predicate), isUnsigned(predicate)};
  if (position->axis + 1 < loop.getRank()) {
    if (!isRowInvariant(op, loop, budget))
      return;
    noteBorder(*position, bound, side);
    rowConditions.push_back({op, value, {}});
    return;
  }
  if (!stepIsOne)
    return;
  if (side.isUnsigned) {
    // Signed limits say the same of positions that are not negative, if the bound is not either: below one that is,
    // there are none.
    std::optional<int64_t> constant = getConstantIntValue(bound);
    if (!below && (!constant || *constant < 0))
      return;
    if (below)
      limits.push_back({{}, -position->offset, /*isLower=*/true});
  }
  noteBorder(*position, bound, side);
  limitPosition(*position, bound, side);
  settled.push_back({op, value, {}});
}

void Interior::addMinMax(Operation *op, bool isMaximum) {
  Value value = op->getOperand(0), bound = op->getOperand(1);
  std::optional<Position> position = positionOf(value);
  if (!position) {
    std::swap(value, bound);
    position = positionOf(value);
  }
  unsigned budget = longestBound;
  if (!position || position->axis + 1 != loop.getRank() || !stepIsOne || !isRowInvariant(bound, loop, budget))
    return;
  const bool below = usuallyBelow(*position, bound);
  const Side side = {below, /*equalIsBelow=*/false, /*isUnsigned=*/false};
  noteBorder(*position, bound, side);
  limitPosition(*position, bound, side);
  settled.push_back({op, false, isMaximum != below ? value : bound});
}

bool Interior::isTrue(Value condition) const {
  Operation *op = condition.getDefiningOp();
  if (isa_and_nonnull<arith::AndIOp>(op))
    return isTrue(op->getOperand(0)) && isTrue(op->getOperand(1));
  if (isa_and_nonnull<arith::OrIOp>(op))
    return isTrue(op->getOperand(0)) || isTrue(op->getOperand(1));
  auto isKnown = [&](const Settled &known) { return known.op == op && !known.replacement && known.value; };
  return op && (matchPattern(op, m_One()) || llvm::any_of(settled, isKnown) || llvm::any_of(rowConditions, isKnown));
}

Interior Interior::find(qd::ForOp loop) {
  Interior interior;
  interior.loop = loop;
  interior.borders.resize(loop.getRank());
  interior.stepIsOne = loop.getSteps().empty() || getConstantIntValue(loop.getSteps().back()) == 1;
  if (!canHaveTwoBodies(loop))
    return interior;
  loop.getBody().walk([&](Operation *op) {
    if (auto comparison = dyn_cast<arith::CmpIOp>(op))
      interior.addComparison(comparison);
    else if (isa<arith::MinSIOp, arith::MaxSIOp>(op))
      interior.addMinMax(op, isa<arith::MaxSIOp>(op));
    else if (isa<qd::AssertOp, qd::CheckOp>(op))
      interior.needless.push_back(op);
  });
  if (!llvm::all_of(interior.needless, [&](Operation *report) { return interior.isTrue(report->getOperand(0)); }))
    return Interior();
  return interior;
}

/// `bound` + `offset` as an i64. Where that would overflow the largest or smallest i64 says the same of a variable.
static Value limitValue(I64Builder i64, Value bound, int64_t offset) {
  if (!bound)
    return i64.constant(offset);
  constexpr int64_t least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();
  Value value = i64.fromInteger(bound);
  if (offset < 0)
    value = i64.max(value, i64.constant(least - offset));
  if (offset > 0)
    value = i64.min(value, i64.constant(most - offset));
  return i64.add(value, i64.constant(offset));
}

Interior::Columns Interior::emit(OpBuilder &builder, Location location, const FlatRange &range,
                                 ArrayRef<Value> variables) const {
  I64Builder i64{builder, location};
  qd::ForOp source = loop;
  IRMapping mapping;
  for (auto [axis, variable] : llvm::enumerate(variables))
    mapping.map(source.getBody().getArgument(axis), variable);

  Columns columns;
  for (const Settled &condition : rowConditions) {
    Value holds = materialize(builder, condition.op->getResult(0), source, mapping);
    if (!condition.value)
      holds =
          builder.createOrFold<arith::XOrIOp>(location, holds, arith::ConstantIntOp::create(builder, location, 1, 1));
    columns.exists = columns.exists ? builder.createOrFold<arith::AndIOp>(location, columns.exists, holds) : holds;
  }
  Value lower = range.lowerBounds.back();
  Value upper = i64.add(lower, range.counts.back());
  for (const Limit &limit : limits) {
    Value bound = limit.bound ? materialize(builder, limit.bound, source, mapping) : Value();
    Value column = i64.sub(i64.min(i64.max(limitValue(i64, bound, limit.offset), lower), upper), lower);
    Value &side = limit.isLower ? columns.begin : columns.end;
    side = !side ? column : limit.isLower ? i64.max(side, column) : i64.min(side, column);
  }
  return columns;
}

void Interior::settle(OpBuilder &builder, const IRMapping &mapping) const {
  auto settleOne = [&](const Settled &condition) {
    Value original = condition.op->getResult(0), clone = mapping.lookup(original);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(clone.getDefiningOp());
    Value value = condition.replacement
                      ? mapping.lookupOrDefault(condition.replacement)
                      : arith::ConstantIntOp::create(builder, clone.getLoc(), condition.value, 1).getResult();
    clone.replaceAllUsesWith(value);
  };
  // Backwards: what replaces a clamp may be the result of an earlier one.
  llvm::for_each(llvm::reverse(settled), settleOne);
  llvm::for_each(rowConditions, settleOne);
  for (Operation *report : needless)
    mapping.lookup(report)->erase();
}

/// What a condition of settled ones is.
static std::optional<bool> valueOf(Value condition) {
  if (std::optional<int64_t> constant = getConstantIntValue(condition))
    return *constant != 0;
  Operation *op = condition.getDefiningOp();
  if (!isa_and_nonnull<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
    return std::nullopt;
  const std::optional<bool> lhs = valueOf(op->getOperand(0)), rhs = valueOf(op->getOperand(1));
  if (isa<arith::XOrIOp>(op))
    return lhs && rhs ? std::optional(*lhs != *rhs) : std::nullopt;
  const bool decides = isa<arith::OrIOp>(op);
  if (lhs == decides || rhs == decides)
    return decides;
  return lhs && rhs ? std::optional(!decides) : std::nullopt;
}

/// Puts what a branch or a selection gives in its place, if its condition is known.
static void decide(IRRewriter &rewriter, Operation *op) {
  const std::optional<bool> isTaken = valueOf(op->getOperand(0));
  if (!isTaken)
    return;
  auto branch = dyn_cast<scf::IfOp>(op);
  if (!branch)
    return rewriter.replaceOp(op, op->getOperand(*isTaken ? 1 : 2));
  Block *body = *isTaken ? branch.thenBlock() : branch.elseBlock();
  if (!body)
    return rewriter.eraseOp(branch);
  Operation *yield = body->getTerminator();
  const SmallVector<Value> results(yield->getOperands());
  rewriter.eraseOp(yield);
  rewriter.inlineBlockBefore(body, branch);
  rewriter.replaceOp(branch, results);
}

qd::ForOp Interior::cloneSettled() const {
  qd::ForOp source = loop;
  OpBuilder builder(source);
  builder.setInsertionPointAfter(source);
  IRMapping mapping;
  auto clone = cast<qd::ForOp>(builder.clone(*source, mapping));
  settle(builder, mapping);
  SmallVector<Operation *> choices;
  clone.getBody().walk([&](Operation *op) {
    if (isa<scf::IfOp>(op) || (isa<arith::SelectOp>(op) && op->getOperand(0).getType().isInteger(1)))
      choices.push_back(op);
  });
  IRRewriter rewriter(clone.getContext());
  for (Operation *op : choices)
    decide(rewriter, op);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(clone.getBody().front())))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
  return clone;
}

} // namespace qdc
