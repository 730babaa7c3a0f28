//===- TripBounds.cpp - How many trips a loop has at most -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/TripBounds.h"
#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/IR/LoopTrips.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<TripRange> qdc::axesOf(qd::ForOp loop) {
  SmallVector<TripRange> axes;
  for (auto [axis, variable] : llvm::enumerate(loop.getInductionVars()))
    axes.push_back({loop, variable, loop.getUpperBounds()[axis],
                    loop.getLowerBounds().empty() ? Value() : loop.getLowerBounds()[axis],
                    loop.getSteps().empty() ? Value() : loop.getSteps()[axis]});
  return axes;
}

TripRange qdc::mapRange(const TripRange &range, const IRMapping &values) {
  auto find = [&](Value value) { return value ? values.lookupOrDefault(value) : value; };
  return {range.loop,       find(range.variable), find(range.upper), find(range.lower),
          find(range.step), range.isUnsigned,     range.runsOnceMore};
}

static Value toIndex(OpBuilder &builder, Location location, Value value, bool isUnsigned = false) {
  Type index = builder.getIndexType();
  if (value.getType().isIndex())
    return value;
  if (isUnsigned)
    return builder.createOrFold<arith::IndexCastUIOp>(location, index, value);
  return builder.createOrFold<arith::IndexCastOp>(location, index, value);
}

Value qdc::numberTrip(OpBuilder &builder, Location location, const TripRange &range) {
  Value distance = toIndex(builder, location, range.variable, range.isUnsigned);
  if (range.lower)
    distance = builder.createOrFold<arith::SubIOp>(location, distance,
                                                   toIndex(builder, location, range.lower, range.isUnsigned));
  // A loop whose step is not positive has no trip.
  if (!range.step || matchPattern(range.step, m_One()))
    return distance;
  Value step = qd::createPositiveStep(builder, location, range.step, range.isUnsigned).step;
  return builder.createOrFold<arith::DivUIOp>(location, distance, toIndex(builder, location, step, range.isUnsigned));
}

Value qdc::countTrips(OpBuilder &builder, Location location, const TripRange &range) {
  Type type = range.upper.getType();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, location, builder.getIntegerAttr(type, value));
  };
  Value trips = qd::createTripCount(
      builder, location,
      {range.lower ? range.lower : constant(0), range.upper, range.step ? range.step : constant(1), range.isUnsigned});
  if (range.runsOnceMore)
    trips = builder.createOrFold<arith::AddIOp>(location, trips, constant(1));
  return toIndex(builder, location, trips, /*isUnsigned=*/true);
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

namespace {

using Wide = __int128;

/// What a size lies between in any launch, as if its last step did not overflow.
struct NumberRange {
  Wide lowest = std::numeric_limits<int64_t>::min(), highest = std::numeric_limits<int64_t>::max();
};

/// A size as a sum of parts with factors, so that what cancels does.
class LinearSize {
public:
  explicit LinearSize(const SizeExpr &size) { add(size, 1); }

  NumberRange range(function_ref<NumberRange(const SizeExpr &)> ofPart) const {
    NumberRange sum = {constant, constant};
    for (const auto &[part, factor] : parts) {
      NumberRange range = ofPart(part);
      sum.lowest += factor * (factor < 0 ? range.highest : range.lowest);
      sum.highest += factor * (factor < 0 ? range.lowest : range.highest);
    }
    return sum;
  }

private:
  /// Factors beyond this are not multiplied out, so that nothing here overflows.
  static constexpr Wide kMaximumFactor = 1 << 16;

  void add(const SizeExpr &size, Wide factor) {
    if (size.isConstant()) {
      constant += factor * size.value();
    } else if (size.kind() == SizeExprKind::add || size.kind() == SizeExprKind::sub) {
      add(size.lhs(), factor);
      add(size.rhs(), size.kind() == SizeExprKind::add ? factor : -factor);
    } else if (size.kind() == SizeExprKind::mul && size.rhs().isConstant() && isFactor(factor * size.rhs().value())) {
      add(size.lhs(), factor * size.rhs().value());
    } else if (size.kind() == SizeExprKind::mul && size.lhs().isConstant() && isFactor(factor * size.lhs().value())) {
      add(size.rhs(), factor * size.lhs().value());
    } else {
      auto *known = llvm::find_if(parts, [&](const auto &part) { return part.first == size; });
      if (known == parts.end())
        parts.emplace_back(size, factor);
      else
        known->second += factor;
    }
  }
  static bool isFactor(Wide factor) { return -kMaximumFactor <= factor && factor <= kMaximumFactor; }

