//===- Passes.td - Passes for the CPU alone ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CPU_PASSES_TD
#define QDC_TARGET_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerMathCalls : Pass<"qd-lower-math-calls", "::mlir::ModuleOp"> {
  let summary = "turn math functions into calls of the CPU's math library";
  let description = [{
    Each op of the `math` dialect, and `arith.remf`, becomes the LLVM intrinsic or
    the call of a `qdm_*` function that MathLibrary.h names for it. f16 and bf16
    are computed in f32 and rounded once. Ops that the library does not know
    (`math.ctpop`, `math.isnan`, ...) stay: `convert-qd-to-llvm` has them.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

#endif // QDC_TARGET_CPU_PASSES_TD
