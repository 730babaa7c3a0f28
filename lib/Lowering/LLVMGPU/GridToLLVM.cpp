//===- GridToLLVM.cpp - From grids to the LLVM dialect --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/LLVMGPU/GridToLLVM.h"

#include "GridBarrier.h"
#include "KernelFunction.h"
#include "LoopAnnotations.h"
#include "ReadOnlyArrays.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/ExpandAtomics.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/WidenNarrowAtomics.h"
#include "qdc/Lowering/GPU/TasksToGrid.h"
#include "qdc/Lowering/LLVM/Iterations.h"
#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

/// The memory that `array` of the grid becomes.
static LLVM::GlobalOp sharedMemory(memref::GlobalOp array, unsigned addressSpace) {
  OpBuilder builder(array);
  MemRefType type = array.getType();
  Type elements = LLVM::LLVMArrayType::get(memoryType(type.getElementType()), type.getNumElements());
  return LLVM::GlobalOp::create(builder, array.getLoc(), elements, /*isConstant=*/false, LLVM::Linkage::Internal,
                                array.getSymName(), Attribute(), /*alignment=*/8, addressSpace);
}

/// Gives workgroup memory its place.
static void placeWorkgroupArrays(ModuleOp module, MutableArrayRef<KernelFunction> functions, unsigned addressSpace) {
  llvm::StringMap<LLVM::GlobalOp> places;
  for (auto array : llvm::make_early_inc_range(module.getOps<memref::GlobalOp>())) {
    places[array.getSymName()] = sharedMemory(array, addressSpace);
    array.erase();
  }
  for (KernelFunction &kernel : functions)
    kernel.function.walk([&](memref::GetGlobalOp op) {
      OpBuilder builder(op);
      Value address = LLVM::AddressOfOp::create(builder, op.getLoc(), places.at(op.getName()));
      op.replaceAllUsesWith(arrayAt(builder, op.getLoc(), op.getType(), address));
      op.erase();
    });
}

/// The subgroup width that an entry point or a shuffle is made for; 0: none.
static int64_t subgroupWidth(Operation *op) {
  if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
    return *getConstantIntValue(shuffle.getWidth());
  auto entry = op->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
  return isa<func::FuncOp>(op) && entry ? entry.getLaunch().getSubgroupWidth() : 0;
}

static LogicalResult verifySubgroups(ModuleOp module, const GPUDescription &gpu) {
  WalkResult result = module.walk([&](Operation *op) {
    if (int64_t width = subgroupWidth(op); width == 0 || width == gpu.subgroupWidth)
      return WalkResult::advance();
    op->emitOpError("is made for subgroups of another width than ")
        << gpu.subgroupWidth << ", which " << gpu.vendor
        << "'s have; run 'convert-tasks-to-grid' with 'subgroup-width=" << gpu.subgroupWidth << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult lowerFunction(KernelFunction &kernel, const LLVMGPUDescription &description,
                                   const LLVMGPUIntrinsics &intrinsics) {
  func::FuncOp function = kernel.function;
  lowerGridBarriers(function, description, intrinsics);
  intrinsics.lowerThreadOperations(function);
  if (failed(widenNarrowAtomics(function, description.narrowestAtomic)))
    return failure();
  expandAtomics(function, description.isNativeAtomic);
  if (kernel.isWholeLaunch)
    markReadOnlyArrays(function);
  lowerMemory(function, {description.deviceScope, {}, description.stackAddressSpace});
  eraseArrays(function);
  intrinsics.mendArithmetic(function);
  annotateLoops(function);
  return lowerIterations(function);
}

/// Bodies, where they are functions, become part of the entry points that call them.
static void setAttributes(ModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    function.setNoUnwind(true);
    function.setConvergent(true); // it may hold barriers
    if (function->hasAttr(qd::entryPointAttr))
      continue;
    function.setLinkage(LLVM::Linkage::Internal);
    function.setAlwaysInline(true);
  }
}

LogicalResult lowerGridToLLVM(ModuleOp module, const LLVMGPUDescription &description,
                              const LLVMGPUIntrinsics &intrinsics) {
  // Math functions are the target's own by now.
  if (failed(verifyGrid(module, llvm::IsaPred<LLVM::CallIntrinsicOp>)) ||
      failed(verifySubgroups(module, description.gpu)))
    return failure();
  SmallVector<KernelFunction> functions = createKernelFunctions(module, description.globalAddressSpace);
  placeWorkgroupArrays(module, functions, description.workgroupAddressSpace);
  for (KernelFunction &function : functions)
    if (failed(lowerFunction(function, description, intrinsics)))
      return failure();
  if (failed(convertModule(module)))
    return failure();
  attachLoopAnnotations(module);
  setAttributes(module);
  return success();
}

} // namespace qdc
