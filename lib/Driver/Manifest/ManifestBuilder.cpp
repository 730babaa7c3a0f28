//===- ManifestBuilder.cpp - The manifest of a module ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Driver/Manifest/ManifestBuilder.h"
#include "ManifestGlobals.h"
#include "ManifestKernels.h"
#include "qdc/Dialect/QD/IR/ReportText.h"
#include "qdc/Dialect/QD/IR/SourcePlaces.h"
#include "qdc/Dialect/QD/Transforms/NumberSites.h"
#include "qdc/Support/CheckText.h"
#include "qdc/Support/Sha256.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc;

SourceLocation qdc::sourceLocation(Location location) {
  SmallVector<FileLineColLoc> places = qd::sourcePlaces(location);
  if (places.empty())
    return {};
  return {places.front().getFilename().str(), places.front().getLine(), places.front().getColumn()};
}

static std::vector<ElementType> describeValues(ValueRange values) {
  std::vector<ElementType> types;
  for (Type type : values.getTypes())
    types.push_back(elementTypeOf(type).value_or(ElementType::i64));
  return types;
}

static Site describeSite(Operation *op) {
  Site site;
  site.location = sourceLocation(op->getLoc());
  if (auto assertion = dyn_cast<qd::AssertOp>(op)) {
    site.kind = SiteKind::assertion;
    site.message = assertion.getMessage().str() + qd::describeCalls(op->getLoc());
  } else if (auto print = dyn_cast<qd::PrintOp>(op)) {
    site.kind = SiteKind::print;
    site.message = print.getFormat().str();
    site.valueTypes = describeValues(print.getValues());
  } else if (auto check = dyn_cast<qd::CheckOp>(op)) {
    site.kind = SiteKind::check;
    site.message = check.getMessage().str() + escapeCheckText(qd::describeCalls(op->getLoc()));
    site.valueTypes = describeValues(check.getValues());
  } else if (isa<qd::AdstackOverflowOp>(op)) {
    site.kind = SiteKind::adstack;
    site.message = taskName(op->getParentOfType<qd::TaskOp>());
  } else {
    site.kind = SiteKind::loop;
    if (auto loop = dyn_cast<qd::GraphDoWhileOp>(op))
      site.message = loop.getName().value_or("").str();
  }
  return site;
}

static bool isSameSite(const Site &a, const Site &b) {
  return a.kind == b.kind && a.location.file == b.location.file && a.location.line == b.location.line &&
         a.location.column == b.location.column && a.message == b.message && a.valueTypes == b.valueTypes;
}

/// Sites have the numbers that numberSites gave them, or the module was changed since.
static LogicalResult describeSites(ModuleOp module, std::vector<Site> &sites) {
  LogicalResult result = success();
  qd::forEachSite(module, [&](Operation *op) {
    if (failed(result))
      return;
    auto number = op->getAttrOfType<IntegerAttr>("site");
    const uint64_t site = number ? number.getValue().getZExtValue() : UINT64_MAX;
    if (site == sites.size())
      sites.push_back(describeSite(op));
    else if (site > sites.size() || !isSameSite(sites[site], describeSite(op)))
      result = op->emitOpError("is a site of the module but not numbered so; run qd-number-sites");
  });
  return result;
}

FailureOr<ManifestDraft> qdc::buildManifest(ModuleOp module) {
  ManifestDraft draft;
  for (auto op : module.getOps<memref::GlobalOp>()) {
    FailureOr<Global> global = describeGlobal(op, draft.data);
    if (failed(global))
      return failure();
    draft.module.globals.push_back(std::move(*global));
  }
  draft.module.dataBytes = draft.data.size();
  if (!draft.data.empty())
    draft.module.dataDigest = sha256Hex(draft.data);
  if (failed(describeSites(module, draft.module.sites)) || failed(describeKernels(module, draft)))
    return failure();
  return draft;
}
