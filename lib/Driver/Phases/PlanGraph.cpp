//===- PlanGraph.cpp - Phase plan-graph -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace qdc;

bool qdc::runPlanGraphPhase(Compilation &compilation) {
  if (!compilation.runPasses(*compilation.module,
                             [](mlir::OpPassManager &passes) { passes.addPass(qd::createNumberSites()); }))
    return false;
  mlir::FailureOr<ManifestDraft> draft = buildManifest(*compilation.module);
  if (mlir::failed(draft))
    return false;
  compilation.draft = std::move(*draft);
  return true;
}
