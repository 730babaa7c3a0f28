//===- ConvertQDToGPU.cpp - From tasks to kernels of a GPU ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Conversion/QDToGPU/Passes.h"
#include "qdc/Conversion/QDToGPU/QDToGPU.h"

#include "../QDToLLVM/Arithmetic.h"
#include "../QDToLLVM/Atomics.h"
#include "../QDToLLVM/Iterations.h"
#include "../QDToLLVM/Memory.h"
#include "AggregateAtomics.h"
#include "GridLoops.h"
#include "KernelFunction.h"
#include "ReadOnlyArrays.h"
#include "UniformAtomics.h"
#include "WideShifts.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_CONVERTQDTOGPU
#include "qdc/Conversion/QDToGPU/Passes.h.inc"

/// In the order of the CPU's lowering (ConvertQDToLLVM.cpp), with other loops.
static LogicalResult lowerTask(qd::TaskOp task, SymbolTableCollection &symbols, const QDToGPUOptions &options) {
  FailureOr<KernelFunction> created = createKernelFunction(task, symbols, nvidiaIntrinsics);
  if (failed(created))
    return failure();
  KernelFunction &kernel = *created;
  ChunkFunction &chunk = kernel.chunk;
  if (options.contract)
    allowContraction(chunk.function);
  aggregateAtomics(kernel);
  combineUniformAtomics(kernel);
  if (failed(lowerMemory(chunk)))
    return failure();
  lowerAtomics(chunk);
  eraseMemRefs(chunk.function);
  lowerGridLoop(kernel);
  kernel.entry->setAttr(entryLaunchShapeAttr, launchShapeAttribute(chunk.function.getContext(), kernel.shape));
  boundWideShifts(chunk.function);
  if (failed(lowerIterations(chunk)))
    return failure();
  markReadOnlyArrays(kernel);
  return success();
}

/// Entry points are kernels with a block of known size; their bodies, where they are functions, become part of them.
static void setKernelAttributes(ModuleOp module, const GPUIntrinsics &intrinsics) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    function.setNoUnwind(true);
    function.setConvergent(true); // threads may wait for each other in it
    if (std::optional<LaunchShape> shape = launchShapeOf(function)) {
      function.setCConv(intrinsics.kernelConvention);
      Builder builder(function.getContext());
      Attribute pair[] = {builder.getStringAttr(intrinsics.blockThreadsAttribute),
                          builder.getStringAttr(Twine(shape->blockThreads))};
      function.setPassthroughAttr(builder.getArrayAttr({builder.getArrayAttr(pair)}));
    } else {
      function.setLinkage(LLVM::Linkage::Internal);
      function.setAlwaysInline(true);
    }
  }
}

LogicalResult lowerTasksToGPU(ModuleOp module, const QDToGPUOptions &options) {
  SymbolTableCollection symbols;
  for (auto task : llvm::make_early_inc_range(module.getOps<qd::TaskOp>()))
    if (failed(lowerTask(task, symbols, options)))
      return failure();
  if (failed(convertModule(module)))
    return failure();
  setKernelAttributes(module, nvidiaIntrinsics);
  return success();
}

namespace {

struct ConvertQDToGPU : impl::ConvertQDToGPUBase<ConvertQDToGPU> {
  using ConvertQDToGPUBase::ConvertQDToGPUBase;

  void runOnOperation() override {
    if (failed(lowerTasksToGPU(getOperation(), {contract})))
      signalPassFailure();
  }
};

} // namespace

} // namespace qdc