  SmallVector<std::pair<SizeExpr, Wide>> parts;
  Wide constant = 0;
};

} // namespace

static NumberRange rangeOf(const SizeExpr &size, Operation *kernel) {
  return LinearSize(size).range([&](const SizeExpr &part) -> NumberRange {
    NumberRange range;
    if (isNeverNegative(part))
      range.lowest = 0;
    if (auto source = dyn_cast<qd::KernelOp>(kernel); source && part.kind() == SizeExprKind::scalar)
      if (source.getArgument(part.argument()).getType().isInteger(32))
        range = {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()};
    return range;
  });
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

namespace {

enum class Side { lowest, highest };

/// Gives null where a value has no bound on that side.
class BoundBuilder {
public:
  BoundBuilder(OpBuilder &builder, Location location) : builder(builder), location(location) {}

  Value find(Value value, Side side);
  /// What the loader must compute for a launch with these bounds, whatever it is: where it cannot, a value wraps.
  ArrayRef<Value> mustNotOverflow() const { return other; }
  /// Nothing where that wraps, of constants.
  template <typename Op>
  Value create(Value a, Value b);

private:
  Value visit(Value value, Side side);
  Value findOfVariable(BlockArgument variable, Side side);
  Value findOfResult(Operation *op, Side side);
  Value findOfProduct(arith::MulIOp op, Side side);
  /// The end of the interval of a sum, a difference or a product, made of ends of those of its operands; `lhs` and
  /// `rhs` give these for a side. Nothing where the result may wrap, and lie anywhere.
  template <typename Op>
  Value findOfArithmetic(Op op, Side side, function_ref<Value(Side)> lhs, function_ref<Value(Side)> rhs);
  template <typename Division>
  Value findOfQuotient(Division op, Side side);
  Value findOfRemainder(Operation *op, Side side);

  Value constant(int64_t value) { return arith::ConstantIndexOp::create(builder, location, value); }
  /// The smaller or larger one of two bounds; `either`: one of them is enough.
  template <typename Op>
  Value choose(Value a, Value b, bool either) {
    if (a && b)
      return create<Op>(a, b);
    return either ? (a ? a : b) : Value();
  }

  OpBuilder &builder;
  Location location;
  llvm::DenseMap<Value, Value> lowest, highest; // null while it is looked for
  SmallVector<Value> other;
};

} // namespace

/// More ends of intervals than these are not looked at for one bound.
static constexpr unsigned kMaximumVisits = 256;

static Side opposite(Side side) { return side == Side::lowest ? Side::highest : Side::lowest; }

static bool isNarrowed(Operation *cast) {
  auto width = [](Type type) { return type.isIndex() ? 64 : type.getIntOrFloatBitWidth(); };
  return width(cast->getResult(0).getType()) < width(cast->getOperand(0).getType());
}

template <typename Op>
Value BoundBuilder::create(Value a, Value b) {
  if (!a || !b)
    return {};
  std::optional<int64_t> left = getConstantIntValue(a), right = getConstantIntValue(b);
  if (left && right) {
    int64_t result;
    if ((std::is_same_v<Op, arith::AddIOp> && llvm::AddOverflow(*left, *right, result)) ||
        (std::is_same_v<Op, arith::SubIOp> && llvm::SubOverflow(*left, *right, result)) ||
        (std::is_same_v<Op, arith::MulIOp> && llvm::MulOverflow(*left, *right, result)))
      return {};
  }
  return builder.createOrFold<Op>(location, a, b);
}

template <typename Op>
Value BoundBuilder::findOfArithmetic(Op op, Side side, function_ref<Value(Side)> lhs, function_ref<Value(Side)> rhs) {
  if (arith::bitEnumContainsAll(op.getOverflowFlags(), arith::IntegerOverflowFlags::nsw))
    return create<Op>(lhs(side), rhs(side));
  // Of 64 bits, what the loader can compute on both sides stays within: it reports the overflow.
  Type type = op.getType();
  if (!type.isIndex() && !type.isInteger(64))
    return {};
  Value end = create<Op>(lhs(side), rhs(side)), start = create<Op>(lhs(opposite(side)), rhs(opposite(side)));
  std::optional<SizeExpr> size = end && start ? sizeExprFromValue(start) : std::nullopt;
  if (!size)
    return {};
  const NumberRange range = rangeOf(*size, builder.getInsertionBlock()->getParentOp());
  const bool isWithin = side == Side::lowest ? range.highest <= std::numeric_limits<int64_t>::max()
                                             : range.lowest >= std::numeric_limits<int64_t>::min();
  if (!isWithin)
    other.push_back(start);
  return end;
}

Value BoundBuilder::findOfVariable(BlockArgument variable, Side side) {
  Value lower, upper;
  if (auto loop = dyn_cast<scf::ForOp>(variable.getOwner()->getParentOp())) {
    if (variable != loop.getInductionVar() || loop.getUnsignedCmp())
      return {};
    lower = loop.getLowerBound(), upper = loop.getUpperBound();
  } else if (auto loop = dyn_cast<qd::ForOp>(variable.getOwner()->getParentOp())) {
    unsigned axis = variable.getArgNumber();
    lower = loop.getLowerBounds().empty() ? Value() : loop.getLowerBounds()[axis];
    upper = loop.getUpperBounds()[axis];
  } else {
    return {};
  }
  if (side == Side::lowest)
    return lower ? find(lower, side) : constant(0);
  return create<arith::SubIOp>(find(upper, side), constant(1));
}

Value BoundBuilder::findOfProduct(arith::MulIOp op, Side side) {
  std::optional<int64_t> factor = getConstantIntValue(op.getRhs());
  if (!factor || *factor < 0)
    return {};
  return findOfArithmetic(
      op, side, [&](Side end) { return find(op.getLhs(), end); }, [&](Side) { return constant(*factor); });
}

template <typename Division>
Value BoundBuilder::findOfQuotient(Division op, Side side) {
  std::optional<int64_t> divisor = getConstantIntValue(op.getRhs());
  if (!divisor || *divisor < 1)
    return {};
  return create<Division>(find(op.getLhs(), side), constant(*divisor));
}

Value BoundBuilder::findOfRemainder(Operation *op, Side side) {
  std::optional<int64_t> divisor = getConstantIntValue(op->getOperand(1));
  if (!divisor || *divisor < 1)
    return {};
  if (side == Side::highest)
    return constant(*divisor - 1);
  return constant(isa<arith::RemSIOp>(op) ? 1 - *divisor : 0);
}

Value BoundBuilder::findOfResult(Operation *op, Side side) {
  bool isLowest = side == Side::lowest;
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<arith::IndexCastOp, arith::ExtSIOp>(
          [&](auto cast) { return isNarrowed(cast) ? Value() : find(cast.getIn(), side); })
      .Case([&](arith::AddIOp sum) {
        return findOfArithmetic(
            sum, side, [&](Side end) { return find(sum.getLhs(), end); },
            [&](Side end) { return find(sum.getRhs(), end); });
      })
      .Case([&](arith::SubIOp sum) {
        return findOfArithmetic(
            sum, side, [&](Side end) { return find(sum.getLhs(), end); },
            [&](Side end) { return find(sum.getRhs(), opposite(end)); });
      })
      .Case([&](arith::MulIOp product) { return findOfProduct(product, side); })
      .Case([&](arith::MinSIOp least) {
        return choose<arith::MinSIOp>(find(least.getLhs(), side), find(least.getRhs(), side), !isLowest);
      })
      .Case([&](arith::MaxSIOp most) {
        return choose<arith::MaxSIOp>(find(most.getLhs(), side), find(most.getRhs(), side), isLowest);
      })
      .Case([&](arith::SelectOp choice) {
        Value a = find(choice.getTrueValue(), side), b = find(choice.getFalseValue(), side);
        return isLowest ? choose<arith::MinSIOp>(a, b, false) : choose<arith::MaxSIOp>(a, b, false);
      })
      .Case<arith::DivSIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(
          [&](auto quotient) { return findOfQuotient(quotient, side); })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](Operation *remainder) { return findOfRemainder(remainder, side); })
      .Default([](Operation *) { return Value(); });
}

