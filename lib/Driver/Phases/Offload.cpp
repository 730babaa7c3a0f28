//===- Offload.cpp - Phase offload ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace qdc;

bool qdc::runOffloadPhase(Compilation &compilation) {
  return compilation.runPasses(*compilation.module, [](mlir::OpPassManager &passes) {
    passes.addPass(qd::createOffload());
    passes.addPass(qd::createVerifyOffload());
  });
}
