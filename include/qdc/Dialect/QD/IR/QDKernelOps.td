//===- QDKernelOps.td - Kernels and the loops in them ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_QDKERNELOPS_TD
#define QDC_DIALECT_QD_IR_QDKERNELOPS_TD

include "qdc/Dialect/QD/IR/NeedsSlot.td"
include "qdc/Dialect/QD/IR/QDAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def KnownAttributes : NativeOpTrait<"KnownAttributes"> { let cppNamespace = "::qdc::qd"; }

def QD_WrittenOps : OpDocGroup {
  let summary = "Operations in kernels";
  let description = "Users and front ends write these, beside upstream's.";
}

class QD_Op<string mnemonic, list<Trait> traits = []>
    : Op<QD_Dialect, mnemonic, !listconcat([KnownAttributes], traits)> {
  let opDocGroup = QD_WrittenOps;
}

def QD_LoopBound : AnyTypeOf<[Index, I32, I64]>;
def QD_Integer : AnyTypeOf<[AnySignlessInteger, Index]>;
def QD_Scalar : AnyTypeOf<[AnySignlessInteger, Index, AnyFloat]>;

def QD_KernelOp : QD_Op<"kernel", [IsolatedFromAbove, FunctionOpInterface, OpAsmOpInterface, AutomaticAllocationScope,
                                   SingleBlock, HasParent<"::mlir::ModuleOp">]> {
  let summary = "what a user calls";
  let description = [{
    A kernel takes arrays (memrefs with identity layout: static, dynamic and
    rank-0 shapes, rank at most 8) and scalars, and may return scalars. Its name
    is the name that the loader finds.

    A scalar with `qd.specialize` gets code of its own for each value in the
    list; a value is rounded to the type of the scalar if that is f32.

    The attribute `graph = "auto" | "always" | "never"` says whether the tasks
    replay as a graph of the device. On a device without graphs (the CPU) all three
    mean the same. On others `auto` and `always` make a graph of a kernel that holds
    tasks alone, `always` from the first launch on; a launch of a kernel with control
    outside tasks that the host leads is refused with `always`. The parser keeps
    the SSA names of the arguments as `qd.arg_name`.

    ```mlir
    qd.kernel @scale(%x: memref<?xf32>, %k: f32) -> f32 attributes {graph = "auto"} {
      ...
      qd.return %k : f32
    }
    ```

    `qd-specialize-scalars` turns `qd.specialize` into kernels of their own, with
    the attribute `specialized`. A checked variant (`qdc compile --checks`) is a
    kernel of its own, with the attribute `checked`.

    After `qd-offload` the body holds only `qd.launch`, `qd.graph_*` and an
    empty `qd.return`, and `workspace_bytes`, `readback_offset`,
    `readback_bytes` and `result_offsets` describe the workspace. With loops in the
    graph, `barrier_offset` is where 16 bytes for qd.grid_barrier are. With
    temporaries, `temporaries` describes them, each a #qd.temporary.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
      OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs,
      OptionalAttr<DictArrayAttr>:$res_attrs, OptionalAttr<StrAttr>:$graph,
      OptionalAttr<QD_SpecializedAttr>:$specialized, OptionalAttr<QD_CheckedAttr>:$checked,
      OptionalAttr<QD_SizeAttr>:$workspace_bytes, OptionalAttr<I64Attr>:$readback_offset,
      OptionalAttr<I64Attr>:$readback_bytes, OptionalAttr<DenseI64ArrayAttr>:$result_offsets,
      OptionalAttr<I64Attr>:$barrier_offset,
      OptionalAttr<TypedArrayAttrBase<QD_TemporaryAttr, "temporaries">>:$temporaries);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Required by FunctionOpInterface.
    ::mlir::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::mlir::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }

    /// True once `qd-offload` has replaced the body by the graph of its tasks.
    bool isOffloaded() { return getWorkspaceBytes().has_value(); }
    /// The values of `qd.specialize`, as attributes of the argument's type.
    ::llvm::SmallVector<::mlir::TypedAttr> getSpecializedValues(unsigned index);
    /// The user's name of an argument: `qd.arg_name`, else "arg<index>".
    std::string getArgumentName(unsigned index);

    /// OpAsmOpInterface: arguments print under their `qd.arg_name`.
    void getAsmBlockArgumentNames(::mlir::Region &region, ::mlir::OpAsmSetValueNameFn setName);
  }];
}

