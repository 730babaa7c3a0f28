//===- Recomputation.cpp - Primal values, computed again ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/Recomputation.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

SmallVector<Value> Recomputation::findAll(ValueRange all) const {
  return llvm::map_to_vector(all, [&](Value value) { return find(value); });
}

SmallVector<Value> Recomputation::findAll(ValueRange all, ArrayRef<unsigned> which) const {
  return llvm::map_to_vector(which, [&](unsigned index) { return find(all[index]); });
}

SmallVector<Value> Recomputation::mapResults(Operation *op, Operation *computed, ArrayRef<unsigned> which) {
  for (auto [position, index] : llvm::enumerate(which))
    map(op->getResult(index), computed->getResult(position));
  return Values(computed->getResults().drop_front(which.size()));
}

static SmallVector<Value> concatenate(SmallVector<Value> first, ValueRange second) {
  llvm::append_range(first, second);
  return first;
}

SmallVector<Value> Recomputation::computeBranches(Operation *op, ValueRange more, BlockVisitor visit) {
  SmallVector<unsigned> which = needed->positionsOf(op->getResults());
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(findAll(op->getOperands()));
  for (unsigned index : which)
    state.addTypes(op->getResult(index).getType());
  state.addTypes(more.getTypes());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (unsigned count = 0; count < op->getNumRegions(); ++count)
    state.addRegion();
  Operation *computed = builder.create(state);
  for (auto [region, copy] : llvm::zip(op->getRegions(), computed->getRegions())) {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&copy);
    Values yielded, carried(more);
    if (!region.empty()) {
      carried = visit(region.front(), more);
      yielded = findAll(region.front().getTerminator()->getOperands(), which);
    }
    scf::YieldOp::create(builder, op->getLoc(), concatenate(yielded, carried));
  }
  return mapResults(op, computed, which);
}

SmallVector<Value> Recomputation::computeFor(scf::ForOp loop, ValueRange more, BlockVisitor visit) {
  SmallVector<unsigned> which = needed->positionsOf(loop.getRegionIterArgs());
  auto computed = scf::ForOp::create(
      builder, loop.getLoc(), find(loop.getLowerBound()), find(loop.getUpperBound()), find(loop.getStep()),
      concatenate(findAll(loop.getInitArgs(), which), more),
      [&](OpBuilder &, Location location, Value variable, ValueRange carried) {
        map(loop.getInductionVar(), variable);
        for (auto [position, index] : llvm::enumerate(which))
          map(loop.getRegionIterArgs()[index], carried[position]);
        Values next = visit(*loop.getBody(), carried.drop_front(which.size()));
        scf::YieldOp::create(builder, location, concatenate(findAll(loop.getYieldedValues(), which), next));
      },
      loop.getUnsignedCmp());
  return mapResults(loop, computed, which);
}

SmallVector<Value> Recomputation::computeWhile(scf::WhileOp loop, ValueRange more, BlockVisitor visit) {
  SmallVector<unsigned> before = needed->positionsOf(loop.getBeforeArguments());
  SmallVector<unsigned> after = needed->positionsOf(loop.getAfterArguments());
  auto types = llvm::map_to_vector(after, [&](unsigned index) { return loop.getResult(index).getType(); });
  llvm::append_range(types, more.getTypes());
  auto computed = scf::WhileOp::create(
      builder, loop.getLoc(), types, concatenate(findAll(loop.getInits(), before), more),
      [&](OpBuilder &, Location location, ValueRange arguments) {
        for (auto [position, index] : llvm::enumerate(before))
          map(loop.getBeforeArguments()[index], arguments[position]);
        Values carried = visit(*loop.getBeforeBody(), arguments.drop_front(before.size()));
        scf::ConditionOp condition = loop.getConditionOp();
        scf::ConditionOp::create(builder, location, find(condition.getCondition()),
                                 concatenate(findAll(condition.getArgs(), after), carried));
      },
      [&](OpBuilder &, Location location, ValueRange arguments) {
        for (auto [position, index] : llvm::enumerate(after))
          map(loop.getAfterArguments()[index], arguments[position]);
        Values carried = visit(*loop.getAfterBody(), arguments.drop_front(after.size()));
        scf::YieldOp::create(builder, location, concatenate(findAll(loop.getYieldOp().getOperands(), before), carried));
      });
  return mapResults(loop, computed, after);
}

void Recomputation::computeParallel(qd::ForOp loop) {
  SmallVector<unsigned> which = needed->positionsOf(loop.getResults());
  SmallVector<Type> types;
  SmallVector<qd::ReduceKind> kinds, all = loop.getReduceKinds();
  for (unsigned index : which) {
    types.push_back(loop.getResult(index).getType());
    kinds.push_back(all[index]);
  }
  auto computed = qd::ForOp::create(builder, loop.getLoc(), findAll(loop.getLowerBounds()),
                                    findAll(loop.getUpperBounds()), findAll(loop.getSteps()), types, kinds);
  computed.setBlockDimAttr(loop.getBlockDimAttr());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&computed.getBody().front());
  for (auto [variable, copy] : llvm::zip(loop.getInductionVars(), computed.getInductionVars()))
    map(variable, copy);
  compute(loop.getBody().front());
  qd::YieldOp::create(builder, loop.getLoc(), findAll(loop.getBody().front().getTerminator()->getOperands(), which));
  mapResults(loop, computed, which);
}

SmallVector<Value> Recomputation::compute(Operation *op, ValueRange more, BlockVisitor visit) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return computeFor(loop, more, visit);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return computeWhile(loop, more, visit);
  return computeBranches(op, more, visit);
}

void Recomputation::compute(Operation *op) {
  if (const KeptValues &kept = needed->keptValues(); kept.contains(op))
    return map(op->getResult(0), kept.load(builder, op, values));
  auto computeOnly = [&](Block &block, ValueRange) {
    compute(block);
    return Values();
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<scf::IfOp, scf::IndexSwitchOp, scf::ForOp, scf::WhileOp>([&](auto) { compute(op, {}, computeOnly); })
      .Case([&](qd::ForOp loop) { computeParallel(loop); })
      .Default([&](Operation *) { builder.clone(*op, values); });
}

bool Recomputation::computeIfNeeded(Operation *op) {
  if (llvm::none_of(op->getResults(), [&](Value result) { return needed->isComputedAgain(result); }))
    return false;
  compute(op);
  return true;
}

void Recomputation::compute(Block &block) {
  for (Operation &op : block.without_terminator())
    computeIfNeeded(&op);
}
