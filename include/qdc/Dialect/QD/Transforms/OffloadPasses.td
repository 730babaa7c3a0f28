//===- OffloadPasses.td - From kernels to tasks ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_OFFLOADPASSES_TD
#define QDC_DIALECT_QD_TRANSFORMS_OFFLOADPASSES_TD

include "mlir/Pass/PassBase.td"

def Offload : Pass<"qd-offload", "::mlir::ModuleOp"> {
  let summary = "cut kernels into tasks";
  let description = [{
    Each parallel loop and each run of serial statements becomes a `qd.task`;
    control that holds a parallel loop or a `qd.do_while` becomes a node of the
    graph, which replaces the kernel's body. Values that leave their task pass
    through words of the workspace. No operation with an effect moves.

    Expects kernels without calls. `scf.for`, `scf.while`, `scf.if` and
    `qd.do_while` may hold parallel loops; other control that does is an error,
    as is a value that another task needs but that fits no word of 8 bytes.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def VerifyOffload : Pass<"qd-verify-offload", "::mlir::ModuleOp"> {
  let summary = "check what holds after qd-offload";
  let description = [{
    No SSA value passes from task to task, every task is run, and every word is
    written on each path of the graph before it is read. VerifyOffload.h has the
    list.
  }];
}

def NumberSites : Pass<"qd-number-sites", "::mlir::ModuleOp"> {
  let summary = "number the places that report at run time";
  let description = [{
    Gives `qd.assert`, `qd.check`, `qd.print` and the loops of graphs their `site`, the
    position among the manifest's sites. Operations that report the same from the
    same place of the source, such as copies of one that was inlined, are one site.
  }];
}

#endif // QDC_DIALECT_QD_TRANSFORMS_OFFLOADPASSES_TD
