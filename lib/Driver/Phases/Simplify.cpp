//===- Simplify.cpp - Phase simplify --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "PhaseFunctions.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace qdc;

bool qdc::runSimplifyPhase(Compilation &compilation) {
  return compilation.runPasses(*compilation.module,
                               [](mlir::OpPassManager &passes) { passes.addPass(mlir::createCanonicalizerPass()); });
}
