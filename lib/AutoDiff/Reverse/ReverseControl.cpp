//===- ReverseControl.cpp - Branches and loops, backwards -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of ReverseSweep for operations with regions.
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/TripCounters.h"
#include "AutoDiff/Reverse/ReverseSweep.h"
#include "AutoDiff/Rules/Extremes.h"
#include "AutoDiff/Rules/Rules.h"
#include "qdc/Analysis/TripBounds.h"
#include "qdc/Dialect/QD/IR/GradientLoops.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

//===----------------------------------------------------------------------===//
// Branches and serial loops
//===----------------------------------------------------------------------===//

void ReverseSweep::visitBranches(Operation *op, Adjoints &adjoints) {
  Location location = op->getLoc();
  Values captured = capturedBy(op);
  OperationState state(location, op->getName());
  state.addOperands(computed.findAll(op->getOperands()));
  for (Value value : captured)
    state.addTypes(adjointType(value));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (unsigned count = 0; count < op->getNumRegions(); ++count)
    state.addRegion();
  Operation *reversed = builder.create(state);
  for (auto [region, copy] : llvm::zip_equal(op->getRegions(), reversed->getRegions())) {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&copy);
    Adjoints inner;
    if (!region.empty()) {
      Block &block = region.front();
      computed.compute(block);
      for (auto [yielded, result] : llvm::zip_equal(block.getTerminator()->getOperands(), op->getResults()))
        add(inner, yielded, adjoints.lookup(result));
      visitBlock(block, inner);
    }
    scf::YieldOp::create(builder, location, findAll(inner, captured, location));
  }
  addAll(adjoints, captured, reversed->getResults());
}

ReverseSweep::Values ReverseSweep::addedUp(const Adjoints &inner, ValueRange values, ValueRange sums) {
  Values all;
  for (auto [value, sum] : llvm::zip_equal(values, sums)) {
    Value added = inner.lookup(value);
    all.push_back(added ? FloatBuilder(builder, added.getLoc()).add(sum, added) : sum);
  }
  return all;
}

void ReverseSweep::tellVariable(scf::ForOp loop, Value variable) {
  if (!kernel.getChecked())
    return;
  // Reports take numbers for ones with a sign.
  Type type = variable.getType();
  if (loop.getUnsignedCmp() && !type.isIndex() && type.getIntOrFloatBitWidth() < 64)
    variable = arith::ExtUIOp::create(builder, loop.getLoc(), builder.getI64Type(), variable);
  variable.getDefiningOp()->setLoc(qd::nameLocation(qd::sourceVariableName, loop.getLoc()));
}

void ReverseSweep::tellTrip(scf::WhileOp loop, Value trip) {
  if (kernel.getChecked())
    arith::IndexCastOp::create(builder, qd::nameLocation(qd::sourceTripName, loop.getLoc()), builder.getI64Type(),
                               trip);
}

void ReverseSweep::visitFor(scf::ForOp loop, Adjoints &adjoints) {
  Location location = loop.getLoc();
  Block &body = *loop.getBody();
  Values carried = activeOf(loop.getRegionIterArgs()), captured = capturedBy(loop);
  SmallVector<unsigned> kept = plan.neededIn(loop).positionsOf(loop.getRegionIterArgs());
  Value lower = computed.find(loop.getLowerBound()), step = computed.find(loop.getStep());
  Value count = countTrips(builder, location,
                           {loop, {}, computed.find(loop.getUpperBound()), lower, step, loop.getUnsignedCmp()});
  Trips trips{count, {}, computed.findAll(loop.getInitArgs(), kept), {}, arrays, {}, {}, adstackCapacity};
  trips.constantCount = getConstantIntValue(trips.count);
  for (auto [argument, result] : llvm::zip_equal(loop.getRegionIterArgs(), loop.getResults()))
    if (isActive(argument))
      trips.adjoints.push_back(adjoints.lookup(result) ? adjoints.lookup(result)
                                                       : zero(derivativeType(result.getType()), location));
  for (Value value : captured)
    trips.adjoints.push_back(zero(derivativeType(value.getType()), location));

  auto enter = [&](Value trip, ValueRange state) {
    Value number = trip;
    if (!lower.getType().isIndex())
      number = arith::IndexCastUIOp::create(builder, location, lower.getType(), trip);
    Value distance = arith::MulIOp::create(builder, location, number, step);
    Value variable = arith::AddIOp::create(builder, location, lower, distance);
    tellVariable(loop, variable);
    computed.map(loop.getInductionVar(), variable);
    for (auto [position, index] : llvm::enumerate(kept))
      computed.map(loop.getRegionIterArgs()[index], state[position]);
    computed.compute(body);
  };
  const NeededValues &around = computed.setNeeded(plan.neededIn(loop));
  auto advance = [&](Value trip, ValueRange state) {
    enter(trip, state);
    return computed.findAll(loop.getYieldedValues(), kept);
  };
  const bool bySlope = hasSlopes(loop, carried, captured);
  auto reverse = [&](Value trip, ValueRange state, ValueRange incoming) {
    enter(trip, state);
    if (bySlope)
      return reverseBySlope(loop, carried.front(), captured, incoming);
    Adjoints inner;
    addToSources(inner, loop.getRegionIterArgs(), loop.getYieldedValues(), incoming);
    visitBlock(body, inner);
    Values ahead = findAll(inner, carried, location);
    llvm::append_range(ahead, addedUp(inner, captured, incoming.drop_front(carried.size())));
    return ahead;
  };
  trips.advance = advance;
  trips.reverse = reverse;
  Values ahead = reverseTrips(builder, location, trips);
  computed.setNeeded(around);
  addToSources(adjoints, loop.getRegionIterArgs(), loop.getInitArgs(), ahead);
  addAll(adjoints, captured, ValueRange(ahead).drop_front(carried.size()));
}

