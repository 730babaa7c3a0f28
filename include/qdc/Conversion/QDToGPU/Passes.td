//===- Passes.td - The pass from qd to kernels of a GPU ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CONVERSION_QDTOGPU_PASSES_TD
#define QDC_CONVERSION_QDTOGPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertQDToGPU : Pass<"convert-qd-to-gpu", "::mlir::ModuleOp"> {
  let summary = "turn tasks into kernels of an NVIDIA GPU";
  let description = [{
    Runs after `qd-expand-task-parameters="check-errors"` and `qd-number-sites`.
    Each task becomes a GPU entry point as KernelABI.h describes it, in the LLVM
    dialect. Its attributes say where it came from, `qd.task`, `qd.kernel` and
    `qd.slots`, and how it is launched: `qd.launch_shape` (QDToGPU.h). Kernels and
    globals are gone: the image has no state.
  }];
  let options = [Option<"contract", "fp-contract", "bool", "false",
                        "let a multiplication and an addition become one operation with one rounding">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect"];
}

#endif // QDC_CONVERSION_QDTOGPU_PASSES_TD
