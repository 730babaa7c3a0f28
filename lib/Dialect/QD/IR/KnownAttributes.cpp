//===- KnownAttributes.cpp - Which attributes an operation has ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/KnownAttributes.h"
#include "qdc/Dialect/QD/IR/CallerTexts.h"

#include "qdc/Dialect/QD/IR/Alignment.h"
#include "qdc/Dialect/QD/IR/AskedStrategy.h"
#include "qdc/Dialect/QD/IR/Assertions.h"
#include "qdc/Dialect/QD/IR/AttributeOwners.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/IR/EqualTasks.h"
#include "qdc/Dialect/QD/IR/Invariance.h"
#include "qdc/Dialect/QD/IR/KeptRows.h"
#include "qdc/Dialect/QD/IR/Neighbours.h"
#include "qdc/Dialect/QD/IR/Rounding.h"
#include "qdc/Dialect/QD/IR/SourceKernel.h"
#include "qdc/Dialect/QD/IR/SourceLoops.h"
#include "qdc/Dialect/QD/IR/UnreportedFailures.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc::qd;

bool qdc::qd::isForeignAttribute(StringRef name) {
  auto [prefix, rest] = name.split('.');
  return !rest.empty() && prefix != QDDialect::getDialectNamespace();
}

bool qdc::qd::isSetByPasses(Operation *op, StringRef name) {
  if (isa<ForOp>(op))
    return name == sourceLoopsAttr || name == notFusedAttr || name == isUnreportedAttr;
  if (isa<CheckOp>(op) && name == isAssertionAttr)
    return true;
  if (isa<AssertOp, CheckOp>(op))
    return name == isUnreportedAttr;
  if (isa<KernelOp>(op))
    return name == accumulationsAttr || name == sourceKernelAttr;
  if (isa<FlatLoadOp, FlatStoreOp, memref::LoadOp, memref::StoreOp>(op))
    return name == alignmentAttr || (isa<memref::LoadOp>(op) && name == invariantAttr);
  if (isa<arith::ArithFastMathInterface>(op))
    return name == roundsAloneAttr;
  if (isa<memref::AtomicRMWOp>(op))
    return name == givesRowsAttr;
  if (isa<memref::GlobalOp>(op))
    return name == madeShadowAttr;
  if (isa<memref::AllocOp>(op))
    return name == hasOwnRowsAttr;
  return isa<TaskOp>(op) &&
         (name == transferAttr || name == privateFormAttr || name == sourceTaskAttr || name == equalTasksAttr);
}

/// Whether the text form spells an attribute of the operation's own in another way than by its name.
static bool isSpelledOtherwise(Operation *op, StringAttr name) {
  if (name == SymbolTable::getSymbolAttrName() || name == ForOp::getOperandSegmentSizeAttr())
    return true;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<KernelOp, TaskOp>([&](auto function) {
        return name == function.getFunctionTypeAttrName() || name == function.getArgAttrsAttrName() ||
               name == function.getResAttrsAttrName();
      })
      .Default(false);
}

LogicalResult qdc::qd::verifyKnownAttributes(Operation *op) {
  SmallVector<StringRef, 2> taken;
  if (isa<DoWhileOp>(op))
    taken = {strategyAttr};
  else if (isa<KernelOp>(op))
    taken = {differentiateAttr, docAttr};
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    StringRef name = attribute.getName().getValue();
    if (isForeignAttribute(name) || isSetByPasses(op, name) || llvm::is_contained(taken, name))
      continue;
    if (name == strategyAttr)
      return op->emitOpError() << "has '" << name << "', but " << strategyPlace;
    InFlightDiagnostic error = op->emitOpError() << "has '" << name << "', but its attributes are ";
    bool hasOwn = !taken.empty();
    for (StringAttr own : op->getName().getAttributeNames())
      if (!isSpelledOtherwise(op, own)) {
        error << "'" << own.getValue() << "', ";
        hasOwn = true;
      }
    for (StringRef each : taken)
      error << "'" << each << "', ";
    return error << (hasOwn ? "and " : "") << "those with the prefix of another dialect";
  }
  return success();
}
