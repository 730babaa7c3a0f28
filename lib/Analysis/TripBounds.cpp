//===- TripBounds.cpp - How many trips a loop has at most -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/TripBounds.h"
#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
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
  // A loop whose step is below 1 has no trip.
  if (!range.step || getConstantIntValue(range.step).value_or(2) <= 1)
    return distance;
  return arith::DivUIOp::create(builder, location, distance, toIndex(builder, location, range.step));
}

Value qdc::countTrips(OpBuilder &builder, Location location, const TripRange &range) {
  Type type = range.upper.getType();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, location, builder.getIntegerAttr(type, value));
  };
  Value zero = constant(0), one = constant(1);
  Value lower = range.lower ? range.lower : zero, step = range.step ? range.step : one;
  auto predicate = range.isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  Value runs = builder.createOrFold<arith::CmpIOp>(location, predicate, lower, range.upper);
  if (std::optional<int64_t> known = getConstantIntValue(step); !known || *known < 1) {
    Value isPositive = builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::sge, step, one);
    runs = builder.createOrFold<arith::AndIOp>(location, runs, isPositive);
    step = builder.createOrFold<arith::MaxSIOp>(location, step, one);
  }
  // Bounds may lie further apart than the type's largest number with a sign.
  Value distance = builder.createOrFold<arith::SubIOp>(location, range.upper, lower);
  Value last = builder.createOrFold<arith::DivUIOp>(location,
                                                    builder.createOrFold<arith::SubIOp>(location, distance, one), step);
  Value count = builder.createOrFold<arith::AddIOp>(location, last, one);
  Value trips = builder.createOrFold<arith::SelectOp>(location, runs, count, zero);
  if (range.runsOnceMore)
    trips = builder.createOrFold<arith::AddIOp>(location, trips, one);
  return toIndex(builder, location, trips, /*isUnsigned=*/true);
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

private:
  Value visit(Value value, Side side);
  Value findOfVariable(BlockArgument variable, Side side);
  Value findOfResult(Operation *op, Side side);
  Value findOfProduct(arith::MulIOp op, Side side);
  /// Whether the result is that of the numbers: else it may wrap, and lie anywhere.
  template <typename Op>
  bool neverWraps(Op op);
  template <typename Division>
  Value findOfQuotient(Division op, Side side);
  Value findOfRemainder(Operation *op, Side side);

  Value constant(int64_t value) { return arith::ConstantIndexOp::create(builder, location, value); }
  template <typename Op>
  Value create(Value a, Value b) {
    return a && b ? builder.createOrFold<Op>(location, a, b) : Value();
  }
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
bool BoundBuilder::neverWraps(Op op) {
  if (arith::bitEnumContainsAll(op.getOverflowFlags(), arith::IntegerOverflowFlags::nsw))
    return true;
  // Of 64 bits, what the loader can compute on both sides stays within: it would report the overflow.
  Type type = op.getType();
  return (type.isIndex() || type.isInteger(64)) && llvm::all_of(op->getOperands(), [&](Value operand) {
           return find(operand, Side::lowest) && find(operand, Side::highest);
         });
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
  if (!factor || *factor < 0 || !neverWraps(op))
    return {};
  return create<arith::MulIOp>(find(op.getLhs(), side), constant(*factor));
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
        return neverWraps(sum) ? create<arith::AddIOp>(find(sum.getLhs(), side), find(sum.getRhs(), side)) : Value();
      })
      .Case([&](arith::SubIOp sum) {
        return neverWraps(sum) ? create<arith::SubIOp>(find(sum.getLhs(), side), find(sum.getRhs(), opposite(side)))
                               : Value();
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
    trips = builder.createOrFold<arith::SubIOp>(location, trips, lower);
  // Of an unknown step, that of 1 has the most trips.
  std::optional<int64_t> step = range.step ? getConstantIntValue(range.step) : std::nullopt;
  if (step && *step > 1)
    trips = builder.createOrFold<arith::CeilDivSIOp>(location, trips,
                                                     arith::ConstantIndexOp::create(builder, location, *step));
  if (!trips.getDefiningOp<memref::DimOp>())
    trips = builder.createOrFold<arith::MaxSIOp>(location, trips, zero);
  std::optional<SizeExpr> size = sizeExprFromValue(trips);
  if (!size)
    return {};
  return size->isConstant() ? arith::ConstantIndexOp::create(builder, location, size->value()).getResult() : trips;
}