def QD_ReturnOp : QD_Op<"return", [Pure, HasParent<"KernelOp">, Terminator, ReturnLike]> {
  let summary = "ends a kernel, with its results";
  let description = [{
    May be left out where the kernel has no results.

    ```mlir
    qd.return %residual : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins), [{ /* no results */ }]>];
}

// The write is of the partials: nothing uses the results of a reduction in a task, and yet the loop is not dead.
def QD_ForOp
    : QD_Op<"for", [AttrSizedOperandSegments, SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects,
                    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, DeclareOpInterfaceMethods<LoopLikeOpInterface>,
                    AutomaticAllocationScope, OpAsmOpInterface]> {
  let summary = "a parallel loop";
  let description = [{
    Runs its body once for each point of a range of rank 1 to 8, in no order; it
    becomes a task. Bounds are `index`, `i32` or `i64`, all of one type; lower
    bounds are 0 and steps 1 when left out. A range with an upper bound at or
    below its lower bound is empty. Steps must be positive: a step that is not
    makes the range empty. Bounds may be loaded from memory: the loop sees the
    value at the moment it starts.

    Iterations must not touch what another iteration writes, except by atomics.
    A `qd.for` may not stand inside another one, nor in a function called there.

    With `reduce`, the body yields one value for each kind, and the loop gives
    their deterministic reduction: a tree whose shape depends on the number of
    iterations alone (KernelABI.h). An empty range gives the neutral element.

    ```mlir
    qd.for (%i, %j) in (%n, %m) {
      ...
    }
    %sum, %peak = qd.for (%i) in (%n) from (%one) step (%two) : i32 block_dim(256) name("norm")
        reduce(addf, maximumf) -> f32, f32 {
      ...
      qd.yield %square, %magnitude : f32, f32
    }
    ```
  }];
  let arguments = (ins Variadic<QD_LoopBound>:$upperBounds, Variadic<QD_LoopBound>:$lowerBounds,
      Variadic<QD_LoopBound>:$steps, OptionalAttr<I32Attr>:$block_dim, OptionalAttr<StrAttr>:$name,
      OptionalAttr<QD_ReduceKindArrayAttr>:$reduce);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let skipDefaultBuilders = 1;
  let builders = [
      // The body has its arguments, and no terminator where there are reductions: the caller yields their values. Lower
      // bounds and steps may be empty.
      OpBuilder<(ins "::mlir::ValueRange":$lowerBounds, "::mlir::ValueRange":$upperBounds, "::mlir::ValueRange":$steps,
          CArg<"::mlir::TypeRange", "{}">:$results, CArg<"::mlir::ArrayRef<ReduceKind>", "{}">:$reduce)>];
  let extraClassDeclaration = [{
    unsigned getRank() { return getUpperBounds().size(); }
    /// The one type of all bounds, steps and induction variables.
    ::mlir::Type getBoundType() { return getUpperBounds().front().getType(); }
    ::mlir::Block::BlockArgListType getInductionVars() { return getBody().getArguments(); }
    bool isReduction() { return getNumResults() != 0; }
    /// The kind of each result's reduction.
    ::llvm::SmallVector<ReduceKind> getReduceKinds();

    /// OpAsmOpInterface: induction variables print as %i, %j, ...
    void getAsmBlockArgumentNames(::mlir::Region &region, ::mlir::OpAsmSetValueNameFn setName);
  }];
}

def QD_YieldOp : QD_Op<"yield", [Pure, ParentOneOf<["ForOp", "DoWhileOp"]>, Terminator, ReturnLike]> {
  let summary = "ends the body of a loop of this dialect, with the values to reduce";
  let description = [{
    Left out where there are none.

    ```mlir
    qd.yield %square : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins), [{ /* no values */ }]>];
}

// The write is the error of reaching the maximum: without it, a body that only reads would make the loop dead.
def QD_DoWhileOp : QD_Op<"do_while", [SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects,
                                      MemoryEffects<[MemWrite]>, DeclareOpInterfaceMethods<LoopLikeOpInterface>]> {
  let summary = "a loop that runs until a flag in memory is 0";
  let description = [{
    Runs its body, then again as long as the flag is not 0: the flag is an
    integer array of rank 0, an argument, a global or a temporary, read after each
    iteration. The body thus runs at least once. With `max`, at most that many iterations
    run (a maximum below 1 counts as 1); reaching it with the flag still set is
    normal with `on_max(stop)`, the default, and the launch's error with
    `on_max(error)`. The result is the number of iterations.

    ```mlir
    %iterations = qd.do_while %go max(%limit) on_max(error) name("solve") : memref<i32> {
      ...
    }
    ```

    The type of the maximum is i64 where it is left out, else `max(%n : index)`.
    The body may hold parallel loops, serial statements and further control. One
    that holds parallel loops may ask how it is run, by `qd.strategy`.
  }];
  let arguments = (ins Arg<MemRefRankOf<[AnySignlessInteger], [0]>, "the flag", [MemRead]>:$flag,
      Optional<AnyTypeOf<[Index, I32, I64]>>:$maximum,
      DefaultValuedAttr<QD_OnMaximumAttr, "::qdc::qd::OnMaximum::stop">:$on_max, OptionalAttr<StrAttr>:$name);
  let results = (outs I64:$iterations);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
      // The body is there, with its terminator; `maximum` may be null.
      OpBuilder<(ins "::mlir::Value":$flag, "::mlir::Value":$maximum, CArg<"OnMaximum", "OnMaximum::stop">:$onMax,
          CArg<"::mlir::StringAttr", "{}">:$name)>];
}

#endif // QDC_DIALECT_QD_IR_QDKERNELOPS_TD
