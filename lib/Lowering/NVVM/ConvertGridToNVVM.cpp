//===- ConvertGridToNVVM.cpp - From grids to kernels of NVIDIA's GPUs -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/NVVM/GridToNVVM.h"
#include "qdc/Lowering/NVVM/Passes.h"

#include "NVVMIntrinsics.h"
#include "qdc/Lowering/Common/ExpandAtomics.h"
#include "qdc/Lowering/LLVMGPU/GridToLLVM.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_CONVERTGRIDTONVVM
#include "qdc/Lowering/NVVM/Passes.h.inc"

static bool isNativeAtomic(arith::AtomicRMWKind kind, Type type) {
  return kind == arith::AtomicRMWKind::addf || isCommonAtomic(kind, type);
}

static constexpr LLVMGPUDescription nvidiaLLVM = {
    .gpu = nvidiaGPUs,
    .globalAddressSpace = 1,
    .workgroupAddressSpace = 3,
    .stackAddressSpace = 0,
    .deviceScope = "device",
    .isNativeAtomic = isNativeAtomic,
    .narrowestAtomic = 8,
};

/// Whether the function, with those that it calls, uses workgroup memory: blocks reduce in it.
static bool usesWorkgroupMemory(LLVM::LLVMFuncOp function, SymbolTable &symbols) {
  WalkResult result = function.walk([&](Operation *op) {
    if (auto address = dyn_cast<LLVM::AddressOfOp>(op))
      if (cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace() == nvidiaLLVM.workgroupAddressSpace)
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

/// Entry points are kernels with a block of known size.
static void setKernelAttributes(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    auto entry = function->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
    if (!entry)
      continue;
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
  }
}

LogicalResult lowerGridToNVVM(ModuleOp module) {
  if (failed(lowerGridToLLVM(module, nvidiaLLVM, NVVMIntrinsics())))
    return failure();
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
