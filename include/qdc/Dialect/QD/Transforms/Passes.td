//===- Passes.td - Passes on the qd dialect ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_PASSES_TD
#define QDC_DIALECT_QD_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "qdc/Dialect/QD/Transforms/OffloadPasses.td"

def ExpandTaskParameters : Pass<"qd-expand-task-parameters", "::mlir::ModuleOp"> {
  let summary = "make each parameter of a task one slot";
  let description = [{
    Afterwards a task's parameters are the slots of its entry point, in order:
    arrays are addresses of rank 1 and their dims parameters of their own; globals,
    the seed, the launch ordinal, the workspace and the records that asserts and
    prints write to are parameters; words are loaded from the workspace and stored
    to it. ExpandTaskParameters.h has an example.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

#endif // QDC_DIALECT_QD_TRANSFORMS_PASSES_TD
