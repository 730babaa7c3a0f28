//===- Warnings.cpp - What is likely not meant, found without running -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/Warnings.h"
#include "qdc/Dialect/QD/IR/SortedDiagnostics.h"
#include "qdc/Dialect/QD/Transforms/DefineArithmetic.h"
#include "qdc/Dialect/QD/Transforms/InlineHelpers.h"
#include "qdc/Dialect/QD/Transforms/NormalizeLoops.h"

#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace qdc::qd;

InFlightDiagnostic qdc::qd::emitWarning(Location location, Warning warning, bool isError) {
  InFlightDiagnostic diagnostic = isError ? mlir::emitError(location) : mlir::emitWarning(location);
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

void qdc::qd::emitWarnings(ModuleOp module) {
  // A helper that is called twice is looked at twice.
  SortedDiagnostics found(*module.getContext(),
                          [](Diagnostic &diagnostic) { return findWarning(diagnostic).has_value(); });
  for (auto kernel : module.getOps<KernelOp>())
    warnUnused(kernel); // ahead of inlining: what a helper leaves unused is passed to it all the same
  OwningOpRef<ModuleOp> copy = module.clone();
  defineArithmetic(*copy);
  if (failed(inlineHelpers(*copy)))
    return;
  for (auto kernel : copy->getOps<KernelOp>()) {
    if (failed(normalizeLoops(kernel)))
      continue; // the phase 'simplify' says why
    warnUnwritten(kernel);
    warnBounds(kernel);
    warnFlag(kernel);
    warnRace(kernel);
    warnSerial(kernel);
  }
}
