//===- Passes.td - Steps that several lowerings share ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_PASSES_TD
#define QDC_LOWERING_COMMON_PASSES_TD

include "mlir/Pass/PassBase.td"

def OutlineEarlyExits : Pass<"qd-outline-early-exits", "::mlir::ModuleOp"> {
  let summary = "make functions of iterations that end early, which return";
  let description = [{
    For targets whose control flow keeps its structure, on what `convert-tasks-to-grid`
    leaves. Each `qd.iteration` that holds a `qd.leave_unless` becomes a call of a
    function with its statements, whose results are the iteration's values.
    Afterwards no iteration holds a `qd.leave_unless`. OutlineEarlyExits.h has an
    example and the limits.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect"];
}

def WidenNarrowAtomics : Pass<"qd-widen-narrow-atomics", "::mlir::func::FuncOp"> {
  let summary = "make atomics on words of those on parts of words";
  let description = [{
    For chips that compare and swap no narrow integers, on flat accesses. Afterwards
    no atomic operation is on fewer bits than `narrowest`. WidenNarrowAtomics.h has an
    example, and what it asks of memory.
  }];
  let options = [Option<"narrowest", "narrowest", "unsigned", "32",
                        "bits of the narrowest integer that the chip compares and swaps: 8, 16 or 32">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

#endif // QDC_LOWERING_COMMON_PASSES_TD
