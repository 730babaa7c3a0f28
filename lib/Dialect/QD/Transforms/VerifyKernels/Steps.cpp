//===- Steps.cpp - Steps of loops that hold parallel loops ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace qdc::qd;

static std::optional<APInt> evaluate(Value value, unsigned &operations);

/// What `op` gives, which a folder may change, if constants alone make its operands.
static std::optional<OpFoldResult> fold(Operation *op, unsigned &operations) {
  while (operations != 0) {
    --operations;
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands()) {
      std::optional<APInt> number = evaluate(operand, operations);
      if (!number)
        return std::nullopt;
      operands.push_back(IntegerAttr::get(operand.getType(), *number));
    }
    SmallVector<OpFoldResult> results;
    if (failed(op->fold(operands, results)))
      return std::nullopt;
    if (!results.empty())
      return results.front();
    // It became another one, as a cast of a cast does, and is folded as that.
  }
  return std::nullopt;
}

/// The number that constants alone make, as by a negation or a cast; `operations` are as many as are looked at.
static std::optional<APInt> evaluate(Value value, unsigned &operations) {
  APInt constant;
  if (!value.getType().isIntOrIndex())
    return std::nullopt;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || !isPure(op) || op->getNumRegions() != 0 || op->getNumResults() != 1)
    return std::nullopt;
  OwningOpRef<Operation *> copy(op->clone());
  const std::optional<OpFoldResult> result = fold(copy.get(), operations);
  if (!result)
    return std::nullopt;
  if (auto operand = dyn_cast<Value>(*result))
    return evaluate(operand, operations);
  auto number = dyn_cast_if_present<IntegerAttr>(cast<Attribute>(*result));
  return number ? std::optional(number.getValue()) : std::nullopt;
}

/// The step, if it is a constant.
static std::optional<APInt> constantStep(scf::ForOp loop) {
  unsigned operations = 16;
  return evaluate(loop.getStep(), operations);
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
