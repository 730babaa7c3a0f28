//===- ConvertGridToNVVM.cpp - From grids to kernels of NVIDIA's GPUs -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Conversion/GridToNVVM/GridToNVVM.h"
#include "qdc/Conversion/GridToNVVM/Passes.h"

#include "../QDToLLVM/Atomics.h"
#include "../QDToLLVM/Iterations.h"
#include "../QDToLLVM/Memory.h"
#include "KernelFunction.h"
#include "LoopAnnotations.h"
#include "ReadOnlyArrays.h"
#include "ThreadOperations.h"
#include "WideShifts.h"
#include "qdc/Conversion/TasksToGrid/TasksToGrid.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_CONVERTGRIDTONVVM
#include "qdc/Conversion/GridToNVVM/Passes.h.inc"

/// Gives workgroup memory its place.
static void placeWorkgroupArrays(ChunkFunction &chunk) {
  chunk.function.walk([&](memref::GetGlobalOp op) {
    OpBuilder module(chunk.function), builder(op);
    MemRefType type = op.getType();
    Type array = LLVM::LLVMArrayType::get(memoryType(type.getElementType()), type.getNumElements());
    auto global = LLVM::GlobalOp::create(module, op.getLoc(), array, /*isConstant=*/false, LLVM::Linkage::Internal,
                                         op.getName(), Attribute(), /*alignment=*/8, sharedAddressSpace);
    chunk.pointers[op] = LLVM::AddressOfOp::create(builder, op.getLoc(), global);
  });
}

static LogicalResult lowerFunction(ChunkFunction &chunk) {
  lowerThreadOperations(chunk.function);
  placeWorkgroupArrays(chunk);
  if (failed(lowerMemory(chunk)))
    return failure();
  lowerAtomics(chunk);
  eraseMemRefs(chunk.function);
  boundWideShifts(chunk.function);
  annotateLoops(chunk.function);
  if (failed(lowerIterations(chunk)))
    return failure();
  markReadOnlyArrays(chunk.function);
  return success();
}

/// Entry points are kernels with a block of known size; their bodies, where they are functions, become part of them.
static void setKernelAttributes(ModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    function.setNoUnwind(true);
    function.setConvergent(true); // threads may wait for each other in it
    if (std::optional<LaunchShape> shape = launchShapeOf(function)) {
      function.setCConv(LLVM::CConv::PTX_Kernel);
      Builder builder(function.getContext());
      Attribute pair[] = {builder.getStringAttr("nvvm.maxntid"), builder.getStringAttr(Twine(shape->blockThreads))};
      function.setPassthroughAttr(builder.getArrayAttr({builder.getArrayAttr(pair)}));
    } else {
      function.setLinkage(LLVM::Linkage::Internal);
      function.setAlwaysInline(true);
    }
  }
}

LogicalResult lowerGridToNVVM(ModuleOp module) {
  SmallVector<func::FuncOp> entries;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(entryLaunchShapeAttr))
      entries.push_back(function);
  SmallVector<ChunkFunction> functions;
  for (func::FuncOp entry : entries)
    createKernelFunctions(entry, functions);
  for (ChunkFunction &function : functions)
    if (failed(lowerFunction(function)))
      return failure();
  if (failed(convertModule(module)))
    return failure();
  attachLoopAnnotations(module);
  setKernelAttributes(module);
  return success();
}

namespace {

struct ConvertGridToNVVM : impl::ConvertGridToNVVMBase<ConvertGridToNVVM> {
  using ConvertGridToNVVMBase::ConvertGridToNVVMBase;

  void runOnOperation() override {
    if (failed(lowerGridToNVVM(getOperation())))
      signalPassFailure();
  }
};

} // namespace

} // namespace qdc
