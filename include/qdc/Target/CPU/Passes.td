//===- Passes.td - Passes for the CPU alone ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CPU_PASSES_TD
#define QDC_TARGET_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrivatizeAtomics : Pass<"qd-privatize-atomics", "::mlir::ModuleOp"> {
  let summary = "add forms of tasks that fold into copies without atomics";
  let description = [{
    Runs after `qd-expand-task-parameters`. Each parallel task that does nothing
    with some array but fold values into it gets a second form, marked as such,
    whose parameter for the array is a copy of its thread's own.
    PrivatizeAtomics.h has an example and the limits.
  }];
}

#endif // QDC_TARGET_CPU_PASSES_TD
