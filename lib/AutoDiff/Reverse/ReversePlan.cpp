//===- ReversePlan.cpp - Which operations have an adjoint -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Reverse/ReversePlan.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

ReversePlan::ReversePlan(qd::KernelOp kernel, const Activity &activity, const KeptValues &kept, bool hasForward)
    : kernel(kernel), activity(activity), whole(kernel, activity, kept, hasForward) {
  kernel.getBody().walk([&](Operation *op) { findReversed(op); });
  kernel.getBody().walk([&](Operation *op) {
    if (!isReversed(op))
      return;
    whole.addFor(op);
    for (Operation *around = op; around != kernel; around = around->getParentOp())
      if (isa<scf::ForOp, scf::WhileOp>(around)) {
        std::unique_ptr<NeededValues> &inLoop = inLoops[around];
        if (!inLoop)
          inLoop = std::make_unique<NeededValues>(whole, around);
        if (around != op)
          inLoop->addFor(op);
      }
  });
  whole.complete();
  for (auto &[loop, inLoop] : inLoops)
    inLoop->complete();
}

void ReversePlan::findReversed(Operation *op) {
  bool isHere = activity.hasActive(op->getResults());
  if (auto access = dyn_cast<qd::ElementAccess>(op))
    isHere |= writtenValue(access) && activity.hasShadow(access.getArray());
  if (!isHere)
    return;
  for (; op != kernel; op = op->getParentOp())
    if (!reversed.insert(op).second)
      break;
}
