//===- Simplify.cpp - Phase simplify --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"

using namespace qdc;

bool qdc::runSimplifyPhase(Compilation &compilation) {
  const DriverOptions &options = compilation.options;
  qd::SimplifyOptions simplify{options.package.fuseTasks, options.remarkFusedTasks, options.remarkMissedFusion};
  return compilation.runPasses(*compilation.module,
                               [&](mlir::OpPassManager &passes) { qd::simplifyPipeline(passes, simplify); });
}
