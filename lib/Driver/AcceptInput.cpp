//===- AcceptInput.cpp - What a source may bring along --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AcceptInput.h"

#include "SourceMessages/UnknownOperations.h"
#include "qdc/Dialect/QD/IR/AttributeOwners.h"
#include "qdc/Dialect/QD/IR/KeptArrays.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace qdc;

static bool isForeign(NamedAttribute attribute) { return qd::isForeignAttribute(attribute.getName().getValue()); }

/// Without the foreign ones.
static DictionaryAttr ownAttributes(DictionaryAttr attributes) {
  if (llvm::none_of(attributes, isForeign))
    return attributes;
  SmallVector<NamedAttribute> own;
  llvm::copy_if(attributes, std::back_inserter(own), [](NamedAttribute attribute) { return !isForeign(attribute); });
  return DictionaryAttr::get(attributes.getContext(), own);
}

/// The same for a list of dictionaries, one for each argument or result.
static void removeForeignFrom(Operation *function, StringRef listName) {
  auto list = function->getAttrOfType<ArrayAttr>(listName);
  if (!list)
    return;
  SmallVector<Attribute> own;
  for (Attribute entry : list) {
    auto attributes = dyn_cast<DictionaryAttr>(entry); // the verifier reports another one
    own.push_back(attributes ? ownAttributes(attributes) : entry);
  }
  function->setAttr(listName, ArrayAttr::get(function->getContext(), own));
}

static void removeForeignAttributes(Operation *op) {
  DictionaryAttr attributes = op->getDiscardableAttrDictionary();
  if (DictionaryAttr own = ownAttributes(attributes); own != attributes)
    op->setDiscardableAttrs(own);
  if (isa<qd::KernelOp, func::FuncOp>(op))
    for (StringRef list : {"arg_attrs", "res_attrs"})
      removeForeignFrom(op, list);
}

/// What phases of the compiler make is theirs: they trust it.
static LogicalResult verifyIsInput(Operation *op) {
  if (isa<qd::TaskOp>(op))
    return op->emitOpError("is what the phase 'offload' makes, and no input; write a 'qd.kernel' with loops");
  SmallVector<StringAttr> made;
  if (auto kernel = dyn_cast<qd::KernelOp>(op))
    made = {kernel.getWorkspaceBytesAttrName(), kernel.getReadbackOffsetAttrName(), kernel.getReadbackBytesAttrName(),
            kernel.getResultOffsetsAttrName(),  kernel.getBarrierOffsetAttrName(),  kernel.getSpecializedAttrName(),
            kernel.getCheckedAttrName()};
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (qd::isSetByPasses(op, attribute.getName().getValue()))
      made.push_back(attribute.getName());
  for (StringAttr name : made)
    if (op->hasAttr(name))
      return op->emitOpError() << "has '" << name.getValue() << "', which phases of the compiler add; leave it out";
  if (qd::readKeptArray(op->getLoc()))
    return op->emitOpError("has 'qd.kept' in its location, which phases of the compiler add; leave it out");
  return success();
}

LogicalResult qdc::acceptInput(ModuleOp module) {
  bool isAccepted = true;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!op->isRegistered()) {
      isAccepted = false;
      op->emitError(explainUnknownOperation(op->getName().getStringRef(), *op->getContext()));
    }
    isAccepted &= succeeded(verifyIsInput(op));
    removeForeignAttributes(op);
  });
  return success(isAccepted);
}
