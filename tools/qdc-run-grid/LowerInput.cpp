//===- LowerInput.cpp - From kernels to the grid that is run --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LowerInput.h"

#include "qdc/AutoDiff/Passes.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/Transforms/GridTaskPipeline.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"
#include "qdc/Lowering/Common/CountedLoops.h"
#include "qdc/Lowering/Common/OutlineEarlyExits.h"
#include "qdc/Lowering/Common/WidenNarrowAtomics.h"
#include "qdc/Lowering/GPU/TasksToGrid.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace qdc {

/// What each phase of the compiler does to kernels alone (lib/Driver/Phases).
static void addOffload(OpPassManager &passes, bool hasDerivatives) {
  passes.addPass(qd::createVerifyKernels());
  if (hasDerivatives) {
    qd::prepareForDerivatives(passes);
    passes.addPass(createDifferentiate());
    qd::simplifyWithDerivatives(passes);
  } else {
    qd::simplifyPipeline(passes);
  }
  passes.addPass(qd::createOffload());
}

/// Later passes give it another name.
static FailureOr<qd::KernelOp> findKernel(ModuleOp module, StringRef name) {
  SmallVector<qd::KernelOp> kernels(module.getOps<qd::KernelOp>());
  std::string names;
  for (qd::KernelOp kernel : kernels) {
    if (kernel.getSymName() == name || (name.empty() && kernels.size() == 1))
      return kernel;
    names += (names.empty() ? "'" : ", '") + kernel.getSymName().str() + "'";
  }
  return module.emitError() << "there is no kernel '" << name << "'; accepted: --kernel= with one of " << names;
}

/// The others of the file take time. One that a pass makes of another needs that.
static void eraseOtherKernels(ModuleOp module, StringRef name) {
  SmallVector<qd::KernelOp> others(module.getOps<qd::KernelOp>());
  auto wanted = llvm::find_if(others, [&](qd::KernelOp kernel) { return kernel.getSymName() == name; });
  if (wanted == others.end())
    return;
  others.erase(wanted);
  for (qd::KernelOp kernel : others)
    kernel.erase();
}

static LogicalResult lowerKernels(LoweredInput &input, ModuleOp module, StringRef name,
                                  const ConvertTasksToGridOptions &options) {
  PassManager offload(module.getContext()), tasks(module.getContext()), conversion(module.getContext());
  auto isOffloaded = [](qd::KernelOp kernel) { return kernel.isOffloaded(); };
  if (!llvm::all_of(module.getOps<qd::KernelOp>(), isOffloaded)) {
    eraseOtherKernels(module, name);
    addOffload(offload, qd::asksForDerivatives(module));
  }
  offload.addPass(qd::createVerifyOffload());
  offload.addPass(qd::createNumberSites());
  if (failed(offload.run(module)))
    return failure();
  FailureOr<qd::KernelOp> kernel = findKernel(module, name);
  if (failed(kernel))
    return failure();
  input.kernelName = kernel->getSymName().str();
  // The launches of a kernel name tasks, so those that are equal stay several.
  qd::prepareTasksForGrid(tasks, {.mergeEqualTasks = false});
  if (failed(tasks.run(module)))
    return failure();
  IRMapping copies;
  input.kernels = cast<ModuleOp>(module->clone(copies));
  input.kernel = cast<qd::KernelOp>(copies.lookup(kernel->getOperation()));
  conversion.addPass(createConvertTasksToGrid(options));
  return conversion.run(module);
}

FailureOr<LoweredInput> lowerInput(OwningOpRef<ModuleOp> module, StringRef kernel, const LoweringOptions &options) {
  LoweredInput input;
  if (!module->getOps<qd::KernelOp>().empty() && failed(lowerKernels(input, *module, kernel, options.grid)))
    return failure();
  if (failed(verifyGrid(*module)))
    return failure();
  // What the following make, whatever the file holds.
  module->getContext()->loadDialect<arith::ArithDialect, func::FuncDialect, memref::MemRefDialect, scf::SCFDialect>();
  if (options.outlinesEarlyExits)
    outlineEarlyExits(*module);
  for (auto function : module->getOps<func::FuncOp>()) {
    if (failed(widenNarrowAtomics(function, options.narrowestAtomic)))
      return failure();
    // What an scf.for does is defined by this; every target calls it.
    boundLoops(function);
  }
  input.grid = std::move(module);
  return input;
}

} // namespace qdc
