//===- ReservedAttributes.cpp - Attributes of qd in other places ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReservedAttributes.h"

#include "qdc/Dialect/QD/IR/AskedStrategy.h"
#include "qdc/Dialect/QD/IR/CallerTexts.h"
#include "qdc/Dialect/QD/IR/DeclaredExtents.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Support/NearestNames.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace qdc::qd;

static constexpr StringLiteral known[] = {argNameAttr,    argGroupAttr, argRoleAttr,    differentiateAttr,
                                          dimsAttr,       docAttr,      resultNameAttr, mayAliasAttr,
                                          specializeAttr, strategyAttr, unsignedAttr};

static bool isReserved(NamedAttribute attribute) { return attribute.getName().getValue().starts_with("qd."); }

/// Of upstream's operations these alone take one of ours (VerifyKernels/Strategies.h).
static bool isStrategyOfLoop(Operation *op, NamedAttribute attribute) {
  return isa<scf::ForOp, scf::WhileOp>(op) && attribute.getName() == strategyAttr;
}

/// `where` is empty, or such as "argument 1 ".
static void report(Operation *op, const Twine &where, StringRef name) {
  InFlightDiagnostic error = op->emitOpError() << where << "has '" << name << "', but ";
  if (name == strategyAttr)
    error << strategyPlace;
  else if (name == differentiateAttr)
    error << "it stands on a 'qd.kernel'";
  else if (name == docAttr)
    error << "it stands on a 'qd.kernel' and its arguments";
  else if (name == resultNameAttr)
    error << "it stands on results of a 'qd.kernel'";
  else if (llvm::is_contained(known, name))
    error << "it stands on arguments of a 'qd.kernel'";
  else
    error << "attributes of 'qd' stand on its own operations, and on arguments and results of a 'qd.kernel'";
  if (!llvm::is_contained(known, name))
    error << qdc::didYouMean(qdc::nearestNames(name, {std::begin(known), std::end(known)}));
}

static bool reportOn(Operation *op, const Twine &where, ArrayRef<NamedAttribute> attributes) {
  bool isClean = true;
  for (NamedAttribute attribute : attributes)
    if (isReserved(attribute) && !isStrategyOfLoop(op, attribute)) {
      report(op, where, attribute.getName());
      isClean = false;
    }
  return isClean;
}

LogicalResult qdc::qd::verifyReservedAttributes(ModuleOp module) {
  bool isClean = true;
  module.walk([&](Operation *op) {
    if (isa_and_nonnull<QDDialect>(op->getDialect()))
      return;
    isClean &= reportOn(op, "", op->getDiscardableAttrDictionary().getValue());
    auto helper = dyn_cast<func::FuncOp>(op);
    for (unsigned index = 0; helper && index < helper.getNumArguments(); ++index)
      isClean &= reportOn(op, "argument " + Twine(index) + " ", FunctionOpInterface(helper).getArgAttrs(index));
    for (unsigned index = 0; helper && index < helper.getNumResults(); ++index)
      isClean &= reportOn(op, "result " + Twine(index) + " ", FunctionOpInterface(helper).getResultAttrs(index));
  });
  return success(isClean);
}
