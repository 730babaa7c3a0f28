//===- QDTaskOps.td - Tasks and the graph that runs them ---*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `qd-offload` makes. Values that pass from task to task lie in words of
// the workspace (KernelABI.h).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_QDTASKOPS_TD
#define QDC_DIALECT_QD_IR_QDTASKOPS_TD

include "qdc/Dialect/QD/IR/QDKernelOps.td"

def QD_InternalOps : OpDocGroup {
  let summary = "Operations that passes make";
  let description = [{
    Passes make these, in the phases from `checks` on, and a kernel that holds one
    is refused. They are for those who read IR or change the compiler.
  }];
}

def QD_Internal : NativeOpTrait<"Internal"> { let cppNamespace = "::qdc::qd"; }

class QD_InternalOp<string mnemonic, list<Trait> traits = []> : QD_Op<mnemonic, [QD_Internal]#traits> {
  let opDocGroup = QD_InternalOps;
}

def QD_TaskOp
    : QD_InternalOp<"task", [IsolatedFromAbove, FunctionOpInterface, OpAsmOpInterface, AutomaticAllocationScope,
                             SingleBlockImplicitTerminator<"TaskEndOp">, HasParent<"::mlir::ModuleOp">]> {
  let summary = "one device launch";
  let description = [{
    Each parameter has its source as the argument attribute `qd.slot`. A
    parallel task's block is pure statements followed by one `qd.for`, whose
    flattened range has `extent` iterations; a serial task has no `qd.for`, and
    extent 1. A parallel task with a `reduce` has one iteration for each block of
    the reduction; its loop's results are unused, and the values of the blocks go
    to `partials`: byte offsets in the workspace, one for each result, where
    partial b lies at offset + 8 * b.

    ```mlir
    qd.task @heat.1 of @heat extent(#qd.size<"dim(0, 0)">) (%u: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
      ...
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
      OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs,
      OptionalAttr<DictArrayAttr>:$res_attrs, FlatSymbolRefAttr:$kernel, QD_SizeAttr:$extent,
      OptionalAttr<DenseI64ArrayAttr>:$partials);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Required by FunctionOpInterface.
    ::mlir::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::mlir::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }

    /// OpAsmOpInterface: parameters print under their `qd.arg_name`.
    void getAsmBlockArgumentNames(::mlir::Region &region, ::mlir::OpAsmSetValueNameFn setName);

    /// The parallel loop of a parallel task; null for a serial one.
    ForOp getParallelLoop();
    /// The `qd.slot` of a parameter; null where there is none, which the verifier refuses.
    SlotAttr getSlot(unsigned parameter);
  }];
}

def QD_TaskEndOp : QD_InternalOp<"task_end", [Pure, HasParent<"TaskOp">, Terminator]> {
  let summary = "ends a task";
  let description = "Is implied: the text form leaves it out.";
  let assemblyFormat = "attr-dict";
}

def QD_WriteWordOp
    : QD_InternalOp<"write_word", [HasParent<"TaskOp">, QD_NeedsSlot<"workspace">, MemoryEffects<[MemWrite]>]> {
  let summary = "stores a value that later tasks, the graph or the loader read";
  let description = [{
    Stands at the top level of a serial task. An i1 is written as the byte 0 or
    1, `index` as 64 bits.

    ```mlir
    qd.write_word %residual, 64 : f32
    ```
  }];
  let arguments = (ins AnyType:$value, I64Attr:$offset);
  let assemblyFormat = "$value `,` $offset attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def QD_CombinePartialsOp : QD_InternalOp<"combine_partials", [QD_NeedsSlot<"workspace">, MemoryEffects<[MemRead]>]> {
  let summary = "the second level of a deterministic reduction";
  let description = [{
    Folds the partials at byte `offset` of the workspace by the rule in
    KernelABI.h. `iterations` is the size of the reduced loop's range, which tells
    the number of partials.

    ```mlir
    %sum = qd.combine_partials addf of %n iterations at 128 : f32
    ```
  }];
  let arguments = (ins QD_ReduceKindAttr:$reduce, Index:$iterations, I64Attr:$offset);
  let results = (outs AnyType:$result);
  let assemblyFormat = "custom<Enum>($reduce) `of` $iterations `iterations` `at` $offset attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def QD_TemporaryOp : QD_InternalOp<"temporary", [Pure]> {
  let summary = "a temporary of the kernel, in one of its tasks";
  let description = [{
    The array at the start of region `region` of the workspace. `extents` are
    those that the type leaves open, as in memref.alloc. A task holds it once, and
    no other one of that region.

    ```mlir
    %sums = qd.temporary 1(%n) : memref<?xf32>
    ```
  }];
  let arguments = (ins I32Attr:$region, Variadic<Index>:$extents);
  let results = (outs AnyMemRef:$array);
  let assemblyFormat = "$region `(` $extents `)` attr-dict `:` type($array)";
  let hasVerifier = 1;
}

def QD_LaunchOp
    : QD_InternalOp<"launch", [MemoryEffects<[MemRead, MemWrite]>, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a node of the graph: run a task";
  let description = [{
    ```mlir
    qd.launch @heat.1
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$task);
  let assemblyFormat = "$task attr-dict";
}

class QD_GraphOp<string mnemonic, list<Trait> traits = []>
    : QD_InternalOp<mnemonic, [NoTerminator, MemoryEffects<[MemRead, MemWrite]>]#traits> {
  let hasVerifier = 1;
}

