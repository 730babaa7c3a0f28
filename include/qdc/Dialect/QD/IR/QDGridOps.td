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

def QD_IterationOp : QD_InternalOp<"iteration", [RecursiveMemoryEffects]> {
  let summary = "an iteration of a task, which may end early";
  let description = [{
    Runs its body, and gives the values of the `qd.iteration_end` that this comes
    to. A `qd.leave_unless` ends the innermost iteration around it, whose values
    are 0 then; what it reports says `flat`, the iteration's number in its range.

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
  let results = (outs Variadic<QD_Scalar>:$values);
  let regions = (region MinSizedRegion<1>:$body);
  let assemblyFormat = "$flat (`->` type($values)^)? attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$flat, "::mlir::TypeRange":$values)>];
}

def QD_IterationEndOp : QD_InternalOp<"iteration_end", [Pure, HasParent<"IterationOp">, Terminator, ReturnLike]> {
  let summary = "ends a qd.iteration, with its values";
  let description = [{
    ```mlir
    qd.iteration_end %mass : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def QD_LeaveUnlessOp : QD_InternalOp<"leave_unless", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "ends the iteration unless a condition holds";
  let description = [{
    If the condition is false, the region runs, and then the innermost iteration
    around it ends. The values of that are 0 then.

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

def QD_LeaveOp : QD_InternalOp<"leave", [Pure, ParentOneOf<["LeaveUnlessOp"]>, Terminator]> {
  let summary = "ends the region of a qd.leave_unless, and the iteration";
  let description = [{
    ```mlir
    qd.leave
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def QD_ReturnUnlessOp : QD_InternalOp<"return_unless", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "ends the function unless a condition holds";
  let description = [{
    If the condition is false, the region runs, and then the function around it ends
    with the values of the `qd.return_early` that this comes to, whatever loops and
    branches the operation stands in. What `qd-outline-early-exits` makes of
    `qd.leave_unless`.

    ```mlir
    qd.return_unless %positive {
      qd.flat_store %code, %record[%zero] : i32, memref<?xi8>
      qd.return_early %none : f32
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

def QD_ReturnEarlyOp : QD_InternalOp<"return_early", [Pure, ParentOneOf<["ReturnUnlessOp"]>, Terminator]> {
  let summary = "ends the region of a qd.return_unless, and the function";
  let description = [{
    The values are the function's results.

    ```mlir
    qd.return_early %none : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let hasVerifier = 1;
}

def QD_BlockAnyOp : QD_InternalOp<"block_any"> {
  let summary = "whether a condition holds in any thread of the block";
  let description = [{
    A barrier of the block, which all of its threads execute together. As a
    `gpu.barrier` it orders their accesses to all memory: what each wrote before,
    to workgroup memory, to arrays and to words of the workspace, the others read
    afterwards, and none reads or writes ahead of time what comes after it.

    ```mlir
    %any = qd.block_any %failed
    ```
  }];
  let arguments = (ins I1:$condition);
  let results = (outs I1:$result);
  let assemblyFormat = "$condition attr-dict";
}

def QD_UniformInSubgroupOp : QD_InternalOp<"uniform_in_subgroup"> {
  let summary = "whether all threads of the subgroup are active, with one value";
  let description = [{
    The result is the same in all threads that execute the operation together.

    ```mlir
    %uniform = qd.uniform_in_subgroup %row
    ```
  }];
  let arguments = (ins I64:$value);
  let results = (outs I1:$result);
  let assemblyFormat = "$value attr-dict";
}

def QD_GridBarrierOp
    : QD_InternalOp<"grid_barrier", [SingleBlock, RecursiveMemoryEffects, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "all threads of the grid wait for each other";
  let description = [{
    What they wrote before, to any memory, is seen by all of them afterwards. When
    all have arrived, the threads of one subgroup run the body, each with its number
    in the subgroup, or one thread, where the entry point counts on no width; then
    all go on, with what the body ends with in its first thread, two values at most.
    What the body does depends on nothing but that number and what all threads have
    alike; its first thread alone writes. All threads execute it equally often.

    The two words of the array from `first` on are for the barriers of a kernel
    alone, 0 before the first launch, and fit for the next one when a launch has
    ended; all blocks of a launch must run at once. Without an array, the grid is
    one block. With a body, several blocks need an entry point that counts on a
    subgroup width.

    At one that `ends` the entry point no block waits: the block that arrives last
    runs the body, which gives no values. It has one word, at `first`, which is 0
    between launches, and any number of blocks may run at once.

    ```mlir
    %goes_on = qd.grid_barrier at %words[16] : memref<?xi64> -> i1 {
    ^bb0(%thread: i64):
      qd.grid_barrier_end %more : i1
    }
    qd.grid_barrier ends at %state[4] : memref<?xi64> {
    ^bb0(%thread: i64):
      qd.grid_barrier_end
    }
    ```
  }];
  let arguments = (ins Arg<Optional<MemRefRankOf<[I64], [1]>>, "the words", [MemRead, MemWrite]>:$memref,
      DefaultValuedAttr<I64Attr, "0">:$first, UnitAttr:$ends);
  let results = (outs Variadic<I1>:$values);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "(`ends` $ends^)? (`at` $memref^ `[` $first `]` `:` type($memref))? (`->` type($values)^)? "
                       "attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "unsigned":$values, "::mlir::Value":$memref, "int64_t":$first,
      CArg<"bool", "false">:$ends)>];
  let extraClassDeclaration = [{
    /// The thread that runs the body, among those of its subgroup: i64.
    ::mlir::Value getThread() { return getBody().getArgument(0); }
  }];
}

def QD_GridBarrierEndOp
    : QD_InternalOp<"grid_barrier_end", [Pure, HasParent<"GridBarrierOp">, Terminator, ReturnLike]> {
  let summary = "ends the body of a qd.grid_barrier, with the values for all threads";
  let description = [{
    ```mlir
    qd.grid_barrier_end %more : i1
    ```
  }];
  let arguments = (ins Variadic<I1>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def QD_SetConditionOp : QD_InternalOp<"set_condition", [MemoryEffects<[MemWrite]>]> {
  let summary = "says whether a conditional node of a graph goes on";
  let description = [{
    For the device's graph that holds the launch: the body of the loop whose
    condition `handle` names runs again, or the loop is over. One thread of a launch
    says so, the last one of an iteration.

    ```mlir
    qd.set_condition %handle to %again
    ```
  }];
  let arguments = (ins I64:$handle, I1:$value);
  let assemblyFormat = "$handle `to` $value attr-dict";
}

#endif // QDC_DIALECT_QD_IR_QDGRIDOPS_TD