Value BoundBuilder::find(Value value, Side side) {
  llvm::DenseMap<Value, Value> &found = side == Side::lowest ? lowest : highest;
  auto [entry, isNew] = found.insert({value, Value()});
  if (!isNew || found.size() > kMaximumVisits)
    return entry->second;
  Value bound = visit(value, side);
  found[value] = bound;
  return bound;
}

Value BoundBuilder::visit(Value value, Side side) {
  if (sizeExprFromValue(value))
    return toIndex(builder, location, copySize(builder, value));
  auto variable = dyn_cast<BlockArgument>(value);
  return variable ? findOfVariable(variable, side) : findOfResult(value.getDefiningOp(), side);
}

/// The trips over a distance, which is 0 or more (TripCount.h); none if the step, which a launch knows, is below 1.
static Value countTripsOver(OpBuilder &builder, Location location, Value distance, Value step, Value zero) {
  Value one = arith::ConstantIndexOp::create(builder, location, 1);
  Value isPositive = builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::sgt, step, zero);
  Value atLeastOne = builder.createOrFold<arith::MaxSIOp>(location, step, one);
  Value last = builder.createOrFold<arith::SubIOp>(location, distance, one);
  Value steps = builder.createOrFold<arith::FloorDivSIOp>(location, last, atLeastOne);
  Value trips = builder.createOrFold<arith::AddIOp>(location, steps, one);
  return builder.createOrFold<arith::SelectOp>(location, isPositive, trips, zero);
}

