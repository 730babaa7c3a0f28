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
    Runs its body. A `qd.leave_unless` ends the innermost iteration around it,
    which then gives values without meaning; what it reports says `flat`, the
    iteration's number in its range.

    ```mlir
    %value = qd.iteration %flat -> f32 {
      qd.leave_unless %positive {
        qd.leave
      }
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

def QD_LeaveUnlessOp : QD_MadeOp<"leave_unless", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "ends the iteration unless a condition holds";
  let description = [{
    If the condition is false, the region runs, and then the innermost iteration
    around it ends, with values without meaning.

    ```mlir
    qd.leave_unless %positive {
      qd.flat_store %code, %record[%zero] : i32, memref<?xi8>
      qd.leave
    }
    ```
  }];
  let arguments = (ins I1:$condition);
  let regions = (region MinSizedRegion<1>:$body);
  let assemblyFormat = "$condition attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$condition)>];
}

def QD_LeaveOp : QD_MadeOp<"leave", [Pure, ParentOneOf<["LeaveUnlessOp"]>, Terminator]> {
  let summary = "ends the region of a qd.leave_unless, and the iteration";
  let description = [{
    ```mlir
    qd.leave
    ```
  }];
  let assemblyFormat = "attr-dict";
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

def QD_GridBarrierOp : QD_MadeOp<"grid_barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "all threads of the grid wait for each other";
  let description = [{
    What they wrote before is seen afterwards. The array's first two words count
    arrivals and barriers: they are 0 before the first barrier of a launch and no
    other operation touches them. All blocks of the launch must run at once, and
    all threads come here equally often.

    ```mlir
    qd.grid_barrier %words : memref<?xi32>
    ```
  }];
  let arguments = (ins Arg<MemRefRankOf<[I32], [1]>, "the words", [MemRead, MemWrite]>:$memref);
  let assemblyFormat = "$memref attr-dict `:` type($memref)";
}

#endif // QDC_DIALECT_QD_IR_QDGRIDOPS_TD
