//===- QDMemoryOps.td - The flat form of memory ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What accesses to elements become before a target's own form: a value as it
// lies in memory (MemoryTypes.h), at an element of an array of rank 1.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_QDMEMORYOPS_TD
#define QDC_DIALECT_QD_IR_QDMEMORYOPS_TD

include "qdc/Dialect/QD/IR/QDTaskOps.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"

def QD_FlatValue : AnyTypeOf<[AnySignlessInteger, AnyFloat]>;
def QD_FlatArray : MemRefOf<[AnyType]>;

class QD_FlatOp<string mnemonic, list<Trait> traits = []> : QD_InternalOp<mnemonic, traits> { let hasVerifier = 1; }

def QD_FlatLoadOp : QD_FlatOp<"flat_load", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "reads a value of any type from an array";
  let description = [{
    The value, as its type lies in memory, begins at element `index` of the
    array, which has rank 1 and elements of any type, and is aligned as its type
    is. A load with a scope is atomic and relaxed. An invariant one reads what
    nothing writes while the launch runs.

    ```mlir
    %code = qd.flat_load volatile %record[%zero] : memref<?xi8> -> i32
    %used = qd.flat_load atomic device %buffer[%used] : memref<?xi8> -> i32
    %mass = qd.flat_load invariant %masses[%i] : memref<?xf32> -> f32
    ```
  }];
  let arguments = (ins QD_FlatArray:$memref, I64:$index, UnitAttr:$isVolatile, UnitAttr:$isInvariant,
      OptionalAttr<QD_ScopeAttr>:$scope);
  let results = (outs QD_FlatValue:$result);
  let assemblyFormat = [{
    (`volatile` $isVolatile^)? (`invariant` $isInvariant^)? (`atomic` $scope^)? $memref `[` $index `]` attr-dict
    `:` type($memref) `->` type($result)
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$memref, "::mlir::Value":$index,
                                CArg<"bool", "false">:$isVolatile),
                            [{
    build($_builder, $_state, result, memref, index, isVolatile, /*isInvariant=*/false, ScopeAttr());
  }]>];
}

def QD_FlatStoreOp : QD_FlatOp<"flat_store"> {
  let summary = "writes a value of any type to an array";
  let description = [{
    The counterpart of `qd.flat_load`.

    ```mlir
    qd.flat_store %sum, %workspace[%word] : f32, memref<?xi64>
    ```
  }];
  let arguments = (ins QD_FlatValue:$value, Arg<QD_FlatArray, "", [MemWrite]>:$memref, I64:$index);
  let assemblyFormat = "$value `,` $memref `[` $index `]` attr-dict `:` type($value) `,` type($memref)";
}

def QD_FlatAtomicRMWOp : QD_FlatOp<"flat_atomic_rmw", [AllTypesMatch<["value", "old"]>]> {
  let summary = "folds a value into one of an array, in one step";
  let description = [{
    Relaxed; gives the old value. A fold of integers reads their bits in memory;
    one of floats gives what the operation of `arith` gives. bf16 is allowed as a
    value, though it lies in memory as its bits.

    ```mlir
    %old = qd.flat_atomic_rmw addf device %v, %sums[%i] : f32, memref<?xf32>
    ```
  }];
  let arguments = (ins AtomicRMWKindAttr:$kind, QD_ScopeAttr:$scope, QD_FlatValue:$value,
      Arg<QD_FlatArray, "", [MemRead, MemWrite]>:$memref, I64:$index);
  let results = (outs QD_FlatValue:$old);
  let assemblyFormat = "$kind $scope $value `,` $memref `[` $index `]` attr-dict `:` type($value) `,` type($memref)";
}

def QD_FlatAtomicCasOp : QD_FlatOp<"flat_atomic_cas", [AllTypesMatch<["expected", "desired", "old"]>]> {
  let summary = "compares an integer in memory and swaps it, in one step";
  let description = [{
    Stores `desired` if the integer in memory is `expected`. Relaxed; gives the old
    one and whether it was swapped.

    ```mlir
    %old, %swapped = qd.flat_atomic_cas device %record[%zero], %none, %failed : i32, memref<?xi8>
    ```
  }];
  let arguments = (ins QD_ScopeAttr:$scope, Arg<QD_FlatArray, "", [MemRead, MemWrite]>:$memref, I64:$index,
      AnySignlessInteger:$expected, AnySignlessInteger:$desired);
  let results = (outs AnySignlessInteger:$old, I1:$swapped);
  let assemblyFormat = [{
    $scope $memref `[` $index `]` `,` $expected `,` $desired attr-dict `:` type($expected) `,` type($memref)
  }];
}

#endif // QDC_DIALECT_QD_IR_QDMEMORYOPS_TD
