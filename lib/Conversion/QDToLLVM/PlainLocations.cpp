//===- PlainLocations.cpp - Locations that debug info can tell ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Conversion/QDToLLVM/PlainLocations.h"

#include "qdc/Conversion/QDToLLVM/Passes.h"
#include "qdc/Dialect/QD/IR/SourcePlaces.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_PLAINLOCATIONS
#include "qdc/Conversion/QDToLLVM/Passes.h.inc"

namespace {

/// Plain locations, each worked out once: most operations share theirs with others.
class PlainForms {
public:
  /// Line 0 of the file where `location` stands, or of `otherwise`.
  FileLineColLoc line0(Location location, StringAttr otherwise) {
    SmallVector<FileLineColLoc> places = qd::sourcePlaces(location);
    return FileLineColLoc::get(places.empty() ? otherwise : places.back().getFilename(), 0, 0);
  }

  /// The plain form of `location`; `otherwise` if it names no place.
  Location plain(Location location, Location otherwise) {
    auto [found, isNew] = known.try_emplace(location);
    if (isNew)
      found->second = form(qd::sourcePlaces(location));
    return found->second ? Location(found->second) : otherwise;
  }

private:
  static LocationAttr form(ArrayRef<FileLineColLoc> places) {
    LocationAttr form;
    for (FileLineColLoc place : llvm::reverse(places))
      form = form ? LocationAttr(CallSiteLoc::get(place, form)) : LocationAttr(place);
    return form;
  }

  llvm::DenseMap<Attribute, LocationAttr> known; // null: no place
};

} // namespace

void makeLocationsPlain(ModuleOp module) {
  PlainForms forms;
  FileLineColLoc start = forms.line0(module.getLoc(), StringAttr::get(module.getContext(), "<unknown>"));
  module->setLoc(start);
  for (Operation &symbol : module.getOps()) {
    FileLineColLoc nowhere = forms.line0(symbol.getLoc(), start.getFilename());
    if (isa<LLVM::LLVMFuncOp>(symbol))
      symbol.walk([&](Operation *op) { op->setLoc(forms.plain(op->getLoc(), nowhere)); });
    else
      symbol.walk([&](Operation *op) { op->setLoc(nowhere); }); // a global has no line, and no callers
  }
}

namespace {

struct PlainLocations : impl::PlainLocationsBase<PlainLocations> {
  void runOnOperation() override { makeLocationsPlain(getOperation()); }
};

} // namespace

} // namespace qdc
