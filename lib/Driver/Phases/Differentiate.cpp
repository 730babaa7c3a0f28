//===- Differentiate.cpp - Phase differentiate ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "Determinism.h"
#include "PhaseFunctions.h"
#include "qdc/AutoDiff/Passes.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"

#include "mlir/Pass/PassManager.h"

using namespace qdc;

static bool makeDerivatives(Compilation &compilation) {
  if (!qd::asksForDerivatives(*compilation.module))
    return true;
  return compilation.runPasses(*compilation.module, [&](mlir::OpPassManager &passes) {
    const std::optional<GradientCheck> &check = compilation.options.package.gradientCheck;
    if (check && check->isReference)
      passes.addPass(createWidenFloats());
    passes.addPass(createDifferentiate({compilation.options.package.adstackCapacity}));
    qd::simplifyWithDerivatives(passes, simplifyOptions(compilation.options));
  });
}

bool qdc::runDifferentiatePhase(Compilation &compilation) {
  if (!makeDerivatives(compilation))
    return false;
  // Before tasks are made, which take kernels apart.
  return !compilation.options.deterministic || mlir::succeeded(verifyDeterministic(*compilation.module));
}
