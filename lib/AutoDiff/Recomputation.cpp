//===- Recomputation.cpp - Values of the forward sweep, again -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recomputation.h"

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

void Recomputation::mapResults(Operation *op, Operation *computed, ArrayRef<unsigned> which) {
  for (auto [position, index] : llvm::enumerate(which))
    map(op->getResult(index), computed->getResult(position));
}

void Recomputation::computeBranches(Operation *op) {
  SmallVector<unsigned> which = needed->positionsOf(op->getResults());
  auto types = llvm::map_to_vector(which, [&](unsigned index) { return op->getResult(index).getType(); });
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(findAll(op->getOperands()));
  state.addTypes(types);
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (unsigned count = 0; count < op->getNumRegions(); ++count)
    state.addRegion();
  Operation *computed = builder.create(state);
  for (auto [region, copy] : llvm::zip(op->getRegions(), computed->getRegions())) {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&copy);
    compute(region.front());
    scf::YieldOp::create(builder, op->getLoc(), findAll(region.front().getTerminator()->getOperands(), which));
  }
  mapResults(op, computed, which);
}

void Recomputation::computeFor(scf::ForOp loop) {
  SmallVector<unsigned> which = needed->positionsOf(loop.getRegionIterArgs());
  auto computed = scf::ForOp::create(
      builder, loop.getLoc(), find(loop.getLowerBound()), find(loop.getUpperBound()), find(loop.getStep()),
      findAll(loop.getInitArgs(), which),
      [&](OpBuilder &, Location location, Value variable, ValueRange carried) {
        map(loop.getInductionVar(), variable);
        for (auto [position, index] : llvm::enumerate(which))
          map(loop.getRegionIterArgs()[index], carried[position]);
        compute(*loop.getBody());
        scf::YieldOp::create(builder, location, findAll(loop.getYieldedValues(), which));
      },
      loop.getUnsignedCmp());
  mapResults(loop, computed, which);
}

void Recomputation::computeWhile(scf::WhileOp loop) {
  SmallVector<unsigned> before = needed->positionsOf(loop.getBeforeArguments());
  SmallVector<unsigned> after = needed->positionsOf(loop.getAfterArguments());
  auto types = llvm::map_to_vector(after, [&](unsigned index) { return loop.getResult(index).getType(); });
  auto computed = scf::WhileOp::create(
      builder, loop.getLoc(), types, findAll(loop.getInits(), before),
      [&](OpBuilder &, Location location, ValueRange arguments) {
        for (auto [position, index] : llvm::enumerate(before))
          map(loop.getBeforeArguments()[index], arguments[position]);
        compute(*loop.getBeforeBody());
        scf::ConditionOp condition = loop.getConditionOp();
        scf::ConditionOp::create(builder, location, find(condition.getCondition()),
                                 findAll(condition.getArgs(), after));
      },
      [&](OpBuilder &, Location location, ValueRange arguments) {
        for (auto [position, index] : llvm::enumerate(after))
          map(loop.getAfterArguments()[index], arguments[position]);
        compute(*loop.getAfterBody());
        scf::YieldOp::create(builder, location, findAll(loop.getYieldOp().getOperands(), before));
      });
  mapResults(loop, computed, after);
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

void Recomputation::compute(Operation *op) {
  if (const KeptValues &kept = needed->keptValues(); kept.contains(op))
    return map(op->getResult(0), kept.load(builder, op, values));
  llvm::TypeSwitch<Operation *>(op)
      .Case<scf::IfOp, scf::IndexSwitchOp>([&](auto) { computeBranches(op); })
      .Case([&](scf::ForOp loop) { computeFor(loop); })
      .Case([&](scf::WhileOp loop) { computeWhile(loop); })
      .Case([&](qd::ForOp loop) { computeParallel(loop); })
      .Default([&](Operation *) { builder.clone(*op, values); });
}

void Recomputation::compute(Block &block) {
  for (Operation &op : block.without_terminator())
    if (llvm::any_of(op.getResults(), [&](Value result) { return needed->isComputedAgain(result); }))
      compute(&op);
}
