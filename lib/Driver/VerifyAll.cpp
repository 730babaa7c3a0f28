//===- VerifyAll.cpp - What is wrong with operations, all of it -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifyAll.h"

#include "qdc/Dialect/QD/IR/SortedDiagnostics.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

/// What verifiers find ahead of those of nested operations, which rely on it.
static bool isRightByItself(Operation *op) {
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (Dialect *dialect = attribute.getNameDialect())
      if (failed(dialect->verifyOperationAttribute(op, attribute)))
        return false;
  auto info = op->getName().getRegisteredInfo();
  return info && llvm::all_of(op->getOperands(), [](Value operand) { return bool(operand); }) &&
         succeeded(info->verifyInvariants(op));
}

/// Runs verifiers in the order of mlir::verify, and goes on after an error. True if all of the operation is right, but
/// for what mlir::verify finds beside the operations' own verifiers.
static bool isRight(Operation *op) {
  if (!isRightByItself(op))
    return false;
  bool isRightInside = true;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      isRightInside &= !block.empty() && block.back().hasTrait<OpTrait::IsTerminator>();
      for (Operation &nested : block)
        isRightInside &= isRight(&nested);
    }
  return isRightInside && succeeded(op->getName().getRegisteredInfo()->verifyRegionInvariants(op));
}

LogicalResult qdc::verifyAll(ModuleOp module) {
  qd::SortedDiagnostics errors(*module.getContext(), [](Diagnostic &) { return true; });
  if (succeeded(verify(module)))
    return success();
  for (Operation &op : module.getOps())
    (void)isRight(&op); // tells again what verify told
  return failure();
}
