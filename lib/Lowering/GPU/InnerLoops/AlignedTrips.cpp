//===- AlignedTrips.cpp - Loops of a subgroup that end together -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AlignedTrips.h"

#include "qdc/Lowering/Common/FlatAccesses.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

#include <array>
#include <optional>

using namespace mlir;

namespace qdc {

/// Trips that are run at once, and operations of one.
static constexpr int64_t batch = 4;
static constexpr unsigned mostOperations = 48;

namespace {

/// A loop that begins at the last slot of local arrays.
struct CountDown {
  scf::ForOp loop;
  Value last; // the first slot that it loads
  llvm::SmallDenseSet<Operation *, 2> slots; // `last` minus the counter
  int64_t extent; // of the smallest of these arrays
};

/// Tells values of a loop's body that all its threads have alike.
class CommonValues {
public:
  explicit CommonValues(qd::ForOp loop) : body(loop.getBody()) {}

  /// As far as their loops have begun together.
  bool contain(Value value) {
    if (!body.isAncestor(value.getParentRegion()))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op)
      return isCommonCounter(cast<BlockArgument>(value));
    auto [known, isNew] = ops.try_emplace(op, false);
    if (isNew) {
      const bool isCommon = isPure(op) && op->getNumRegions() == 0 && containAll(op->getOperands());
      return ops[op] = isCommon;
    }
    return known->second;
  }

private:
  bool containAll(ValueRange values) {
    return llvm::all_of(values, [&](Value value) { return contain(value); });
  }

  bool isCommonCounter(BlockArgument argument) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && argument == loop.getInductionVar() && containAll({loop.getLowerBound(), loop.getStep()});
  }

  Region &body;
  llvm::DenseMap<Operation *, bool> ops;
};

} // namespace

static bool isOneLess(Value value, Value than) {
  if (auto difference = value.getDefiningOp<arith::SubIOp>())
    return difference.getLhs() == than && matchPattern(difference.getRhs(), m_One());
  auto sum = value.getDefiningOp<arith::AddIOp>();
  return sum && sum.getLhs() == than && getConstantIntValue(sum.getRhs()) == -1;
}

static bool loadsSlot(memref::LoadOp load, const CountDown &countDown) {
  return isLocalArray(load.getMemRef()) && load.getMemRefType().getRank() == 1 &&
         countDown.slots.contains(load.getIndices().front().getDefiningOp());
}

static std::optional<CountDown> findCountDown(scf::ForOp loop) {
  Value length = loop.getUpperBound();
  if (!length.getType().isIndex() || loop.getUnsignedCmp() || matchPattern(length, m_Constant()) ||
      !matchPattern(loop.getLowerBound(), m_Zero()) || !matchPattern(loop.getStep(), m_One()))
    return std::nullopt;
  CountDown found{loop, {}, {}, std::numeric_limits<int32_t>::max()};
  for (auto slot : loop.getBody()->getOps<arith::SubIOp>())
    if (slot.getRhs() == loop.getInductionVar() && isOneLess(slot.getLhs(), length)) {
      found.last = slot.getLhs();
      found.slots.insert(slot);
    }
  bool loads = false;
  loop.walk([&](memref::LoadOp load) {
    if (!loadsSlot(load, found))
      return;
    loads = true;
    found.extent = std::min(found.extent, load.getMemRefType().getDimSize(0));
  });
  return loads ? std::optional(found) : std::nullopt;
}

/// Functions of math may take a long way for what lies in a slot by chance.
static bool isSimple(Operation &op) {
  const bool isLong = isa<math::MathDialect>(op.getDialect()) && !isa<math::AbsFOp, math::CopySignOp, math::FmaOp>(op);
  return op.getNumRegions() == 0 && isPure(&op) && !isLong;
}

/// Of operations whose results a thread may throw away.
static bool isSimple(Block *block) {
  return !block || llvm::all_of(block->without_terminator(), [](Operation &op) { return isSimple(op); });
}

