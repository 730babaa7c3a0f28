//===- Lower.cpp - Phase lower --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "ImageOptions.h"
#include "PhaseFunctions.h"

#include "mlir/Pass/PassManager.h"

using namespace qdc;

bool qdc::runLowerPhase(Compilation &compilation) {
  for (TargetCompilation &target : compilation.targets) {
    CompileOptions options = imageOptions(compilation, *target.target);
    target.module = compilation.module->clone();
    bool isLowered = compilation.runPasses(
        *target.module, [&](mlir::OpPassManager &passes) { target.target->addLoweringPasses(passes, options); });
    if (!isLowered)
      return false;
  }
  return true;
}