def QD_GraphDoWhileOp : QD_GraphOp<"graph_do_while"> {
  let summary = "a node of the graph: qd.do_while";
  let description = [{
    `flag` is a slot of kind array, global or region; `iteration_word` receives the
    number of iterations. As in the other loops of a graph, an entry point of the
    whole loop counts iterations in `count_word`, and `strategy` is the one that the
    source asks for.

    ```mlir
    qd.graph_do_while flag <array(1)> max <"scalar(2)"> on_max(error) iterations at 0 counts at 8 name("solve") {
      qd.launch @heat.0
    }
    ```
  }];
  let arguments = (ins QD_SlotAttr:$flag, OptionalAttr<QD_SizeAttr>:$maximum, QD_OnMaximumAttr:$on_max,
      OptionalAttr<I64Attr>:$iteration_word, OptionalAttr<I64Attr>:$count_word, OptionalAttr<StrAttr>:$name,
      OptionalAttr<StrAttr>:$strategy, OptionalAttr<I32Attr>:$site);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `flag` $flag (`max` $maximum^)? `on_max` `(` custom<Enum>($on_max) `)` (`iterations` `at` $iteration_word^)?
    (`counts` `at` $count_word^)? (`name` `(` $name^ `)`)? attr-dict-with-keyword custom<GraphBody>($body)
  }];
}

def QD_GraphWhileOp : QD_GraphOp<"graph_while"> {
  let summary = "a node of the graph: scf.while";
  let description = [{
    Runs `before`; leaves when the i1 in `condition_word` is 0; runs `body`; and
    again.

    ```mlir
    qd.graph_while condition at 8 {
      qd.launch @heat.1
    } do {
      qd.launch @heat.2
    }
    ```
  }];
  let arguments = (ins I64Attr:$condition_word, OptionalAttr<I64Attr>:$count_word, OptionalAttr<StrAttr>:$strategy,
      OptionalAttr<I32Attr>:$site);
  let regions = (region SizedRegion<1>:$before, SizedRegion<1>:$body);
  let assemblyFormat = "`condition` `at` $condition_word (`counts` `at` $count_word^)? attr-dict-with-keyword "
                       "custom<GraphBody>($before) `do` custom<GraphBody>($body)";
}

def QD_GraphRepeatOp : QD_GraphOp<"graph_repeat"> {
  let summary = "a node of the graph: scf.for";
  let description = [{
    `induction_word` holds the induction variable (64 bits) during each
    iteration.

    ```mlir
    qd.graph_repeat from <"0"> to <"dim(0, 0)"> step <"1"> induction at 16 {
      qd.launch @heat.2
    }
    ```
  }];
  let arguments = (ins QD_SizeAttr:$lower, QD_SizeAttr:$upper, QD_SizeAttr:$step, OptionalAttr<I64Attr>:$induction_word,
      OptionalAttr<I64Attr>:$count_word, OptionalAttr<StrAttr>:$strategy, OptionalAttr<I32Attr>:$site);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `from` $lower `to` $upper `step` $step (`induction` `at` $induction_word^)?
    (`counts` `at` $count_word^)? attr-dict-with-keyword custom<GraphBody>($body)
  }];
}

def QD_GraphIfOp : QD_GraphOp<"graph_if"> {
  let summary = "a node of the graph: scf.if";
  let description = [{
    Runs the first body if the i1 in `condition_word` is not 0, else the second.

    ```mlir
    qd.graph_if condition at 8 {
      qd.launch @heat.2
    } else {
    }
    ```
  }];
  let arguments = (ins I64Attr:$condition_word);
  let regions = (region SizedRegion<1>:$thenBody, SizedRegion<1>:$elseBody);
  let assemblyFormat = "`condition` `at` $condition_word attr-dict-with-keyword custom<GraphBody>($thenBody) `else` "
                       "custom<GraphBody>($elseBody)";
}

#endif // QDC_DIALECT_QD_IR_QDTASKOPS_TD
