//===- QDGridOps.td - What the threads of a grid do --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `convert-tasks-to-grid` makes beside operations of upstream's `gpu`.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_QDGRIDOPS_TD
#define QDC_DIALECT_QD_IR_QDGRIDOPS_TD

include "qdc/Dialect/QD/IR/QDTaskOps.td"

def QD_IterationOp : QD_MadeOp<"iteration", [RecursiveMemoryEffects]> {
  let summary = "an iteration of a task, which may end early";
  let description = [{
    Runs its body. A `qd.assert` that fails ends the innermost iteration around
    it, which then gives values without meaning; a `qd.print` reports `flat`, the
    iteration's number in its range.

    ```mlir
    %value = qd.iteration %flat -> f32 {
      qd.assert %positive, "the mass must be positive" {site = 0 : i32}
      qd.iteration_end %mass : f32
    }
    ```
  }];
  let arguments = (ins I64:$flat);
  let results = (outs Variadic<AnyType>:$values);
  let regions = (region MinSizedRegion<1>:$body);
  let assemblyFormat = "$flat (`->` type($values)^)? attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$flat, "::mlir::TypeRange":$values)>];
}

def QD_IterationEndOp : QD_MadeOp<"iteration_end", [Pure, HasParent<"IterationOp">, Terminator, ReturnLike]> {
  let summary = "ends a qd.iteration, with its values";
  let description = [{
    ```mlir
    qd.iteration_end %mass : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def QD_BlockAnyOp : QD_MadeOp<"block_any"> {
  let summary = "whether a condition holds in any thread of the block";
  let description = [{
    All threads of the block come here, and wait for each other. What they wrote
    to workgroup memory before is seen afterwards.

    ```mlir
    %any = qd.block_any %failed
    ```
  }];
  let arguments = (ins I1:$condition);
  let results = (outs I1:$result);
  let assemblyFormat = "$condition attr-dict";
}

def QD_UniformInSubgroupOp : QD_MadeOp<"uniform_in_subgroup"> {
  let summary = "whether all threads of the subgroup are here with one value";
  let description = [{
    The answer is the same in all threads that are here together.

    ```mlir
    %uniform = qd.uniform_in_subgroup %row
    ```
  }];
  let arguments = (ins I64:$value);
  let results = (outs I1:$result);
  let assemblyFormat = "$value attr-dict";
}

def QD_FlatLoadOp : QD_MadeOp<"flat_load"> {
  let summary = "reads a value of any type from an array";
  let description = [{
    The value, as its type lies in memory, begins at element `index` of the
    array, which has rank 1 and elements of any type.

    ```mlir
    %code = qd.flat_load volatile %record[%zero] : memref<?xi8> -> i32
    ```
  }];
  let arguments = (ins Arg<MemRefOf<[AnyType]>, "the array", [MemRead]>:$memref, I64:$index, UnitAttr:$isVolatile);
  let results = (outs AnyTypeOf<[AnySignlessInteger, AnyFloat]>:$result);
  let assemblyFormat =
      "(`volatile` $isVolatile^)? $memref `[` $index `]` attr-dict `:` type($memref) `->` type($result)";
  let hasVerifier = 1;
}

def QD_FlatStoreOp : QD_MadeOp<"flat_store"> {
  let summary = "writes a value of any type to an array";
  let description = [{
    The counterpart of `qd.flat_load`.

    ```mlir
    qd.flat_store %sum, %workspace[%word] : f32, memref<?xi64>
    ```
  }];
  let arguments = (ins AnyTypeOf<[AnySignlessInteger, AnyFloat]>:$value,
      Arg<AnyMemRef, "the array", [MemWrite]>:$memref, I64:$index);
  let assemblyFormat = "$value `,` $memref `[` $index `]` attr-dict `:` type($value) `,` type($memref)";
  let hasVerifier = 1;
}

#endif // QDC_DIALECT_QD_IR_QDGRIDOPS_TD
