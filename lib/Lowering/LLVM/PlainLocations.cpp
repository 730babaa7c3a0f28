//===- PlainLocations.cpp - Locations that debug info can tell ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/LLVM/PlainLocations.h"

#include "qdc/Dialect/QD/IR/SourcePlaces.h"
#include "qdc/Lowering/LLVM/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/DenseMap.h"

#include <algorithm>
#include <string>

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_PLAINLOCATIONS
#include "qdc/Lowering/LLVM/Passes.h.inc"

namespace {

/// Plain locations, each worked out once: most operations share theirs with others.
class PlainForms {
public:
  explicit PlainForms(bool spellsQuotes) : spellsQuotes(spellsQuotes) {}

  /// Line 0 of the file where `location` stands, or of `otherwise`.
  FileLineColLoc line0(Location location, StringAttr otherwise) {
    SmallVector<FileLineColLoc> places = qd::sourcePlaces(location);
    return FileLineColLoc::get(places.empty() ? otherwise : spelt(places.back().getFilename()), 0, 0);
  }

  /// The plain form of `location`; `otherwise` if it names no place.
  Location plain(Location location, Location otherwise) {
    auto [found, isNew] = known.try_emplace(location);
    if (isNew)
      found->second = form(qd::sourcePlaces(location));
    return found->second ? Location(found->second) : otherwise;
  }

private:
  StringAttr spelt(StringAttr file) const {
    if (spellsQuotes || !file.getValue().contains('"'))
      return file;
    std::string name = file.str();
    std::replace(name.begin(), name.end(), '"', '\'');
    return StringAttr::get(file.getContext(), name);
  }

  LocationAttr form(ArrayRef<FileLineColLoc> places) const {
    LocationAttr form;
    for (FileLineColLoc place : llvm::reverse(places)) {
      auto spelled = FileLineColLoc::get(spelt(place.getFilename()), place.getLine(), place.getColumn());
      form = form ? LocationAttr(CallSiteLoc::get(spelled, form)) : LocationAttr(spelled);
    }
    return form;
  }

  bool spellsQuotes;
  llvm::DenseMap<Attribute, LocationAttr> known; // null: no place
};

} // namespace

void makeLocationsPlain(ModuleOp module, bool spellsQuotes) {
  PlainForms forms(spellsQuotes);
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
  using PlainLocationsBase::PlainLocationsBase;

  void runOnOperation() override { makeLocationsPlain(getOperation(), spellsQuotes); }
};

} // namespace

} // namespace qdc
