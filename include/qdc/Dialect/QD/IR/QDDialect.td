//===- QDDialect.td - The qd dialect -----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_QDDIALECT_TD
#define QDC_DIALECT_QD_IR_QDDIALECT_TD

include "mlir/IR/OpBase.td"

def QD_Dialect : Dialect {
  let name = "qd";
  let cppNamespace = "::qdc::qd";
  let summary = "kernels, parallel loops, loops ended by a flag in memory, and what upstream dialects lack for them";
  let description = [{
    A `qd.kernel` is what a user calls. Its top level is the structure of its
    graph: parallel loops (`qd.for`), runs of serial statements, and control
    that holds either (`qd.do_while`, `scf.for`, `scf.while`, `scf.if`).
    Everything else is upstream: `arith`, `func`, `index`, `math`, `memref`, `scf`.

    The phase `offload` cuts the kernel into tasks (`qd.task`) and leaves in its
    body the graph that launches them (`qd.launch`, `qd.graph_*`).

    The operations come in two groups: those that users and front ends write, and those that the passes of qdc
    make. A kernel that is written with one of the second group is refused. Of the attributes below, `on_maximum`
    and `reduce_kind` belong to the first group, the others to the second.

    Attributes on arguments of a kernel:

    | attribute | meaning |
    | --- | --- |
    | `qd.arg_name` | the user's name; the parser records the SSA name |
    | `qd.arg_group` | a name shared by the arguments of one struct; only tells that they belong together |
    | `qd.arg_role = "shadow"` | also `"tangent"` and `"seed"`: what an argument of a derivative is for |
    | `qd.dims = ["n", "2 * m + 1", "?"]` | what the extents of an array are in every launch, one text for each axis |
    | `qd.doc = "metres"` | what it is, in words for callers |
    | `qd.may_alias` | may overlap another array that has it too |
    | `qd.specialize = [8, 16]` | code of its own for these values of a scalar |
    | `qd.unsigned` | the integer is shown and read without a sign |

    A kernel takes `qd.differentiate = {mode = "reverse", wrt = ["x", "a"]}`, or a list of such, which asks for its
    derivatives (docs/differentiation.md), and `qd.doc`. A result takes `qd.result_name = "energy"` and `qd.unsigned`.

    Attributes that passes put on tasks, and on the functions that tasks become:

    | attribute | meaning |
    | --- | --- |
    | `qd.source_task` | what a task was called before `qd-name-symbols` |
    | `qd.entry_point` | what the manifest says about the function |
    | `qd.private_form` | does without atomics what another task or function does |
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
  private:
    void registerAttributes();
    void registerTypes();
  }];
}

#endif // QDC_DIALECT_QD_IR_QDDIALECT_TD
