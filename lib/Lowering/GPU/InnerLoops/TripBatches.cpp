//===- TripBatches.cpp - Several trips, then one test ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TripBatches.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

#include <array>
#include <optional>

using namespace mlir;

namespace qdc {

/// Trips of a batch, and operations of one: a few more than are needed cost little.
static constexpr unsigned batch = 4, mostOperations = 24;

namespace {

/// What counts the trips of a loop.
struct TripCounter {
  unsigned number; // of the loop's values
  arith::CmpIOp isBelow;
};

/// Values of a loop before a trip, and what it finds there: its results, if it ends.
struct Trip {
  SmallVector<Value> values, found;
  Value goesOn; // this trip and those before it were to be made
};

bool isCheap(Operation &op) {
  return isa<arith::ArithDialect>(op.getDialect()) && isPure(&op) &&
         !isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
              arith::FloorDivSIOp, arith::RemSIOp, arith::RemUIOp>(op);
}

bool isCheap(scf::WhileOp loop) {
  unsigned operations = 0;
  for (Region &region : loop->getRegions())
    for (Operation &op : region.front().without_terminator()) {
      if (!isCheap(op))
        return false;
      operations += !op.hasTrait<OpTrait::ConstantLike>();
    }
  return operations <= mostOperations;
}

/// The parts of a conjunction.
void findParts(Value condition, SmallVectorImpl<Value> &parts) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    findParts(both.getLhs(), parts);
    findParts(both.getRhs(), parts);
  } else {
    parts.push_back(condition);
  }
}

/// Whether `value`, yielded by the second region, is one of its arguments and 1; which of them.
std::optional<unsigned> findIncremented(Value value) {
  auto sum = value.getDefiningOp<arith::AddIOp>();
  if (!sum || !matchPattern(sum.getRhs(), m_One()))
    return std::nullopt;
  auto argument = dyn_cast<BlockArgument>(sum.getLhs());
  return argument && argument.getOwner() == sum->getBlock() ? std::optional(argument.getArgNumber()) : std::nullopt;
}

std::optional<TripCounter> findCounter(scf::WhileOp loop) {
  SmallVector<Value> parts;
  findParts(loop.getConditionOp().getCondition(), parts);
  if (parts.size() < 2)
    return std::nullopt;
  for (Value part : parts) {
    auto isBelow = part.getDefiningOp<arith::CmpIOp>();
    if (!isBelow || isBelow.getPredicate() != arith::CmpIPredicate::slt ||
        loop->isAncestor(isBelow.getRhs().getParentRegion()->getParentOp()))
      continue;
    auto counter = dyn_cast<BlockArgument>(isBelow.getLhs());
    if (!counter || counter.getOwner() != loop.getBeforeBody())
      continue;
    const unsigned number = counter.getArgNumber();
    std::optional<unsigned> argument = findIncremented(loop.getYieldOp().getOperand(number));
    if (argument && loop.getConditionOp().getArgs()[*argument] == counter)
      return TripCounter{number, isBelow};
  }
  return std::nullopt;
}

/// A back end contracts a product and a sum where it finds both in a block and nothing else uses the product. Whether
/// it does must not depend on which trips of a loop are in a block.
class Contraction {
public:
  explicit Contraction(scf::WhileOp loop) : loop(loop) {}

  /// Leaves the flag to sums of which one operand is a product, of the same region and for this sum alone.
  void settle() {
    for (Region &region : loop->getRegions())
      for (Operation &op : region.front().without_terminator()) {
        if (!isa<arith::AddFOp, arith::SubFOp>(op))
          continue;
        const unsigned products = llvm::count_if(op.getOperands(), [&](Value value) { return mayBeProduct(value); });
        if (products == 1 && llvm::any_of(op.getOperands(), [&](Value value) { return isOwnProduct(value); }))
          continue;
        auto sum = cast<arith::ArithFastMathInterface>(op);
        const arith::FastMathFlags flags = sum.getFastMathFlagsAttr().getValue();
        op.setAttr(sum.getFastMathAttrName(),
                   arith::FastMathFlagsAttr::get(op.getContext(), flags & ~arith::FastMathFlags::contract));
      }
  }

private:
  /// A value of the first region that an argument of the second one is.
  Value source(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == loop.getAfterBody()
               ? loop.getConditionOp().getArgs()[argument.getArgNumber()]
               : value;
  }

  /// In some trip.
  bool mayBeProduct(Value value) {
    value = source(value);
    if (auto argument = dyn_cast<BlockArgument>(value); argument && argument.getOwner() == loop.getBeforeBody())
      value = source(loop.getYieldOp().getOperand(argument.getArgNumber()));
    return value.getDefiningOp<arith::MulFOp>() != nullptr;
  }

  bool areEqual(arith::MulFOp left, arith::MulFOp right) {
    Value a = source(left.getLhs()), b = source(left.getRhs()), c = source(right.getLhs()), d = source(right.getRhs());
    return (a == c && b == d) || (a == d && b == c);
  }

  /// A product that is used once, and made once.
  bool isOwnProduct(Value value) {
    auto product = value.getDefiningOp<arith::MulFOp>();
    if (!product || !product->hasOneUse())
      return false;
    unsigned equal = 0;
    for (Region &region : loop->getRegions())
      for (auto other : region.front().getOps<arith::MulFOp>())
        equal += areEqual(product, other);
    return equal == 1;
  }

  scf::WhileOp loop;
};

class Batching {
public:
  Batching(scf::WhileOp loop, const TripCounter &counter)
      : loop(loop), counter(counter), builder(loop), location(loop.getLoc()) {}

