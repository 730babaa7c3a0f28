//===- Warnings.cpp - What is likely not meant, found without running -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/Warnings.h"
#include "qdc/Dialect/QD/IR/SourcePlaces.h"
#include "qdc/Dialect/QD/Transforms/DefineArithmetic.h"
#include "qdc/Dialect/QD/Transforms/InlineHelpers.h"
#include "qdc/Dialect/QD/Transforms/NormalizeLoops.h"

#include "mlir/IR/OwningOpRef.h"

#include <map>
#include <set>
#include <tuple>

using namespace mlir;
using namespace qdc::qd;

InFlightDiagnostic qdc::qd::emitWarning(Location location, Warning warning) {
  InFlightDiagnostic diagnostic = mlir::emitWarning(location);
  diagnostic.getUnderlyingDiagnostic()->getMetadata().push_back(DiagnosticArgument(StringRef(describe(warning).name)));
  return diagnostic;
}

std::optional<Warning> qdc::qd::findWarning(Diagnostic &diagnostic) {
  for (const DiagnosticArgument &argument : diagnostic.getMetadata())
    for (auto [index, description] : llvm::enumerate(warningDescriptions))
      if (argument.getKind() == DiagnosticArgument::DiagnosticArgumentKind::String &&
          argument.getAsString() == description.name)
        return static_cast<Warning>(index);
  return std::nullopt;
}

/// Emits those of a module, in any order and several times.
static void findWarnings(ModuleOp module) {
  for (auto kernel : module.getOps<KernelOp>())
    warnUnused(kernel); // ahead of inlining: what a helper leaves unused is passed to it all the same
  OwningOpRef<ModuleOp> copy = module.clone();
  defineArithmetic(*copy);
  if (failed(inlineHelpers(*copy)))
    return;
  for (auto kernel : copy->getOps<KernelOp>()) {
    if (failed(normalizeLoops(kernel)))
      continue; // the phase 'simplify' says why
    warnBounds(kernel);
    warnFlag(kernel);
    warnRace(kernel);
    warnSerial(kernel);
  }
}

namespace {
/// Where a message stands in a source, comparable.
using Place = std::tuple<bool, StringRef, unsigned, unsigned>; // without a place, file, line, column
} // namespace

static Place placeOf(const Diagnostic &diagnostic) {
  SmallVector<FileLineColLoc> places = sourcePlaces(diagnostic.getLocation());
  if (places.empty())
    return {true, "", 0, 0};
  return {false, places[0].getFilename().getValue(), places[0].getLine(), places[0].getColumn()};
}

void qdc::qd::emitWarnings(ModuleOp module) {
  std::multimap<Place, Diagnostic> found;
  {
    ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diagnostic) {
      if (findWarning(diagnostic))
        found.emplace(placeOf(diagnostic), std::move(diagnostic));
    });
    findWarnings(module);
  }
  std::set<std::pair<Place, std::string>> told;
  for (auto &[place, diagnostic] : found)
    if (std::get<0>(place) || told.emplace(place, diagnostic.str()).second)
      module.getContext()->getDiagEngine().emit(std::move(diagnostic));
}
