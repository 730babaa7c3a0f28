//===- MeasuredTrips.cpp - Trips of loops, counted ahead of them ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasuredTrips.h"
#include "Decisions.h"
#include "LoopAccesses.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;
using qdc::qd::AccessKind;
using qdc::qd::ElementAccess;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static bool isSerialLoop(Operation *op) { return isa<scf::ForOp, scf::WhileOp>(op); }

/// Whether, in an iteration of `top` or in that serial operation, whatever runs of the second comes after all that runs
/// of the first, or one of them does not run. Of an scf.for, that it begins counts.
static bool runsInOrder(Operation *first, Operation *second, Operation *top) {
  Operation *around = isa<scf::ForOp>(first) ? first->getParentOp() : first;
  while (!around->isAncestor(second))
    around = around->getParentOp();
  for (Operation *loop = around; loop != top->getParentOp(); loop = loop->getParentOp())
    if (isSerialLoop(loop))
      return false;
  for (Region &region : around->getRegions()) {
    Operation *a = region.findAncestorOpInRegion(*first), *b = region.findAncestorOpInRegion(*second);
    if (a && b)
      return a == b || a->isBeforeInBlock(b);
  }
  return true;
}

bool MeasuredTrips::mayWriteBefore(Operation *top, ElementAccess write, ElementAccess read) {
  if (locations.identify(read.getArray())->memory != locations.identify(write.getArray())->memory)
    return false;
  bool isInOrder = runsInOrder(read, write, top);
  auto loop = dyn_cast<qd::ForOp>(top);
  if (!loop || isLocalArray(read.getArray()))
    return !isInOrder;
  if (arrayKey(read.getArray()) != arrayKey(write.getArray()))
    return true;
  LoopAccesses accesses(loop);
  return !accesses.areOfDifferentElements(read, write) && !(isInOrder && accesses.areOfOneIteration(read, write));
}

/// Whether it is an access to a local array of that operation.
static bool accessesOwnArray(Operation *op, Operation *top) {
  auto access = dyn_cast<ElementAccess>(op);
  Operation *array = access ? access.getArray().getDefiningOp() : nullptr;
  return array && isLocalArray(access.getArray()) && top->isProperAncestor(array);
}

std::optional<TripCycle> MeasuredTrips::findCycle(Operation *top, const NeededValues &needed) {
  std::optional<TripCycle> cycle;
  top->walk([&](Operation *op) {
    if (!needed.reads().contains(op) || accessesOwnArray(op, top))
      return WalkResult::advance();
    if (!isa<memref::LoadOp>(op)) {
      cycle = {op, nullptr};
      return WalkResult::interrupt();
    }
    return top->walk([&](ElementAccess write) {
      if (!writtenValue(write) || !mayWriteBefore(top, write, cast<ElementAccess>(op)))
        return WalkResult::advance();
      cycle = {op, write};
      return WalkResult::interrupt();
    });
  });
  return cycle;
}

//===----------------------------------------------------------------------===//
// What is measured
//===----------------------------------------------------------------------===//

bool MeasuredTrips::isKnownAhead(const TripRange &range, Operation *top) const {
  return llvm::all_of(ArrayRef<Value>{range.upper, range.lower, range.step}, [&](Value value) {
    if (!value || isa<qd::KernelOp>(value.getParentBlock()->getParentOp()))
      return !value || !value.getDefiningOp() || value.getDefiningOp()->isBeforeInBlock(top);
    return false;
  });
}

NeededValues MeasuredTrips::needFor(ArrayRef<TripRange> ranges, ArrayRef<Operation *> effects) const {
  NeededValues needed(kernel, activity, none, /*hasForward=*/true);
  for (const TripRange &range : ranges) {
    needed.add(range.variable);
    addDecisions(needed, range.loop);
  }
  for (Operation *op : effects) {
    needed.addAll(op->getOperands());
    addDecisions(needed, op);
  }
  needed.complete();
  return needed;
}

