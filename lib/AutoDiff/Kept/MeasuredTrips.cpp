//===- MeasuredTrips.cpp - Trips that a task counts in advance ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/MeasuredTrips.h"
#include "AutoDiff/Analysis/LoopAccesses.h"
#include "AutoDiff/Kept/Decisions.h"
#include "qdc/Dialect/QD/IR/UnreportedFailures.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;
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

std::optional<TripCycle> MeasuredTrips::findCycle(Operation *top, Operation *read) {
  if (!isa<memref::LoadOp>(read))
    return TripCycle{read};
  std::optional<TripCycle> cycle;
  top->walk([&](ElementAccess write) {
    if (!writtenValue(write) || !mayWriteBefore(top, write, cast<ElementAccess>(read)))
      return WalkResult::advance();
    cycle = {read, write};
    return WalkResult::interrupt();
  });
  return cycle;
}

std::optional<TripCycle> MeasuredTrips::findCycle(Operation *top, const NeededValues &needed) {
  std::optional<TripCycle> cycle;
  top->walk([&](Operation *op) {
    if (needed.reads().contains(op) && !accessesOwnArray(op, top))
      cycle = findCycle(top, op);
    return cycle ? WalkResult::interrupt() : WalkResult::advance();
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

NeededValues MeasuredTrips::needFor(ArrayRef<TripRange> ranges, const MeasuredOperations &operations) const {
  NeededValues needed(kernel, activity, none, /*hasForward=*/true);
  for (const TripRange &range : ranges) {
    needed.add(range.variable);
    addDecisions(needed, range.loop);
  }
  for (Operation *op : operations.effects) {
    needed.addAll(op->getOperands());
    addDecisions(needed, op);
  }
  for (Operation *op : operations.checked) {
    if (auto access = dyn_cast<ElementAccess>(op)) {
      needed.add(access.getArray());
      needed.addAll(access.getIndices());
    } else {
      needed.addAll(op->getOperands());
      needed.addAll(op->getResults());
    }
    addDecisions(needed, op);
  }
  needed.complete();
  return needed;
}

/// Whether a check may be put in at the operation.
static bool mayBeChecked(Operation *op) {
  return op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>() &&
         (isa<ElementAccess>(op) || (op->getNumOperands() != 0 && isMemoryEffectFree(op)));
}

void MeasuredTrips::addChecked(const TripRange &range, MeasuredOperations &operations) {
  Operation *top = topOf(range.loop);
  std::optional<RunsAhead> &ahead = runsAhead[top];
  if (!ahead)
    ahead.emplace(top, [&](Operation *read) { return findCycle(top, read).has_value(); });
  top->walk([&](Operation *op) {
    const bool isAssert = isa<qd::AssertOp>(op), isWithin = range.loop->isAncestor(op);
    if ((isAssert && isWithin) || (mayBeChecked(op) && (isWithin || !runsInOrder(range.loop, op, top))))
      if (ahead->contains(op))
        (isAssert ? operations.effects : operations.checked).insert(op);
  });
}

NeededValues MeasuredTrips::findOperations(const TripRange &range, MeasuredOperations &operations) {
  Operation *top = topOf(range.loop);
  llvm::SetVector<Operation *> &effects = operations.effects;
  top->walk([&](qd::AssertOp op) {
    if (!runsInOrder(range.loop, op, top))
      effects.insert(op);
  });
  if (kernel.getChecked())
    addChecked(range, operations);
  while (true) {
    NeededValues needed = needFor(range, operations);
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

std::optional<TripCycle> MeasuredTrips::addRanges(ArrayRef<TripRange> ranges, SmallVectorImpl<unsigned> &positions) {
  Operation *top = topOf(ranges.front().loop);
  Task task = tasks.lookup(top);
  for (const TripRange &range : ranges) {
    auto *found = llvm::find_if(task.ranges, [&](const TripRange &other) { return range.variable == other.variable; });
    positions.push_back(found - task.ranges.begin());
    if (found != task.ranges.end())
      continue;
    if (std::optional<TripCycle> cycle = findCycle(top, findOperations(range, task.operations)))
      return cycle;
    task.ranges.push_back(range);
  }
  tasks[top] = std::move(task);
  return std::nullopt;
}

std::optional<TripCycle> MeasuredTrips::add(const TripRange &range) {
  if (counts.contains(range.variable))
    return std::nullopt;
  Operation *top = topOf(range.loop);
  const bool isKnown = isKnownAhead(range, top);
  SmallVector<unsigned> positions;
  std::optional<TripCycle> cycle;
  if (!isKnown || kernel.getChecked())
    cycle = addRanges(range, positions);
  if (isKnown && (cycle || positions.empty())) {
    OpBuilder builder(top);
    counts[range.variable] = countTrips(builder, range.loop->getLoc(), range);
    return std::nullopt;
  }
  if (cycle)
    return cycle;
  tasks[top].most.push_back(positions.front());
  counts[range.variable] = {};
  return std::nullopt;
}

bool MeasuredTrips::mayFail(const Task &task) {
  return kernel.getChecked() || llvm::any_of(task.operations.effects, llvm::IsaPred<qd::AssertOp>);
}

bool MeasuredTrips::mayFailAhead(Operation *op) {
  auto task = tasks.find(topOf(op));
  return task != tasks.end() && mayFail(task->second);
}

bool MeasuredTrips::isMeasured(const TripRange &range) const {
  auto found = counts.find(range.variable);
  return found != counts.end() && !found->second;
}

bool MeasuredTrips::addRows(ArrayRef<TripRange> ranges) {
  Value innermost = ranges.back().variable;
  if (rows.contains(innermost))
    return true;
  SmallVector<unsigned> positions;
  if (addRanges(ranges, positions))
    return false;
  rows[innermost] = {};
  tasks[topOf(ranges.front().loop)].rows.push_back(positions);
  return true;
}

const KeptRows *MeasuredTrips::findRows(ArrayRef<TripRange> ranges) const {
  auto found = ranges.empty() ? rows.end() : rows.find(ranges.back().variable);
  return found == rows.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static bool holdsAssert(Operation *op) {
  return op->walk([](qd::AssertOp) { return WalkResult::interrupt(); }).wasInterrupted();
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
  for (Operation *op = top->getPrevNode(); op; op = op->getPrevNode()) {
    if (llvm::any_of(op->getResults(), [&](Value result) { return used.contains(result); })) {
      if (op->getNumRegions() != 0 || !isPure(op))
        break;
      used.insert_range(op->getOperands());
      computed.push_back(op);
      continue;
    }
    const MemorySummary &summary = locations.summarize(op);
    if (holdsAssert(op) || llvm::any_of(read, [&](MemoryClassId memory) { return summary.mayWrite(memory); }))
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

/// Whether an iteration has trips of all these ranges; of type i1.
static Value hasTrips(OpBuilder &builder, Location location, ArrayRef<unsigned> ranges, ValueRange most) {
  Value zero = arith::ConstantIndexOp::create(builder, location, 0), all;
  for (unsigned position : ranges) {
    Value some = builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::ne, most[position], zero);
    all = all ? builder.createOrFold<arith::AndIOp>(location, all, some) : some;
  }
  return all;
}

/// The same range: the most trips that any iteration has, and how many iterations have rows. Without iterations both
/// kinds of reduction give 0.
void MeasuredTrips::measure(qd::ForOp loop, const Task &task, const NeededValues &needed, OpBuilder &builder) {
  Location location = loop.getLoc();
  SmallVector<qd::ReduceKind> kinds(task.most.size(), qd::ReduceKind::maxu);
  kinds.append(task.rows.size(), qd::ReduceKind::addi);
  SmallVector<Type> types(kinds.size(), builder.getIndexType());
  auto measuring =
      qd::ForOp::create(builder, location, loop.getLowerBounds(), loop.getUpperBounds(), loop.getSteps(), types, kinds);
  measuring->setAttr(qd::isUnreportedAttr, builder.getUnitAttr());
  measuring.setBlockDimAttr(loop.getBlockDimAttr());
  if (std::optional<StringRef> name = loop.getName())
    measuring.setName((*name + ".trips").str());
  auto countAll = [&](ValueRange variables) {
    TripCountTask counting(builder, needed, task.ranges, task.operations);
    counting.values.map(loop.getInductionVars(), variables);
    Value zero = arith::ConstantIndexOp::create(builder, location, 0);
    return counting.visit(loop.getBody().front(), SmallVector<Value>(task.ranges.size(), zero));
  };
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&measuring.getBody().front());
    SmallVector<Value> most = countAll(measuring.getInductionVars()), yielded;
    for (unsigned position : task.most)
      yielded.push_back(most[position]);
    for (ArrayRef<unsigned> ranges : task.rows)
      yielded.push_back(arith::IndexCastUIOp::create(builder, location, builder.getIndexType(),
                                                     hasTrips(builder, location, ranges, most)));
    qd::YieldOp::create(builder, location, yielded);
  }
  for (auto [position, most] : llvm::zip(task.most, measuring.getResults()))
    counts[task.ranges[position].variable] = most;
  if (task.rows.empty())
    return;
  SmallVector<KeptRows> all = makeRows(builder, loop, measuring.getResults().drop_front(task.most.size()));
  for (auto [ranges, made] : llvm::zip_equal(task.rows, all))
    rows[task.ranges[ranges.back()].variable] = made;
  giveRows(builder, loop, all, [&](ValueRange variables) {
    SmallVector<Value> most = countAll(variables);
    return llvm::map_to_vector(task.rows,
                               [&](ArrayRef<unsigned> ranges) { return hasTrips(builder, location, ranges, most); });
  });
}

/// A loop of one iteration, which what fails ends, for the most trips of so many ranges.
static qd::ForOp makeOnce(OpBuilder &builder, Location location, size_t ranges) {
  Value one = arith::ConstantIndexOp::create(builder, location, 1);
  SmallVector<Type> types(ranges, builder.getIndexType());
  SmallVector<qd::ReduceKind> kinds(ranges, qd::ReduceKind::maxu);
  auto once = qd::ForOp::create(builder, location, ValueRange(), one, ValueRange(), types, kinds);
  once->setAttr(qd::isUnreportedAttr, builder.getUnitAttr());
  return once;
}

void MeasuredTrips::measure(Operation *top, const Task &task, Operation *place) {
  OpBuilder builder(place);
  NeededValues needed = needFor(task.ranges, task.operations);
  fixRounding(kernel, needed);
  if (auto loop = dyn_cast<qd::ForOp>(top))
    return measure(loop, task, needed, builder);
  Location location = top->getLoc();
  qd::ForOp once = mayFail(task) ? makeOnce(builder, location, task.most.size()) : qd::ForOp();
  if (once)
    builder.setInsertionPointToEnd(&once.getBody().front());
  TripCountTask counting(builder, needed, task.ranges, task.operations);
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  SmallVector<Value> all = counting.visit(top, SmallVector<Value>(task.ranges.size(), zero));
  SmallVector<Value> most = llvm::map_to_vector(task.most, [&](unsigned position) { return all[position]; });
  if (once) {
    qd::YieldOp::create(builder, location, most);
    llvm::copy(once.getResults(), most.begin());
  }
  for (auto [position, count] : llvm::zip_equal(task.most, most))
    counts[task.ranges[position].variable] = count;
}

void MeasuredTrips::measure() {
  // Nothing may be made while memory is looked at.
  SmallVector<Operation *> places;
  for (auto &[top, task] : tasks)
    places.push_back(findPlace(top, needFor(task.ranges, task.operations)));
  for (auto [entry, place] : llvm::zip_equal(tasks, places))
    measure(entry.first, entry.second, place);
}
