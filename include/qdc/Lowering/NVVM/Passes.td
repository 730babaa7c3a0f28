//===- Passes.td - The pass from grids to NVIDIA's GPUs ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_NVVM_PASSES_TD
#define QDC_LOWERING_NVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGridToNVVM : Pass<"convert-grid-to-nvvm", "::mlir::ModuleOp"> {
  let summary = "turn grids of threads into kernels of an NVIDIA GPU";
  let description = [{
    Runs after `convert-tasks-to-grid`, with subgroups of 32 threads. Each entry
    point becomes a kernel in the LLVM dialect with one parameter of 8 bytes for
    each slot, or, where it says `slot_passing = memory`, with their address. Its
    attributes stay. A body that nothing else calls becomes part of it; one whose
    slots lie in memory is a function of its own, which is inlined later.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::gpu::GPUDialect", "::mlir::scf::SCFDialect", "::qdc::qd::QDDialect"];
}

#endif // QDC_LOWERING_NVVM_PASSES_TD
