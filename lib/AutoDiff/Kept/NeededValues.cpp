//===- NeededValues.cpp - Primal values that are needed later -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/NeededValues.h"
#include "AutoDiff/Rules/Extremes.h"
#include "AutoDiff/Rules/Rules.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

bool NeededValues::isOutside(Value value) const {
  if (loop)
    return !loop->isAncestor(value.getParentBlock()->getParentOp());
  bool isAtTop = value.getParentBlock() == top;
  return isAtTop && (hasForward || isa<BlockArgument>(value));
}

bool NeededValues::isComputedAgain(Value value) const { return contains(value) && !isOutside(value); }

SmallVector<unsigned> NeededValues::positionsOf(ValueRange values) const {
  SmallVector<unsigned> positions;
  for (auto [index, value] : llvm::enumerate(values))
    if (contains(value))
      positions.push_back(index);
  return positions;
}

void NeededValues::add(Value value) {
  if (needed.insert(value).second)
    worklist.push_back(value);
}

void NeededValues::addAll(ValueRange values) {
  for (Value value : values)
    add(value);
}

void NeededValues::addForParallel(qd::ForOp loop) {
  addAll(loop->getOperands());
  Operation *yield = loop.getBody().front().getTerminator();
  for (auto [kind, yielded, result] : llvm::zip(loop.getReduceKinds(), yield->getOperands(), loop.getResults()))
    if (isExtreme(kind) && activity.isActive(result))
      addAll({yielded, result});
}

void NeededValues::addFor(Operation *op) {
  if (auto access = dyn_cast<qd::ElementAccess>(op)) {
    if (isExtremeUpdate(op))
      add(writtenValue(access));
    return addAll(access.getIndices());
  }
  if (auto counted = dyn_cast<scf::ForOp>(op))
    return addAll({counted.getLowerBound(), counted.getUpperBound(), counted.getStep()});
  if (auto conditional = dyn_cast<scf::WhileOp>(op))
    return add(conditional.getConditionOp().getCondition());
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    return addAll(op->getOperands());
  if (auto parallel = dyn_cast<qd::ForOp>(op))
    return addForParallel(parallel);
  for (OpOperand &operand : op->getOpOperands()) {
    const OperandRule *rule = findOperandRule(op, operand.getOperandNumber());
    if (!rule || !activity.isActive(operand.get()))
      continue;
    for (auto [index, value] : llvm::enumerate(op->getOperands()))
      if (rule->uses >> index & 1)
        add(value);
    if (rule->uses & kUsesResult)
      add(op->getResult(0));
  }
}

/// Of the loop itself, only what it carries into a trip from the one before.
void NeededValues::expandArgument(BlockArgument argument) {
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  if (auto counted = dyn_cast<scf::ForOp>(owner)) {
    addAll({counted.getLowerBound(), counted.getUpperBound(), counted.getStep()});
    if (index != 0)
      addAll({counted.getInitArgs()[index - 1], counted.getYieldedValues()[index - 1], counted.getResult(index - 1)});
  } else if (auto conditional = dyn_cast<scf::WhileOp>(owner)) {
    if (owner != loop)
      add(conditional.getConditionOp().getCondition());
    if (argument.getOwner() == conditional.getBeforeBody())
      addAll({conditional.getInits()[index], conditional.getYieldOp().getOperands()[index]});
    else
      addAll({conditional.getConditionOp().getArgs()[index], conditional.getResult(index)});
  }
}

void NeededValues::expandResult(OpResult result) {
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  if (kept.contains(op))
    return addAll(kept.findSlotValues(op));
  llvm::TypeSwitch<Operation *>(op)
      .Case<scf::IfOp, scf::IndexSwitchOp, qd::ForOp>([&](auto) {
        addAll(op->getOperands());
        for (Region &region : op->getRegions())
          if (!region.empty())
            add(region.front().getTerminator()->getOperand(index));
      })
      .Case([&](scf::ForOp counted) { add(counted.getRegionIterArgs()[index]); })
      .Case([&](scf::WhileOp conditional) { add(conditional.getAfterArguments()[index]); })
      .Default([&](Operation *) {
        // Of a local array, what is read from it counts.
        if (!isa<memref::AllocaOp>(op) && (!isMemoryEffectFree(op) || (isa<qd::LaunchOrdinalOp>(op) && !hasForward)))
          found.insert(op);
        addAll(op->getOperands());
      });
}

void NeededValues::complete() {
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (isOutside(value))
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value))
      expandArgument(argument);
    else
      expandResult(cast<OpResult>(value));
  }
}