/// The bound made of a number of trips, and of what must not overflow; null if it is nothing that the loader computes.
static Value finishBound(OpBuilder &builder, Location location, Value trips, Value zero,
                         ArrayRef<Value> mustNotOverflow) {
  // No more than 0, and so nothing, but it is evaluated.
  for (Value each : mustNotOverflow)
    trips = builder.createOrFold<arith::MaxSIOp>(location, trips,
                                                 builder.createOrFold<arith::MinSIOp>(location, each, zero));
  std::optional<SizeExpr> size = sizeExprFromValue(trips);
  if (!size)
    return {};
  return size->isConstant() ? arith::ConstantIndexOp::create(builder, location, size->value()).getResult() : trips;
}

Value qdc::boundTrips(OpBuilder &builder, Location location, const TripRange &range) {
  if (range.isUnsigned)
    return {};
  BoundBuilder bounds(builder, location);
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value lower = range.lower ? bounds.find(range.lower, Side::lowest) : zero;
  Value trips = bounds.find(range.upper, Side::highest);
  if (!lower || !trips)
    return {};
  if (getConstantIntValue(lower) != 0)
    trips = bounds.create<arith::SubIOp>(trips, lower);
  if (!trips)
    return {};
  std::optional<int64_t> step = range.step ? getConstantIntValue(range.step) : std::nullopt;
  if (step && *step > 1)
    trips = builder.createOrFold<arith::CeilDivSIOp>(location, trips,
                                                     arith::ConstantIndexOp::create(builder, location, *step));
  if (!trips.getDefiningOp<memref::DimOp>())
    trips = builder.createOrFold<arith::MaxSIOp>(location, trips, zero);
  if (!step && range.step && sizeExprFromValue(range.step)) {
    Value known = toIndex(builder, location, copySize(builder, range.step));
    Value divided = countTripsOver(builder, location, trips, known, zero);
    if (Value bound = finishBound(builder, location, divided, zero, bounds.mustNotOverflow()))
      return bound;
  }
  // Of an unknown step, that of 1 has the most trips.
  return finishBound(builder, location, trips, zero, bounds.mustNotOverflow());
}