ReverseSweep::Values ReverseSweep::runToEnd(scf::WhileOp loop, ArrayRef<unsigned> kept) {
  Location location = loop.getLoc();
  ValueRange before = loop.getBeforeArguments(), after = loop.getAfterArguments();
  const NeededValues &needed = computed.getNeeded();
  SmallVector<unsigned> first = needed.positionsOf(before), second = needed.positionsOf(after);
  Values inits = computed.findAll(loop.getInits(), first);
  inits.push_back(arith::ConstantIndexOp::create(builder, location, 0));
  SmallVector<Type> types;
  for (unsigned index : second)
    types.push_back(after[index].getType());
  for (unsigned index : kept)
    types.push_back(before[index].getType());
  types.push_back(builder.getIndexType());
  auto counting = scf::WhileOp::create(
      builder, location, types, inits,
      [&](OpBuilder &, Location, ValueRange arguments) {
        for (auto [position, index] : llvm::enumerate(first))
          computed.map(before[index], arguments[position]);
        computed.compute(*loop.getBeforeBody());
        Values passed = computed.findAll(loop.getConditionOp().getArgs(), second);
        llvm::append_range(passed, computed.findAll(before, kept));
        passed.push_back(arguments.back());
        scf::ConditionOp::create(builder, location, computed.find(loop.getConditionOp().getCondition()), passed);
      },
      [&](OpBuilder &, Location, ValueRange arguments) {
        for (auto [position, index] : llvm::enumerate(second))
          computed.map(after[index], arguments[position]);
        computed.compute(*loop.getAfterBody());
        Values next = computed.findAll(loop.getYieldOp().getOperands(), first);
        Value one = arith::ConstantIndexOp::create(builder, location, 1);
        next.push_back(arith::AddIOp::create(builder, location, arguments.back(), one));
        scf::YieldOp::create(builder, location, next);
      });
  return Values(counting.getResults().drop_front(second.size()));
}

