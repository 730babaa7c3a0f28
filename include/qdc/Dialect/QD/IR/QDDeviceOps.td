//===- QDDeviceOps.td - Effects that upstream lacks --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_QDDEVICEOPS_TD
#define QDC_DIALECT_QD_IR_QDDEVICEOPS_TD

include "qdc/Dialect/QD/IR/ElementAccess.td"
include "qdc/Dialect/QD/IR/QDKernelOps.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def QD_AssertOp : QD_Op<"assert", [QD_NeedsSlot<"error_record">, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "ends the iteration and fails the launch unless a condition holds";
  let description = [{
    If the condition is false, the iteration (in serial code: the task) ends
    there; the first failure of a launch is recorded with this op's location;
    later tasks and loop iterations of the launch do not run, and the launch
    reports it. The device stays usable.

    ```mlir
    qd.assert %positive, "the mass must be positive"
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message, OptionalAttr<I32Attr>:$site);
  let assemblyFormat = "$condition `,` $message attr-dict";
  let hasCanonicalizeMethod = 1;
}

def QD_PrintOp : QD_Op<"print", [QD_NeedsSlot<"print_buffer">, MemoryEffects<[MemWrite]>]> {
  let summary = "reports values, with its location";
  let description = [{
    The format holds one `{}` for each value, and cannot show `{}` itself; integers have their sign, also those made of
    `qd.unsigned` arguments. Lines come out when the launch is waited for, those of different iterations in no order.

    ```mlir
    qd.print "residual {} after {} steps", %r, %n : f32, i32
    ```
  }];
  let arguments = (ins StrAttr:$format, Variadic<QD_Scalar>:$values, OptionalAttr<I32Attr>:$site);
  let assemblyFormat = "$format (`,` $values^ `:` type($values))? attr-dict";
  let hasVerifier = 1;
}

def QD_RandomOp : QD_Op<"random", [Pure]> {
  let summary = "four random words: Philox4x32-10";
  let description = [{
    A pure function of key and counter, with the same bits on every target. The
    key's low and high half are the generator's two key words, the counter's low
    and high half its first two counter words; the others are 0.

    ```mlir
    %a, %b, %c, %d = qd.random %key, %counter
    ```
  }];
  let arguments = (ins I64:$key, I64:$counter);
  let results = (outs I32:$r0, I32:$r1, I32:$r2, I32:$r3);
  let assemblyFormat = "$key `,` $counter attr-dict";
}

def QD_SeedOp : QD_Op<"seed", [QD_NeedsSlot<"seed">, Pure]> {
  let summary = "the seed that the launch carries";
  let description = [{
    Mix it with the launch ordinal into keys for `qd.random` that are new at each
    launch and repeatable.

    ```mlir
    %seed = qd.seed
    ```
  }];
  let results = (outs I64:$result);
  let assemblyFormat = "attr-dict";
}

def QD_LaunchOrdinalOp : QD_Op<"launch_ordinal", [QD_NeedsSlot<"launch_ordinal">, Pure]> {
  let summary = "a number that advances by one with each launch of the kernel";
  let description = [{
    It starts at 0 where the launch does not say otherwise.

    ```mlir
    %ordinal = qd.launch_ordinal
    ```
  }];
  let results = (outs I64:$result);
  let assemblyFormat = "attr-dict";
}

class QD_IsElement<string value> : TypesMatchWith<"'"#value#"' has the type of the array's elements", "memref", value,
                                                  "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">;

/// An operation on one element, whose array and indices are the operands `memref` and `indices`.
class QD_ElementOp<string mnemonic, string accessKind, list<Trait> traits>
    : QD_Op<mnemonic, [QD_ElementAccess]#traits> {
  let extraClassDeclaration = [{
    /// ElementAccess.
    AccessKind getAccessKind() { return AccessKind::}]#accessKind#[{; }
    ::mlir::OpOperand &getArrayMutable() { return getMemrefMutable(); }
  }];
}

def QD_VolatileLoadOp : QD_ElementOp<"volatile_load", "volatileLoad", [QD_IsElement<"result">]> {
  let summary = "a load that is never merged, moved or removed";
  let description = [{
    For values that the host writes during the launch; iterations of a loop must not wait for each other.

    ```mlir
    %seen = qd.volatile_load %flags[%i] : memref<?xi32>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "the array", [MemRead, MemWrite]>:$memref, Variadic<Index>:$indices);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$memref `[` $indices `]` attr-dict `:` type($memref)";
  let hasVerifier = 1;
}

def QD_AtomicCasOp
    : QD_ElementOp<"atomic_cas", "atomic", [QD_IsElement<"expected">, QD_IsElement<"desired">, QD_IsElement<"old">]> {
  let summary = "compare-and-swap of one element";
  let description = [{
    Stores `desired` if the element's bits equal those of `expected`, in one
    relaxed atomic step at device scope, and gives the old value. Elements are
    integers of 8 to 64 bits, f32 or f64.

    ```mlir
    %old = qd.atomic_cas %lock[%i], %zero, %one : memref<?xi32>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "the array", [MemRead, MemWrite]>:$memref, Variadic<Index>:$indices,
      AnyType:$expected, AnyType:$desired);
  let results = (outs AnyType:$old);
  let assemblyFormat = "$memref `[` $indices `]` `,` $expected `,` $desired attr-dict `:` type($memref)";
  let hasVerifier = 1;
}

#endif // QDC_DIALECT_QD_IR_QDDEVICEOPS_TD