NeededValues MeasuredTrips::findEffects(const TripRange &range, llvm::SetVector<Operation *> &effects) {
  Operation *top = topOf(range.loop);
  top->walk([&](qd::AssertOp op) {
    if (!runsInOrder(range.loop, op, top))
      effects.insert(op);
  });
  while (true) {
    NeededValues needed = needFor(range, effects.getArrayRef());
    llvm::DenseSet<ArrayKey> read;
    for (Operation *op : needed.reads())
      if (accessesOwnArray(op, top))
        read.insert(arrayKey(cast<ElementAccess>(op).getArray()));
    const size_t count = effects.size();
    top->walk([&](ElementAccess access) {
      if (writtenValue(access) && read.contains(arrayKey(access.getArray())))
        effects.insert(access);
    });
    if (effects.size() == count)
      return needed;
  }
}

std::optional<TripCycle> MeasuredTrips::add(const TripRange &range) {
  if (counts.contains(range.variable))
    return std::nullopt;
  Operation *top = topOf(range.loop);
  if (isKnownAhead(range, top)) {
    OpBuilder builder(top);
    counts[range.variable] = countTrips(builder, range.loop->getLoc(), range);
    return std::nullopt;
  }
  llvm::SetVector<Operation *> effects;
  if (std::optional<TripCycle> cycle = findCycle(top, findEffects(range, effects)))
    return cycle;
  tasks[top].ranges.push_back(range);
  tasks[top].effects.insert_range(effects);
  counts[range.variable] = {};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static bool holdsAssert(Operation *op) {
  return op->walk([](qd::AssertOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// Whether something of it is there after a failure.
static bool leavesAnything(Operation *op, const MemorySummary &summary) {
  return summary.writesAnything || summary.writes.any() ||
         op->walk([](qd::PrintOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// The values from outside of an operation at the top level that what is needed in it uses.
static llvm::DenseSet<Value> findUsed(Operation *top, const NeededValues &needed) {
  llvm::DenseSet<Value> used;
  if (isa<qd::ForOp>(top))
    used.insert_range(top->getOperands());
  top->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (needed.contains(operand) && operand.getParentBlock() == top->getBlock())
        used.insert(operand);
  });
  return used;
}

Operation *MeasuredTrips::findPlace(Operation *top, const NeededValues &needed) {
  SmallVector<MemoryClassId> read;
  for (Operation *op : needed.reads())
    if (auto access = dyn_cast<ElementAccess>(op); access && !accessesOwnArray(op, top))
      read.push_back(locations.identify(access.getArray())->memory);
  llvm::DenseSet<Value> used = findUsed(top, needed);
  SmallVector<Operation *> computed;
  Operation *place = top;
  const bool mayFail = llvm::any_of(tasks.find(top)->second.effects, llvm::IsaPred<qd::AssertOp>);
  for (Operation *op = top->getPrevNode(); op; op = op->getPrevNode()) {
    if (llvm::any_of(op->getResults(), [&](Value result) { return used.contains(result); })) {
      if (op->getNumRegions() != 0 || !isPure(op))
        break;
      used.insert_range(op->getOperands());
      computed.push_back(op);
      continue;
    }
    const MemorySummary &summary = locations.summarize(op);
    if (holdsAssert(op) || (mayFail && leavesAnything(op, summary)) ||
        llvm::any_of(read, [&](MemoryClassId memory) { return summary.mayWrite(memory); }))
      break;
    place = op;
  }
  for (Operation *op : llvm::reverse(computed))
    if (place->isBeforeInBlock(op))
      op->moveBefore(place);
  return place;
}

//===----------------------------------------------------------------------===//
// The tasks
//===----------------------------------------------------------------------===//

namespace {

/// Runs what decides about the trips, and carries the most that there were of each range.
class TripMeasure {
public:
  TripMeasure(OpBuilder &builder, const NeededValues &needed, ArrayRef<TripRange> ranges,
              ArrayRef<Operation *> effects);

  SmallVector<Value> visit(Operation *op, ValueRange most);
  SmallVector<Value> visit(Block &block, ValueRange most);

  IRMapping values;

private:
  OpBuilder &builder;
  ArrayRef<TripRange> ranges;
  Recomputation computed;
  llvm::DenseSet<Operation *> effects;
  llvm::DenseSet<Operation *> run; // what is around them and the ranges' loops, and conditional ones of these
};

} // namespace

TripMeasure::TripMeasure(OpBuilder &builder, const NeededValues &needed, ArrayRef<TripRange> ranges,
                         ArrayRef<Operation *> effects)
    : builder(builder), ranges(ranges), computed(needed, builder, values), effects(llvm::from_range, effects) {
  auto addAround = [&](Operation *op) {
    while (!isa<qd::KernelOp>(op = op->getParentOp()))
      run.insert(op);
  };
  llvm::for_each(effects, addAround);
  for (const TripRange &range : ranges) {
    addAround(range.loop);
    if (isa<scf::WhileOp>(range.loop))
      run.insert(range.loop);
  }
}

SmallVector<Value> TripMeasure::visit(Operation *op, ValueRange most) {
  SmallVector<Value> next(most);
  if (effects.contains(op))
    builder.clone(*op, values);
  else if (run.contains(op))
    next = computed.compute(op, most, [&](Block &block, ValueRange carried) { return visit(block, carried); });
  else
    computed.computeIfNeeded(op);
  for (auto [range, count] : llvm::zip_equal(ranges, next))
    if (range.loop == op) {
      Value trips = countTrips(builder, op->getLoc(), mapRange(range, values));
      count = builder.createOrFold<arith::MaxUIOp>(op->getLoc(), count, trips);
    }
  return next;
}

SmallVector<Value> TripMeasure::visit(Block &block, ValueRange most) {
  SmallVector<Value> next(most);
  for (Operation &op : block.without_terminator())
    next = visit(&op, next);
  return next;
}

/// The same range, and the most that any iteration has. Without iterations a reduction by maxu gives 0.
static SmallVector<Value> measureParallel(OpBuilder &builder, TripMeasure &measure, qd::ForOp loop, size_t count) {
  Location location = loop.getLoc();
  SmallVector<Type> types(count, builder.getIndexType());
  SmallVector<qd::ReduceKind> kinds(count, qd::ReduceKind::maxu);
  auto measuring =
      qd::ForOp::create(builder, location, loop.getLowerBounds(), loop.getUpperBounds(), loop.getSteps(), types, kinds);
  measuring.setBlockDimAttr(loop.getBlockDimAttr());
  if (std::optional<StringRef> name = loop.getName())
    measuring.setName((*name + ".trips").str());
  measure.values.map(loop.getInductionVars(), measuring.getInductionVars());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&measuring.getBody().front());
  SmallVector<Value> none(count, arith::ConstantIndexOp::create(builder, location, 0));
  qd::YieldOp::create(builder, location, measure.visit(loop.getBody().front(), none));
  return llvm::to_vector_of<Value>(measuring.getResults());
}

void MeasuredTrips::measure(Operation *top, const Task &task, Operation *place) {
  OpBuilder builder(place);
  NeededValues needed = needFor(task.ranges, task.effects.getArrayRef());
  fixRounding(kernel, needed);
  TripMeasure measure(builder, needed, task.ranges, task.effects.getArrayRef());
  SmallVector<Value> most;
  if (auto loop = dyn_cast<qd::ForOp>(top)) {
    most = measureParallel(builder, measure, loop, task.ranges.size());
  } else {
    Value zero = arith::ConstantIndexOp::create(builder, top->getLoc(), 0);
    most = measure.visit(top, SmallVector<Value>(task.ranges.size(), zero));
  }
  for (auto [range, count] : llvm::zip_equal(task.ranges, most))
    counts[range.variable] = count;
}

void MeasuredTrips::measure() {
  // Nothing may be made while memory is looked at.
  SmallVector<Operation *> places;
  for (auto &[top, task] : tasks)
    places.push_back(findPlace(top, needFor(task.ranges, task.effects.getArrayRef())));
  for (auto [entry, place] : llvm::zip_equal(tasks, places))
    measure(entry.first, entry.second, place);
}
