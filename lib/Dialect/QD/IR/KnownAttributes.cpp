//===- KnownAttributes.cpp - Which attributes an operation has ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownAttributes.h"

#include "qdc/Dialect/QD/IR/PrivateForm.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/IR/SourceLoops.h"

using namespace mlir;
using namespace qdc::qd;

/// Whether a pass of ours puts the attribute `name` on operations like `op`; what each means is said where it is named.
static bool isSetByPasses(Operation *op, StringRef name) {
  if (isa<ForOp>(op))
    return name == sourceLoopsAttr;
  return isa<TaskOp>(op) && (name == transferAttr || name == privateFormAttr || name == privateAtomicsAttr);
}

/// The operation's own attributes, without those that its text form spells in another way.
static SmallVector<StringRef> attributesOf(Operation *op) {
  static constexpr StringLiteral spelled[] = {"arg_attrs", "function_type", "operandSegmentSizes", "res_attrs",
                                              "sym_name"};
  SmallVector<StringRef> names;
  for (StringAttr name : op->getName().getAttributeNames())
    if (!llvm::is_contained(spelled, name.getValue()))
      names.push_back(name.getValue());
  return names;
}

static LogicalResult verifyOwnAttributes(Operation *op) {
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    StringRef name = attribute.getName().getValue();
    auto [prefix, rest] = name.split('.');
    bool isForeign = !rest.empty() && prefix != QDDialect::getDialectNamespace();
    if (isForeign || isSetByPasses(op, name))
      continue;
    InFlightDiagnostic error = op->emitOpError() << "has '" << name << "', but its attributes are ";
    SmallVector<StringRef> known = attributesOf(op);
    for (StringRef own : known)
      error << "'" << own << "', ";
    return error << (known.empty() ? "" : "and ") << "those with the prefix of another dialect";
  }
  return success();
}

LogicalResult qdc::qd::verifyKnownAttributes(Operation *op) {
  WalkResult result = op->walk<WalkOrder::PreOrder>([](Operation *inner) {
    bool isOurs = isa_and_present<QDDialect>(inner->getDialect());
    return WalkResult(isOurs ? verifyOwnAttributes(inner) : success());
  });
  return failure(result.wasInterrupted());
}
