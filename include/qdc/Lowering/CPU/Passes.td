//===- Passes.td - Passes for the CPU alone ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_CPU_PASSES_TD
#define QDC_LOWERING_CPU_PASSES_TD

include "qdc/Lowering/Common/PassOptions.td"

include "mlir/Pass/PassBase.td"

def ConvertTasksToCPU : Pass<"convert-tasks-to-cpu", "::mlir::ModuleOp"> {
  let summary = "turn tasks into the functions of a CPU image";
  let description = [{
    Runs after `qd-expand-task-parameters` and `qd-number-sites`. Each task
    becomes an exported function of type `qd_cpu_entry` (KernelABI.h) and an
    internal one with the loops, `<task>.chunk`. Of many tasks that differ in
    constants alone, the first has a chunk, which they share. The entry's
    `qd.entry_point` says where it came from. Kernels and globals are gone: the image has no state.
  }];
  let options = [contractOption,
                 Option<"splitInterior", "split-interior", "bool", "true",
                        "give loops a second body for their interior, where conditions at the border are settled">,
                 Option<"shareFrom", "share-from", "unsigned", "8",
                        "so many tasks that differ in constants alone share a chunk; 0: none do">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect"];
}

def PrivatizeAtomics : Pass<"qd-privatize-atomics", "::mlir::ModuleOp"> {
  let summary = "add forms of tasks that fold into copies without atomics";
  let description = [{
    Runs after `qd-expand-task-parameters`. Each parallel task that does nothing
    with some array but fold values into it gets a second form, marked as such,
    whose parameter for the array is a copy of its thread's own.
    PrivatizeAtomics.h has an example and the limits.
  }];
}

#endif // QDC_LOWERING_CPU_PASSES_TD
