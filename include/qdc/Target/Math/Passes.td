//===- Passes.td - Passes on math functions ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_MATH_PASSES_TD
#define QDC_TARGET_MATH_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerMathCalls : Pass<"qd-lower-math-calls", "::mlir::ModuleOp"> {
  let summary = "turn math functions into calls of the math library";
  let description = [{
    Each op of the `math` dialect, and `arith.remf`, becomes the LLVM intrinsic or
    the call of a function that MathLibrary.h names for it in that table. f16 and bf16
    are computed in f32 and rounded once. With `fastmath<afn>` it is the faster function, if
    the table has one. Ops that the library does not know
    (`math.ctpop`, `math.isnan`, ...) stay: the lowering to LLVM has them.
  }];
  let options = [Option<"table", "table", "::qdc::MathTable", "::qdc::MathTable::cpu",
                        "which functions operations become",
                        [{::llvm::cl::values(clEnumValN(::qdc::MathTable::cpu, "cpu", "qdc's for CPUs"),
                                clEnumValN(::qdc::MathTable::gpu, "gpu", "qdc's for GPUs"),
                                clEnumValN(::qdc::MathTable::nvidia, "nvidia", "qdc's for NVIDIA's GPUs"),
                                clEnumValN(::qdc::MathTable::libdevice, "libdevice", "NVIDIA's"))}]>];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect"];
}

#endif // QDC_TARGET_MATH_PASSES_TD
