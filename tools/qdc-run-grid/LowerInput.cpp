//===- LowerInput.cpp - From kernels to the grid that is run --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LowerInput.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"
#include "qdc/Lowering/GPU/TasksToGrid.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace qdc {

/// What each phase of the compiler does to kernels alone (lib/Driver/Phases).
static void addOffload(OpPassManager &passes) {
  passes.addPass(qd::createVerifyKernels());
  qd::simplifyPipeline(passes);
  passes.addPass(qd::createOffload());
  passes.addPass(qd::createVerifyOffload());
  passes.addPass(qd::createNumberSites());
}

/// What comes ahead of the grid for a GPU (CUDATarget.cpp), but that tasks which are equal stay several.
static void addTaskPasses(OpPassManager &passes) {
  passes.addPass(qd::createNameSymbols());
  qd::ExpandTaskParametersOptions parameters;
  parameters.checkErrors = true;
  passes.addPass(qd::createExpandTaskParameters(parameters));
  passes.addNestedPass<qd::TaskOp>(qd::createUnrollLocalLoops());
  passes.addNestedPass<qd::TaskOp>(qd::createCollapseLoops());
}

FailureOr<LoweredInput> lowerInput(OwningOpRef<ModuleOp> module, const ConvertTasksToGridOptions &options) {
  LoweredInput input;
  auto isOffloaded = [](qd::KernelOp kernel) { return kernel.isOffloaded(); };
  auto kernels = module->getOps<qd::KernelOp>();
  if (!kernels.empty()) {
    PassManager before(module->getContext());
    if (!llvm::all_of(kernels, isOffloaded))
      addOffload(before);
    addTaskPasses(before);
    if (failed(before.run(*module)))
      return failure();
    input.kernels = module->clone();
    PassManager conversion(module->getContext());
    conversion.addPass(createConvertTasksToGrid(options));
    if (failed(conversion.run(*module)))
      return failure();
  }
  if (failed(verifyGrid(*module)))
    return failure();
  input.grid = std::move(module);
  return input;
}

} // namespace qdc