/// The condition is computed once more often than what follows it: the reverse sweep begins with it alone.
void ReverseSweep::visitWhile(scf::WhileOp loop, Adjoints &adjoints) {
  Location location = loop.getLoc();
  Block &first = *loop.getBeforeBody(), &second = *loop.getAfterBody();
  ValueRange before = loop.getBeforeArguments(), after = loop.getAfterArguments(), passed;
  passed = loop.getConditionOp().getArgs();
  Values carried = activeOf(before), captured = capturedBy(loop);
  const NeededValues &needed = plan.neededIn(loop);
  SmallVector<unsigned> kept = needed.positionsOf(before), keptAfter = needed.positionsOf(after);
  std::optional<TripCounter> counter = findTripCounter(loop);
  if (counter)
    llvm::erase(kept, counter->before);
  Values atEnd = runToEnd(loop, kept);
  Trips trips{atEnd.pop_back_val(), {}, computed.findAll(loop.getInits(), kept), {}, arrays, {}, {}, adstackCapacity};
  const NeededValues &around = computed.setNeeded(needed);

  auto computeFirst = [&](Value trip, ValueRange state) {
    if (counter)
      computed.map(before[counter->before], trip);
    for (auto [position, index] : llvm::enumerate(kept))
      computed.map(before[index], state[position]);
    computed.compute(first);
  };
  auto computeBoth = [&](Value trip, ValueRange state) {
    tellTrip(loop, trip);
    computeFirst(trip, state);
    for (unsigned index : keptAfter)
      computed.map(after[index], computed.find(passed[index]));
    computed.compute(second);
  };
  computeFirst(trips.count, atEnd);
  Adjoints atExit;
  for (auto [value, result] : llvm::zip_equal(passed, loop.getResults()))
    add(atExit, value, adjoints.lookup(result));
  visitBlock(first, atExit);
  trips.adjoints = findAll(atExit, carried, location);
  llvm::append_range(trips.adjoints, findAll(atExit, captured, location));

  auto advance = [&](Value trip, ValueRange state) {
    computeBoth(trip, state);
    return computed.findAll(loop.getYieldOp().getOperands(), kept);
  };
  auto reverse = [&](Value trip, ValueRange state, ValueRange incoming) {
    computeBoth(trip, state);
    Adjoints inner;
    addToSources(inner, before, loop.getYieldOp().getOperands(), incoming);
    visitBlock(second, inner);
    for (auto [value, argument] : llvm::zip_equal(passed, after))
      add(inner, value, inner.lookup(argument));
    visitBlock(first, inner);
    Values ahead = findAll(inner, carried, location);
    llvm::append_range(ahead, addedUp(inner, captured, incoming.drop_front(carried.size())));
    return ahead;
  };
  trips.advance = advance;
  trips.reverse = reverse;
  Values ahead = reverseTrips(builder, location, trips);
  computed.setNeeded(around);
  addToSources(adjoints, before, loop.getInits(), ahead);
  addAll(adjoints, captured, ValueRange(ahead).drop_front(carried.size()));
}

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

qd::ForOp ReverseSweep::makeParallel(qd::ForOp loop, ArrayRef<Type> types, ArrayRef<qd::ReduceKind> kinds) {
  auto made =
      qd::ForOp::create(builder, loop.getLoc(), computed.findAll(loop.getLowerBounds()),
                        computed.findAll(loop.getUpperBounds()), computed.findAll(loop.getSteps()), types, kinds);
  made.setBlockDimAttr(loop.getBlockDimAttr());
  for (auto [variable, copy] : llvm::zip_equal(loop.getInductionVars(), made.getInductionVars()))
    computed.map(variable, copy);
  return made;
}

ReverseSweep::Adjoints ReverseSweep::adjointsOfYielded(qd::ForOp loop, ValueRange incoming) {
  Adjoints inner;
  SmallVector<qd::ReduceKind> kinds = loop.getReduceKinds();
  for (auto [index, yielded] : llvm::enumerate(loop.getBody().front().getTerminator()->getOperands())) {
    Value adjoint = incoming[index];
    if (adjoint && isExtreme(kinds[index]))
      adjoint = selectIfExtreme(builder, loop.getLoc(), computed.find(yielded), computed.find(loop.getResult(index)),
                                adjoint);
    add(inner, yielded, adjoint);
  }
  return inner;
}

void ReverseSweep::visitParallel(qd::ForOp loop, Adjoints &adjoints) {
  Location location = loop.getLoc();
  Block &body = loop.getBody().front();
  Values incoming = findIncoming(loop, adjoints);
  if (!isCounting) {
    for (const Gather &gather : gathers.in(loop))
      visitGather(loop, gather, incoming);
    enterReduced(loop);
  }
  Values captured = capturedBy(loop);
  auto types = llvm::map_to_vector(captured, [](Value value) { return derivativeType(value.getType()); });
  SmallVector<qd::ReduceKind> kinds(captured.size(), qd::ReduceKind::addf);
  qd::ForOp reversed = makeParallel(loop, types, kinds);
  if (std::optional<StringRef> name = loop.getName())
    reversed.setName((*name + (isCounting ? ".count" : ".reverse")).str());
  {
    OpBuilder::InsertionGuard guard(builder);
    Block &block = reversed.getBody().front();
    Block *around = std::exchange(arrays, &block);
    if (captured.empty())
      builder.setInsertionPoint(block.getTerminator());
    else
      builder.setInsertionPointToEnd(&block);
    computed.compute(body);
    Adjoints inner = adjointsOfYielded(loop, incoming);
    visitBlock(body, inner);
    if (!captured.empty())
      qd::YieldOp::create(builder, location, findAll(inner, captured, location));
    arrays = around;
  }
  addAll(adjoints, captured, reversed.getResults());
  for (Value value : captured)
    if (auto argument = dyn_cast<BlockArgument>(value))
      accumulations.add(AccumulationKind::reduce, signature.find(builder, argument), location);
  leaveReduced(loop, adjoints);
}
