//===- QDAdstackOps.td - Stacks of values and their adjoints -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_QDADSTACKOPS_TD
#define QDC_DIALECT_QD_IR_QDADSTACKOPS_TD

include "qdc/Dialect/QD/IR/NeedsSlot.td"
include "qdc/Dialect/QD/IR/QDTaskOps.td"

def QD_AdstackType : TypeDef<QD_Dialect, "Adstack"> {
  let mnemonic = "adstack";
  let summary = "a stack of values, each with an adjoint";
  let description = [{
    A stack of one iteration, or of serial code. `qd.adstack.create` makes it, and the other operations of the group
    alone take it: it is no argument, and no loop or branch carries it. Elements have a type that arrays can hold; those
    of a float type have adjoints of the same type.

    ```mlir
    !qd.adstack<f32>
    ```
  }];
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
  let genVerifyDecl = 1;
}

class QD_IsAdstackElement<string value>
    : TypesMatchWith<"'"#value#"' has the type of the stack's elements", "adstack", value,
                     "::llvm::cast<::qdc::qd::AdstackType>($_self).getElementType()">;

def QD_AdstackCreateOp : QD_Op<"adstack.create", []> {
  let summary = "an empty stack";
  let description = [{
    Made anew, and empty, each time it is reached. The capacity, in entries, is a constant, or made of arguments and
    shapes, as the size of a temporary is; one below 0 is 0. With a constant capacity a stack is a local array of the
    iteration if it is small enough. The others lie in a temporary that has room for every iteration of the parallel
    loop around, whose extents are made of constants, arguments and shapes then. Entries of neighbouring iterations are
    neighbours.

    ```mlir
    %s = qd.adstack.create %trips : !qd.adstack<f32>
    ```
  }];
  let arguments = (ins Index:$capacity);
  let results = (outs Res<QD_AdstackType, "the stack", [MemAlloc]>:$adstack);
  let assemblyFormat = "$capacity attr-dict `:` qualified(type($adstack))";
}

def QD_AdstackPushOp : QD_Op<"adstack.push", [QD_IsAdstackElement<"value">]> {
  let summary = "adds an entry";
  let description = [{
    The entry has the value, and the adjoint 0. A push onto a full stack drops what it is given and fails the launch
    with `QDRT_ADSTACK_OVERFLOW` at the place of this operation. The iteration goes on: the entry counts, so that pops
    go with the pushes that they went with, and its value and adjoint are 0. That is so on every target, whatever the
    options.

    ```mlir
    qd.adstack.push %v, %s : !qd.adstack<f32>
    ```
  }];
  let arguments = (ins AnyType:$value, Arg<QD_AdstackType, "the stack", [MemRead, MemWrite]>:$adstack);
  let assemblyFormat = "$value `,` $adstack attr-dict `:` qualified(type($adstack))";
}

def QD_AdstackPopOp : QD_Op<"adstack.pop", [QD_IsAdstackElement<"value">]> {
  let summary = "removes the top entry and gives its value";
  let description = [{
    Of an empty stack it removes nothing, and gives 0.

    ```mlir
    %v = qd.adstack.pop %s : !qd.adstack<f32>
    ```
  }];
  let arguments = (ins Arg<QD_AdstackType, "the stack", [MemRead, MemWrite]>:$adstack);
  let results = (outs AnyType:$value);
  let assemblyFormat = "$adstack attr-dict `:` qualified(type($adstack))";
}

def QD_AdstackTopOp : QD_Op<"adstack.top", [QD_IsAdstackElement<"value">]> {
  let summary = "the value of the top entry";
  let description = [{
    0 if the stack is empty.

    ```mlir
    %v = qd.adstack.top %s : !qd.adstack<f32>
    ```
  }];
  let arguments = (ins Arg<QD_AdstackType, "the stack", [MemRead]>:$adstack);
  let results = (outs AnyType:$value);
  let assemblyFormat = "$adstack attr-dict `:` qualified(type($adstack))";
}

def QD_AdstackAdjointOp : QD_Op<"adstack.adjoint", [QD_IsAdstackElement<"value">]> {
  let summary = "the adjoint of the top entry";
  let description = [{
    What `qd.adstack.add_adjoint` added since the entry was pushed; 0 if the stack is empty. Of stacks of floats.

    ```mlir
    %a = qd.adstack.adjoint %s : !qd.adstack<f32>
    ```
  }];
  let arguments = (ins Arg<QD_AdstackType, "the stack", [MemRead]>:$adstack);
  let results = (outs AnyType:$value);
  let assemblyFormat = "$adstack attr-dict `:` qualified(type($adstack))";
  let hasVerifier = 1;
}

def QD_AdstackAddAdjointOp : QD_Op<"adstack.add_adjoint", [QD_IsAdstackElement<"value">]> {
  let summary = "adds to the adjoint of the top entry";
  let description = [{
    Nothing happens if the stack is empty. Of stacks of floats.

    ```mlir
    qd.adstack.add_adjoint %a, %s : !qd.adstack<f32>
    ```
  }];
  let arguments = (ins AnyType:$value, Arg<QD_AdstackType, "the stack", [MemRead, MemWrite]>:$adstack);
  let assemblyFormat = "$value `,` $adstack attr-dict `:` qualified(type($adstack))";
  let hasVerifier = 1;
}

def QD_AdstackOverflowOp
    : QD_InternalOp<"adstack.overflow", [QD_NeedsSlot<"error_record">, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "records that a push found its stack full";
  let description = [{
    The launch fails with `QDRT_ADSTACK_OVERFLOW` at this place if nothing failed in it before. The iteration goes on.

    ```mlir
    qd.adstack.overflow %capacity
    ```
  }];
  let arguments = (ins Index:$capacity, OptionalAttr<I32Attr>:$site);
  let assemblyFormat = "$capacity attr-dict";
}

#endif // QDC_DIALECT_QD_IR_QDADSTACKOPS_TD
