//===- Decisions.cpp - Control that is repeated with equal bits -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/Decisions.h"
#include "qdc/Dialect/QD/IR/Rounding.h"

#include "mlir/IR/Iterators.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

void qdc::autodiff::addDecisions(NeededValues &needed, Operation *op) {
  for (Operation *around = op->getParentOp(); !isa<qd::ForOp, qd::KernelOp>(around); around = around->getParentOp())
    needed.addFor(around);
}

static void fixRounding(Operation *op) {
  auto flagged = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!flagged || !isa<FloatType>(op->getResult(0).getType()))
    return;
  op->setAttr(flagged.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), arith::FastMathFlags::none));
  op->setAttr(qd::roundsAloneAttr, UnitAttr::get(op->getContext()));
}

void qdc::autodiff::fixRounding(qd::KernelOp kernel, const NeededValues &needed) {
  // Tasks may repeat what stands at the top level, of which only the results are known to be needed.
  llvm::DenseSet<Value> used;
  kernel.getBody().walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (llvm::none_of(op->getResults(), [&](Value result) { return needed.contains(result) || used.contains(result); }))
      return;
    used.insert_range(op->getOperands());
    ::fixRounding(op);
  });
}
