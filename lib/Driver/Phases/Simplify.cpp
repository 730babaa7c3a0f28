//===- Simplify.cpp - Phase simplify --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"

using namespace qdc;

bool qdc::runSimplifyPhase(Compilation &compilation) {
  bool hasDerivatives = qd::asksForDerivatives(*compilation.module);
  return compilation.runPasses(*compilation.module, [&](mlir::OpPassManager &passes) {
    const qd::SimplifyOptions options = simplifyOptions(compilation.options);
    if (hasDerivatives)
      qd::prepareForDerivatives(passes, options);
    else
      qd::simplifyPipeline(passes, options);
  });
}
