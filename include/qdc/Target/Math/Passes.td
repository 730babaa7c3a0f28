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
                                clEnumValN(::qdc::MathTable::vulkan, "vulkan", "qdc's without intrinsics of LLVM"),
                                clEnumValN(::qdc::MathTable::nvidia, "nvidia", "qdc's for NVIDIA's GPUs"),
                                clEnumValN(::qdc::MathTable::libdevice, "libdevice", "NVIDIA's"))}]>];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect"];
}

def StructureMathFunctions : Pass<"qd-structure-math-functions", "::mlir::ModuleOp"> {
  let summary = "add the bodies of math functions as structured ones";
  let description = [{
    For targets whose code LLVM does not make. Runs after
    `qd-lower-math-calls=table=vulkan`. The functions of the math library that the
    module declares, and those that they call, stand in a module `qdc.math` in it
    then, as functions of `arith`, `math` and `scf`, with the constant arrays that
    they read by `qd.flat_load`. They trust no fused multiply-add.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
                           "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::qdc::qd::QDDialect"];
}

#endif // QDC_TARGET_MATH_PASSES_TD
