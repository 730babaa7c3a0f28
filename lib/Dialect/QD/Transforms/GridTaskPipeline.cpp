//===- GridTaskPipeline.cpp - What precedes the grid ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/Transforms/GridTaskPipeline.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace qdc;

void qd::prepareTasksForGrid(mlir::OpPassManager &passes, const GridTaskOptions &options) {
  passes.addPass(createNameSymbols());
  ExpandTaskParametersOptions parameters;
  parameters.checkErrors = true;
  passes.addPass(createExpandTaskParameters(parameters));
  if (options.mergeEqualTasks)
    passes.addPass(createMergeEqualTasks({.compareLocations = options.compareLocations}));
  if (options.optimize) {
    passes.addNestedPass<TaskOp>(createUnrollLocalLoops());
    passes.addNestedPass<TaskOp>(createCollapseLoops());
  }
}