  void run() {
    Value bound = createBound(), none = constant(builder.getBoolAttr(false));
    Value hasBatch = createIsBelow(loop.getInits()[counter.number], bound);
    SmallVector<Type> types(loop.getInits().getTypes());
    types.push_back(builder.getI1Type());
    llvm::append_range(types, loop.getResultTypes());
    auto batches = scf::IfOp::create(builder, location, types, hasBatch, /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(batches.thenBlock());
      scf::YieldOp::create(builder, location, createBatches(types, bound));
      builder.setInsertionPointToStart(batches.elseBlock());
      SmallVector<Value> values(loop.getInits());
      values.push_back(none);
      for (Type type : loop.getResultTypes())
        values.push_back(constant(builder.getZeroAttr(type)));
      scf::YieldOp::create(builder, location, values);
    }
    createRest(batches.getResults());
  }

private:
  Value constant(TypedAttr value) { return arith::ConstantOp::create(builder, location, value); }
  Value createIsBelow(Value value, Value bound) {
    return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::slt, value, bound);
  }

  /// Where `left` does not hold, `right` may be poison, of a trip that was not to be made.
  Value createAnd(Value left, Value right) {
    return arith::SelectOp::create(builder, location, left, right, constant(builder.getBoolAttr(false)));
  }

  /// A counter below this stays below the loop's bound for a batch.
  Value createBound() {
    Value bound = counter.isBelow.getRhs();
    Type type = bound.getType();
    const unsigned bits = type.isIndex() ? IndexType::kInternalStorageBitWidth : type.getIntOrFloatBitWidth();
    auto number = [&](const APInt &value) { return constant(builder.getIntegerAttr(type, value)); };
    const APInt more(bits, batch - 1);
    Value raised = arith::MaxSIOp::create(builder, location, bound, number(APInt::getSignedMinValue(bits) + more));
    return arith::SubIOp::create(builder, location, raised, number(more));
  }

  /// A trip from `values` on, where the counter is below its bound; gives the values after it.
  SmallVector<Value> createTrip(Trip &trip, Value before) {
    IRMapping map;
    map.map(loop.getBeforeBody()->getArguments(), trip.values);
    for (Operation &op : loop.getBeforeBody()->without_terminator()) {
      if (&op == counter.isBelow)
        map.map(op.getResult(0), constant(builder.getBoolAttr(true)));
      else
        builder.clone(op, map);
    }
    scf::ConditionOp end = loop.getConditionOp();
    auto mapped = [&](Value value) { return map.lookupOrDefault(value); };
    trip.found = llvm::map_to_vector(end.getArgs(), mapped);
    trip.goesOn = mapped(end.getCondition());
    if (before)
      trip.goesOn = createAnd(before, trip.goesOn);
    map.map(loop.getAfterBody()->getArguments(), trip.found);
    for (Operation &op : loop.getAfterBody()->without_terminator())
      builder.clone(op, map);
    return llvm::map_to_vector(loop.getYieldOp().getOperands(), mapped);
  }

  /// What was found where the first trip was not to be made.
  SmallVector<Value> chooseFound(ArrayRef<Trip> trips) {
    SmallVector<Value> found = trips.back().found;
    for (const Trip &trip : llvm::reverse(trips.drop_back()))
      for (auto [value, earlier] : llvm::zip_equal(found, trip.found))
        value = arith::SelectOp::create(builder, location, trip.goesOn, value, earlier);
    return found;
  }

  /// Gives the values after the last batch, whether the loop ended in it, and then its results.
  SmallVector<Value> createBatches(TypeRange types, Value bound) {
    const size_t count = loop.getInits().size();
    auto batches = scf::WhileOp::create(builder, location, types, loop.getInits());
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Location> locations(types.size(), location);
    Block *block =
        builder.createBlock(&batches.getBefore(), {}, types.take_front(count), ArrayRef(locations).take_front(count));
    std::array<Trip, batch> trips;
    SmallVector<Value> values(block->getArguments());
    Value goesOn;
    for (Trip &trip : trips) {
      trip.values = values;
      values = createTrip(trip, goesOn);
      goesOn = trip.goesOn;
    }
    Value hasBatch = createIsBelow(values[counter.number], bound);
    Value goOn = createAnd(goesOn, hasBatch);
    values.push_back(arith::XOrIOp::create(builder, location, goesOn, constant(builder.getBoolAttr(true))));
    llvm::append_range(values, chooseFound(trips));
    scf::ConditionOp::create(builder, location, goOn, values);
    block = builder.createBlock(&batches.getAfter(), {}, types, locations);
    scf::YieldOp::create(builder, location, block->getArguments().take_front(count));
    return SmallVector<Value>(batches.getResults());
  }

  /// The loop itself makes the trips that are left.
  void createRest(ValueRange fromBatches) {
    const size_t count = loop.getInits().size();
    auto rest =
        scf::IfOp::create(builder, location, loop.getResultTypes(), fromBatches[count], /*withElseRegion=*/true);
    loop->replaceAllUsesWith(rest);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(rest.thenBlock());
    scf::YieldOp::create(builder, location, fromBatches.drop_front(count + 1));
    builder.setInsertionPointToStart(rest.elseBlock());
    loop->setOperands(fromBatches.take_front(count));
    loop->remove();
    builder.insert(loop);
    scf::YieldOp::create(builder, location, loop.getResults());
  }

  scf::WhileOp loop;
  TripCounter counter;
  OpBuilder builder;
  Location location;
};

} // namespace

void batchTrips(func::FuncOp function) {
  SmallVector<scf::WhileOp> loops;
  function.walk([&](scf::WhileOp loop) { loops.push_back(loop); });
  for (scf::WhileOp loop : loops)
    if (isCheap(loop))
      if (std::optional<TripCounter> counter = findCounter(loop)) {
        Contraction(loop).settle();
        Batching(loop, *counter).run();
      }
}

} // namespace qdc
