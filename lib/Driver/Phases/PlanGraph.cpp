//===- PlanGraph.cpp - Phase plan-graph -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/Dialect/QD/Transforms/NumberSites.h"

using namespace qdc;

bool qdc::runPlanGraphPhase(Compilation &compilation) {
  // Not as a pass: nothing but numbers is new in the module, which was verified a moment ago.
  qd::numberSites(*compilation.module);
  mlir::FailureOr<ManifestDraft> draft = buildManifest(*compilation.module);
  if (mlir::failed(draft))
    return false;
  compilation.draft = std::move(*draft);
  return true;
}
