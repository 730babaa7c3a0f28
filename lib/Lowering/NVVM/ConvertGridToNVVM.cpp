//===- ConvertGridToNVVM.cpp - From grids to kernels of NVIDIA's GPUs -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/NVVM/GridToNVVM.h"
#include "qdc/Lowering/NVVM/Passes.h"

#include "GridBarrier.h"
#include "KernelFunction.h"
#include "LoopAnnotations.h"
#include "ReadOnlyArrays.h"
#include "ThreadOperations.h"
#include "WideShifts.h"
#include "qdc/Lowering/Common/ExpandAtomics.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/GPU/TasksToGrid.h"
#include "qdc/Lowering/LLVM/Iterations.h"
#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_CONVERTGRIDTONVVM
#include "qdc/Lowering/NVVM/Passes.h.inc"

static bool isNativeAtomic(arith::AtomicRMWKind kind, Type type) {
  return kind == arith::AtomicRMWKind::addf || isCommonAtomic(kind, type);
}

constexpr GPUDescription nvidiaGPUs = {
    .subgroupWidth = 32,
    .globalAddressSpace = 1,
    .workgroupAddressSpace = 3,
    .deviceScope = "device",
    .isNativeAtomic = isNativeAtomic,
};

/// The memory that `array` of the grid becomes.
static LLVM::GlobalOp sharedMemory(memref::GlobalOp array) {
  OpBuilder builder(array);
  MemRefType type = array.getType();
  Type elements = LLVM::LLVMArrayType::get(memoryType(type.getElementType()), type.getNumElements());
  return LLVM::GlobalOp::create(builder, array.getLoc(), elements, /*isConstant=*/false, LLVM::Linkage::Internal,
                                array.getSymName(), Attribute(), /*alignment=*/8, nvidiaGPUs.workgroupAddressSpace);
}

/// Gives workgroup memory its place.
static void placeWorkgroupArrays(ModuleOp module, MutableArrayRef<KernelFunction> functions) {
  llvm::StringMap<LLVM::GlobalOp> places;
  for (auto array : llvm::make_early_inc_range(module.getOps<memref::GlobalOp>())) {
    places[array.getSymName()] = sharedMemory(array);
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

static LogicalResult verifySubgroups(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    if (int64_t width = subgroupWidth(op); width == 0 || width == nvidiaGPUs.subgroupWidth)
      return WalkResult::advance();
    op->emitOpError("is made for subgroups of another width than ")
        << nvidiaGPUs.subgroupWidth
        << ", which NVIDIA's have; run 'convert-tasks-to-grid' with 'subgroup-width=" << nvidiaGPUs.subgroupWidth
        << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult lowerFunction(KernelFunction &kernel) {
  func::FuncOp function = kernel.function;
  lowerGridBarriers(function);
  lowerThreadOperations(function);
  expandAtomics(function, nvidiaGPUs.isNativeAtomic);
  if (kernel.isWholeLaunch)
    markReadOnlyArrays(function);
  lowerMemory(function, {nvidiaGPUs.deviceScope, {}});
  eraseArrays(function);
  boundWideShifts(function);
  annotateLoops(function);
  return lowerIterations(function);
}

/// Whether the function, with those that it calls, uses workgroup memory: blocks reduce in it.
static bool usesWorkgroupMemory(LLVM::LLVMFuncOp function, SymbolTable &symbols) {
  WalkResult result = function.walk([&](Operation *op) {
    if (auto address = dyn_cast<LLVM::AddressOfOp>(op))
      if (cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace() == nvidiaGPUs.workgroupAddressSpace)
        return WalkResult::interrupt();
    if (auto call = dyn_cast<LLVM::CallOp>(op); call && call.getCallee())
      if (auto callee = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee()))
        if (!callee.isExternal() && usesWorkgroupMemory(callee, symbols))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// How many blocks a multiprocessor must have room for. 512 threads have 64 registers then, up to which ptxas spends
/// them on loads that are under way together; by itself it spills from fewer. Reductions take up to twice as many.
static unsigned blocksAtOnce(LLVM::LLVMFuncOp function, qd::LaunchAttr launch, SymbolTable &symbols) {
  constexpr unsigned threadsOfLoop = 512;
  return launch.getGrid() == qd::GridSize::cooperative && launch.getBlockThreads() <= threadsOfLoop &&
                 !usesWorkgroupMemory(function, symbols)
             ? 2
             : 1;
}

/// Entry points are kernels with a block of known size; their bodies, where they are functions, become part of them.
static void setKernelAttributes(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    function.setNoUnwind(true);
    function.setConvergent(true); // threads may wait for each other in it
    if (auto entry = function->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr)) {
      function.setCConv(LLVM::CConv::PTX_Kernel);
      Builder builder(function.getContext());
      auto attribute = [&](StringRef name, unsigned value) -> Attribute {
        return builder.getStrArrayAttr({name, std::to_string(value)});
      };
      qd::LaunchAttr launch = entry.getLaunch();
      SmallVector<Attribute, 2> attributes = {attribute("nvvm.maxntid", launch.getBlockThreads())};
      if (unsigned blocks = blocksAtOnce(function, launch, symbols); blocks > 1)
        attributes.push_back(attribute("nvvm.minctasm", blocks));
      function.setPassthroughAttr(builder.getArrayAttr(attributes));
    } else {
      function.setLinkage(LLVM::Linkage::Internal);
      function.setAlwaysInline(true);
    }
  }
}

LogicalResult lowerGridToNVVM(ModuleOp module) {
  // Math functions are the target's own by now.
  if (failed(verifyGrid(module, llvm::IsaPred<LLVM::CallIntrinsicOp>)) || failed(verifySubgroups(module)))
    return failure();
  SmallVector<KernelFunction> functions = createKernelFunctions(module);
  placeWorkgroupArrays(module, functions);
  for (KernelFunction &function : functions)
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