static unsigned lengthOf(Block *block) { return block ? block->getOperations().size() : 0; }

/// Whether threads without a slot may run a trip too. They load what lies in the slot, which means nothing.
static bool mayRunForNothing(const CountDown &countDown) {
  unsigned operations = 0;
  scf::ForOp loop = countDown.loop;
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto load = dyn_cast<memref::LoadOp>(op);
    auto branch = dyn_cast<scf::IfOp>(op);
    if (branch)
      operations += lengthOf(branch.thenBlock()) + lengthOf(branch.elseBlock());
    ++operations;
    const bool mayRun = load     ? loadsSlot(load, countDown)
                        : branch ? isSimple(branch.thenBlock()) && isSimple(branch.elseBlock())
                                 : isSimple(op);
    if (!mayRun)
      return false;
  }
  return operations <= mostOperations && countDown.extent % batch == 0;
}

namespace {

/// Builds the loop that replaces another one, in front of it.
class Alignment {
public:
  explicit Alignment(const CountDown &countDown)
      : countDown(countDown), loop(countDown.loop), builder(loop), location(loop.getLoc()) {}

  void run() {
    scf::ForOp aligned = mayRunForNothing(countDown) ? createBatches() : createGuarded();
    loop->replaceAllUsesWith(aligned);
    loop.erase();
  }

private:
  Value constant(Type type, int64_t value) {
    return arith::ConstantOp::create(builder, location, builder.getIntegerAttr(type, value));
  }
  Value subtract(Value a, Value b) { return arith::SubIOp::create(builder, location, a, b); }
  Value isLess(Value a, Value b) { return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::slt, a, b); }
  Value choose(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, location, condition, a, b);
  }

  /// How many slots of its arrays the thread reads (i32).
  Value createOwnSlots() {
    I64Builder i64{builder, location};
    Value length = i64.fromInteger(loop.getUpperBound());
    Value slots = i64.min(i64.max(length, i64.constant(0)), i64.constant(countDown.extent));
    return arith::TruncIOp::create(builder, location, builder.getI32Type(), slots);
  }

  /// How many any thread reads of those that are here (i32).
  Value createMostSlots(Value own) {
    return gpu::SubgroupReduceOp::create(builder, location, own, gpu::AllReduceOperation::MAXUI, /*uniform=*/false);
  }

  scf::ForOp createLoop(Value trips, int64_t step, function_ref<SmallVector<Value>(Value, ValueRange)> create) {
    Type type = trips.getType();
    auto aligned =
        scf::ForOp::create(builder, location, constant(type, 0), trips, constant(type, step), loop.getInitArgs());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(aligned.getBody());
    SmallVector<Value> values = create(aligned.getInductionVar(), aligned.getRegionIterArgs());
    if (!values.empty()) // else the end is there
      scf::YieldOp::create(builder, location, values);
    return aligned;
  }

  /// What the loop's own counter and slot are at `slot`.
  IRMapping atSlot(Value slot) {
    IRMapping map;
    for (Operation *op : countDown.slots)
      map.map(op->getResult(0), slot);
    if (llvm::any_of(loop.getInductionVar().getUsers(), [&](Operation *op) { return !countDown.slots.contains(op); }))
      map.map(loop.getInductionVar(), subtract(countDown.last, slot));
    return map;
  }

  /// A length beyond the arrays is the thread's own affair: a branch or a check may keep it from loading there.
  scf::ForOp createGuarded() {
    I64Builder i64{builder, location};
    Value own = createOwnSlots();
    Value most = arith::ExtUIOp::create(builder, location, builder.getI64Type(), createMostSlots(own));
    most = i64.toType(i64.max(i64.fromInteger(loop.getUpperBound()), most), builder.getIndexType());
    Value first = subtract(most, constant(builder.getIndexType(), 1));
    return createLoop(most, 1, [&](Value counter, ValueRange carried) {
      Value slot = subtract(first, counter);
      Value isOwn = isLess(slot, loop.getUpperBound());
      auto guarded = scf::IfOp::create(builder, location, carried.getTypes(), isOwn, !carried.empty());
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(guarded.thenBlock());
      IRMapping map = atSlot(slot);
      map.map(loop.getRegionIterArgs(), carried);
      for (Operation &op : loop.getBody()->without_terminator())
        if (!countDown.slots.contains(&op))
          builder.clone(op, map);
      if (!carried.empty()) {
        builder.clone(*loop.getBody()->getTerminator(), map);
        builder.setInsertionPointToStart(guarded.elseBlock());
        scf::YieldOp::create(builder, location, carried);
      }
      return SmallVector<Value>(guarded.getResults());
    });
  }

  struct Trip {
    IRMapping values;
    Value isOwn; // the thread has that slot
  };

  /// All slots from 0 to the last one of a batch are in the arrays.
  scf::ForOp createBatches() {
    findCarried();
    Type i32 = builder.getI32Type();
    Value own = createOwnSlots();
    Value most = arith::AddIOp::create(builder, location, createMostSlots(own), constant(i32, batch - 1));
    most = arith::AndIOp::create(builder, location, most, constant(i32, -batch));
    return createLoop(most, batch, [&](Value counter, ValueRange carried) {
      std::array<Trip, batch> trips;
      Value above = subtract(most, counter);
      for (auto [number, trip] : llvm::enumerate(trips)) {
        Value slot = subtract(above, constant(i32, number + 1));
        trip.isOwn = isLess(slot, own);
        trip.values = atSlot(arith::IndexCastUIOp::create(builder, location, builder.getIndexType(), slot));
        createPart(trip, /*ofCarried=*/false);
      }
      SmallVector<Value> values(carried);
      for (Trip &trip : trips) {
        trip.values.map(loop.getRegionIterArgs(), values);
        createPart(trip, /*ofCarried=*/true);
        for (auto [value, next] : llvm::zip_equal(values, loop.getYieldedValues()))
          value = choose(trip.isOwn, trip.values.lookupOrDefault(next), value);
      }
      return values;
    });
  }

  void createPart(Trip &trip, bool ofCarried) {
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (this->ofCarried.contains(&op) != ofCarried || countDown.slots.contains(&op))
        continue;
      auto branch = dyn_cast<scf::IfOp>(op);
      if (!branch) {
        builder.clone(op, trip.values);
        continue;
      }
      // A thread without the slot takes the shorter way, and asks for nothing that it has loaded.
      Value shorter = constant(builder.getI1Type(), lengthOf(branch.thenBlock()) <= lengthOf(branch.elseBlock()));
      Value condition = choose(trip.isOwn, trip.values.lookupOrDefault(branch.getCondition()), shorter);
      cast<scf::IfOp>(builder.clone(op, trip.values)).getConditionMutable().assign(condition);
    }
  }

  /// Finds what depends on values that the loop carries.
  void findCarried() {
    auto isCarried = [&](Value value) {
      return llvm::is_contained(loop.getRegionIterArgs(), value) || ofCarried.contains(value.getDefiningOp());
    };
    for (Operation &op : loop.getBody()->without_terminator()) {
      bool takesCarried = false;
      op.walk([&](Operation *inner) { takesCarried |= llvm::any_of(inner->getOperands(), isCarried); });
      if (takesCarried)
        ofCarried.insert(&op);
    }
  }

  const CountDown &countDown;
  scf::ForOp loop;
  OpBuilder builder;
  Location location;
  llvm::SmallPtrSet<Operation *, 32> ofCarried;
};

} // namespace

void alignTrips(qd::ForOp parallel) {
  SmallVector<CountDown> found;
  CommonValues common(parallel);
  parallel.walk([&](scf::ForOp loop) {
    if (std::optional<CountDown> countDown = findCountDown(loop); countDown && !common.contain(loop.getUpperBound()))
      found.push_back(*std::move(countDown));
  });
  for (const CountDown &countDown : found)
    Alignment(countDown).run();
}

} // namespace qdc
