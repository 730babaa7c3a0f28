//===- ElementAccess.td - Operations on one element --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_ELEMENTACCESS_TD
#define QDC_DIALECT_QD_IR_ELEMENTACCESS_TD

include "mlir/IR/Interfaces.td"

def QD_ElementAccess : OpInterface<"ElementAccess"> {
  let cppNamespace = "::qdc::qd";
  let description = [{
    An operation that reads or writes one element of one array, which is an
    operand. Nothing else that such an operation does depends on the array.

    Every operation on elements of arrays has it: those of `qd` say so where
    they are declared, those of `memref` in ElementAccess.cpp. Analyses and
    passes ask for it and name no operation, so a new one is known to all of
    them. An operation that takes an array and has it not may use the array in
    any way (`qdc::mayDoAnything`).
  }];
  let methods = [InterfaceMethod<"What is done with the element.", "::qdc::qd::AccessKind", "getAccessKind">,
                 InterfaceMethod<"The operand that is the array.", "::mlir::OpOperand &", "getArrayMutable">,
                 InterfaceMethod<"The operands that say where: one index for each dimension of the array.",
                                 "::mlir::MutableOperandRange", "getIndicesMutable">];
  let extraClassDeclaration = [{
    /// The accessed array.
    ::mlir::Value getArray() { return getArrayMutable().get(); }
    /// The indices of the element, one for each dimension of the array.
    ::mlir::OperandRange getIndices() { return getIndicesMutable().getAsOperandRange(); }
  }];
}

#endif // QDC_DIALECT_QD_IR_ELEMENTACCESS_TD
