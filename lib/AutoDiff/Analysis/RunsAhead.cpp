//===- RunsAhead.cpp - What can be executed early -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Analysis/RunsAhead.h"
#include "AutoDiff/Analysis/Arrays.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;
using qdc::qd::ElementAccess;

bool qdc::autodiff::accessesOwnArray(Operation *op, Operation *top) {
  auto access = dyn_cast<ElementAccess>(op);
  Operation *array = access ? access.getArray().getDefiningOp() : nullptr;
  return array && isLocalArray(access.getArray()) && top->isProperAncestor(array);
}

RunsAhead::RunsAhead(Operation *top, llvm::function_ref<bool(Operation *)> mayDiffer) : top(top) {
  top->walk([&](Operation *op) {
    if (op->getNumRegions() != 0 || isMemoryEffectFree(op) || isa<memref::AllocaOp>(op) || accessesOwnArray(op, top))
      return;
    if (op->getNumResults() != 0 && mayDiffer(op))
      llvm::for_each(op->getResults(), [&](Value result) { lose(result); });
  });
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses())
      if (top->isAncestor(use.getOwner()))
        follow(use);
}

bool RunsAhead::contains(Operation *op) const {
  for (Operation *around = op->getParentOp(); around != top->getParentOp(); around = around->getParentOp())
    if (unsure.contains(around))
      return false;
  auto access = dyn_cast<ElementAccess>(op);
  ValueRange operands = access ? ValueRange(access.getIndices()) : ValueRange(op->getOperands());
  return llvm::none_of(operands, [&](Value operand) { return lost.contains(operand); });
}

void RunsAhead::lose(Value value) {
  if (lost.insert(value).second)
    worklist.push_back(value);
}

void RunsAhead::loseRegions(Operation *op) {
  if (!unsure.insert(op).second)
    return;
  op->walk([&](Operation *inner) {
    for (Value result : inner->getResults())
      lose(result);
    for (Region &region : inner->getRegions())
      for (Value argument : region.getArguments())
        lose(argument);
    if (accessesOwnArray(inner, top) && writtenValue(cast<ElementAccess>(inner)))
      lose(cast<ElementAccess>(inner).getArray());
  });
}

void RunsAhead::followYielded(OpOperand &use) {
  Operation *around = use.getOwner()->getParentOp();
  const unsigned index = use.getOperandNumber();
  if (isa<scf::ConditionOp>(use.getOwner()) && index == 0)
    return loseRegions(around);
  if (auto loop = dyn_cast<scf::WhileOp>(around)) {
    if (!isa<scf::ConditionOp>(use.getOwner()))
      return lose(loop.getBeforeArguments()[index]);
    lose(loop.getAfterArguments()[index - 1]);
    return lose(loop.getResult(index - 1));
  }
  if (auto loop = dyn_cast<scf::ForOp>(around))
    lose(loop.getRegionIterArgs()[index]);
  if (!isa<qd::ForOp>(around))
    lose(around->getResult(index));
}

void RunsAhead::follow(OpOperand &use) {
  Operation *user = use.getOwner();
  if (user->hasTrait<OpTrait::IsTerminator>())
    return followYielded(use);
  if (auto loop = dyn_cast<scf::WhileOp>(user))
    return lose(loop.getBeforeArguments()[use.getOperandNumber()]);
  if (auto loop = dyn_cast<scf::ForOp>(user); loop && use.getOperandNumber() >= loop.getNumControlOperands()) {
    const unsigned index = use.getOperandNumber() - loop.getNumControlOperands();
    lose(loop.getRegionIterArgs()[index]);
    return lose(loop.getResult(index));
  }
  if (user->getNumRegions() != 0)
    return loseRegions(user);
  if (accessesOwnArray(user, top) && writtenValue(cast<ElementAccess>(user)))
    lose(cast<ElementAccess>(user).getArray());
  for (Value result : user->getResults())
    lose(result);
}
