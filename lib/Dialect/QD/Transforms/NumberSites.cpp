//===- NumberSites.cpp - Numbers the places that report -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/NumberSites.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/IR/ReportText.h"
#include "qdc/Dialect/QD/IR/SourcePlaces.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc::qd;

namespace qdc::qd {
#define GEN_PASS_DEF_NUMBERSITES
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

void qdc::qd::forEachSite(ModuleOp module, llvm::function_ref<void(Operation *)> visit) {
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<AdstackOverflowOp, AssertOp, CheckOp, PrintOp, GraphDoWhileOp, GraphWhileOp, GraphRepeatOp>(op))
      visit(op);
  });
}

/// What an operation reports and where, as the manifest tells it (describeSite in
/// lib/Driver/Manifest/ManifestBuilder.cpp).
static ArrayAttr reportOf(Operation *op) {
  Builder builder(op->getContext());
  SmallVector<Attribute> parts;
  SmallVector<FileLineColLoc> places = sourcePlaces(op->getLoc());
  parts.push_back(places.empty() ? Attribute(builder.getUnitAttr()) : Attribute(LocationAttr(places.front())));
  for (StringRef name : {"message", "format", "name"})
    if (Attribute text = op->getAttr(name))
      parts.push_back(text);
  if (auto task = op->getParentOfType<TaskOp>(); task && isa<AdstackOverflowOp>(op))
    parts.push_back(task.getSymNameAttr());
  if (isa<AssertOp, CheckOp>(op))
    parts.push_back(builder.getStringAttr(describeCalls(op->getLoc())));
  if (isa<PrintOp, CheckOp>(op))
    for (Type type : op->getOperandTypes())
      parts.push_back(TypeAttr::get(type));
  parts.push_back(op->getName().getIdentifier());
  return builder.getArrayAttr(parts);
}

void qdc::qd::numberSites(ModuleOp module) {
  llvm::DenseMap<Attribute, uint32_t> known;
  forEachSite(module, [&](Operation *op) {
    uint32_t number = known.try_emplace(reportOf(op), known.size()).first->second;
    llvm::TypeSwitch<Operation *>(op)
        .Case<AdstackOverflowOp, AssertOp, CheckOp, PrintOp, GraphDoWhileOp, GraphWhileOp, GraphRepeatOp>(
            [&](auto site) { site.setSite(number); });
  });
}

namespace {

struct NumberSites : public qdc::qd::impl::NumberSitesBase<NumberSites> {
  void runOnOperation() override { numberSites(getOperation()); }
};

} // namespace
