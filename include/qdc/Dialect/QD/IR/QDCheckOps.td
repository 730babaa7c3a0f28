//===- QDCheckOps.td - What checked variants hold ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_QDCHECKOPS_TD
#define QDC_DIALECT_QD_IR_QDCHECKOPS_TD

include "qdc/Dialect/QD/IR/NeedsSlot.td"
include "qdc/Dialect/QD/IR/QDTaskOps.td"

def QD_CheckOp : QD_InternalOp<"check", [QD_NeedsSlot<"error_record">, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "a qd.assert that the compiler puts in, which reports values";
  let description = [{
    If the condition is false, the iteration ends and the launch fails as by `qd.assert`. The report has one value, at
    most 24, for each `{}` of the message, in which `{{}` is the text `{}`; integers have their sign.

    ```mlir
    qd.check %inside, "index {} is outside of 'x', whose extent is {}", %i, %n : index, index
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message, Variadic<QD_Scalar>:$values, OptionalAttr<I32Attr>:$site);
  let assemblyFormat = "$condition `,` $message (`,` $values^ `:` type($values))? attr-dict";
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

#endif // QDC_DIALECT_QD_IR_QDCHECKOPS_TD
