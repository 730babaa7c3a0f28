//===- Steps.cpp - Steps of loops that hold parallel loops ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace qdc::qd;

/// The step, if it is a constant.
static std::optional<APInt> constantStep(scf::ForOp loop) {
  Value step = loop.getStep();
  // These keep the number.
  for (Operation *cast = step.getDefiningOp();
       isa_and_nonnull<arith::ExtSIOp>(cast) || (isa_and_nonnull<arith::IndexCastOp>(cast) && step.getType().isIndex());
       cast = step.getDefiningOp())
    step = cast->getOperand(0);
  APInt constant;
  return matchPattern(step, m_ConstantInt(&constant)) ? std::optional(constant) : std::nullopt;
}

bool qdc::qd::hasWrongStep(scf::ForOp loop) {
  const std::optional<APInt> step = constantStep(loop);
  return step && !step->isStrictlyPositive() && !loop.getUnsignedCmp();
}

InFlightDiagnostic qdc::qd::reportStep(scf::ForOp loop) {
  InFlightDiagnostic error = loop.emitOpError()
                             << "has the step " << llvm::toString(*constantStep(loop), 10, /*Signed=*/true)
                             << "; a loop that holds parallel loops takes 1 or more";
  auto kernel = loop->getParentOfType<KernelOp>();
  if (kernel && kernel.getSpecializedAttr())
    error.attachNote(kernel.getLoc()) << "in the code for values that 'qd.specialize' lists";
  return error;
}

static bool holdsParallelLoop(scf::ForOp loop) {
  return loop.getBody()
      ->walk([](Operation *op) {
        return isa<ForOp, DoWhileOp, scf::ParallelOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// `block` runs whenever the kernel does.
static bool areStepsRight(Block &block) {
  bool areRight = true;
  for (Operation &op : block) {
    if (auto loop = dyn_cast<DoWhileOp>(op))
      areRight &= areStepsRight(loop.getBody().front());
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || !hasWrongStep(loop) || !holdsParallelLoop(loop))
      continue;
    reportStep(loop);
    areRight = false;
  }
  return areRight;
}

LogicalResult qdc::qd::verifySteps(KernelOp kernel) { return success(areStepsRight(kernel.getBody().front())); }
