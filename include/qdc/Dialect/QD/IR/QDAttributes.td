//===- QDAttributes.td - Attributes of the qd dialect ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_QDATTRIBUTES_TD
#define QDC_DIALECT_QD_IR_QDATTRIBUTES_TD

include "qdc/Dialect/QD/IR/QDDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def QD_ReduceKind : I32EnumAttr<"ReduceKind", "how a reduction folds two values",
                                [I32EnumAttrCase<"addf", 0>, I32EnumAttrCase<"mulf", 1>, I32EnumAttrCase<"minimumf", 2>,
                                 I32EnumAttrCase<"maximumf", 3>, I32EnumAttrCase<"addi", 4>, I32EnumAttrCase<"muli", 5>,
                                 I32EnumAttrCase<"mins", 6>, I32EnumAttrCase<"maxs", 7>, I32EnumAttrCase<"minu", 8>,
                                 I32EnumAttrCase<"maxu", 9>, I32EnumAttrCase<"andi", 10>, I32EnumAttrCase<"ori", 11>,
                                 I32EnumAttrCase<"xori", 12>]> {
  let cppNamespace = "::qdc::qd";
  let genSpecializedAttr = 0;
}
def QD_ReduceKindAttr : EnumAttr<QD_Dialect, QD_ReduceKind, "reduce_kind">;
def QD_ReduceKindArrayAttr : TypedArrayAttrBase<QD_ReduceKindAttr, "kinds of reduction">;

def QD_OnMaximum : I32EnumAttr<"OnMaximum", "what reaching the maximum of a qd.do_while means",
                               [I32EnumAttrCase<"stop", 0>, I32EnumAttrCase<"error", 1>]> {
  let cppNamespace = "::qdc::qd";
  let genSpecializedAttr = 0;
}
def QD_OnMaximumAttr : EnumAttr<QD_Dialect, QD_OnMaximum, "on_maximum">;

def QD_Scope : I32EnumAttr<"Scope", "the threads that see an atomic operation in one step",
                           [I32EnumAttrCase<"device", 0>, I32EnumAttrCase<"system", 1>]> {
  let cppNamespace = "::qdc::qd";
  let genSpecializedAttr = 0;
}
def QD_ScopeAttr : EnumAttr<QD_Dialect, QD_Scope, "scope">;

def QD_SlotKind
    : I32EnumAttr<"SlotKind", "where a launch takes a task's parameter from",
                  [I32EnumAttrCase<"array", 0>, I32EnumAttrCase<"dim", 1>, I32EnumAttrCase<"scalar", 2>,
                   I32EnumAttrCase<"global", 3>, I32EnumAttrCase<"workspace", 4>, I32EnumAttrCase<"word", 5>,
                   I32EnumAttrCase<"error_record", 6>, I32EnumAttrCase<"print_buffer", 7>, I32EnumAttrCase<"seed", 8>,
                   I32EnumAttrCase<"launch_ordinal", 9>, I32EnumAttrCase<"maximum_iterations", 10>,
                   I32EnumAttrCase<"stop_word", 11>, I32EnumAttrCase<"region", 12>,
                   I32EnumAttrCase<"condition_handle", 13>, I32EnumAttrCase<"loop_state", 14>]> {
  let cppNamespace = "::qdc::qd";
  let genSpecializedAttr = 0;
}

def QD_SlotAttr : AttrDef<QD_Dialect, "Slot"> {
  let mnemonic = "slot";
  let summary = "the source of a task's parameter";
  let description = [{
    `index` counts the kernel's arguments (array, dim, scalar) or the module's
    globals (global); `axis` is for dim; `offset` is in bytes from the start of
    the workspace (workspace: the address itself; word: the value of the word
    there when the task starts) or the regions of the workspace (region: the
    address of the first byte). `workspace` and `word` are of region 0. Of
    `condition_handle` and `loop_state`, `index` is the number of a loop in the
    kernel's graph, in pre-order. Unused fields are 0.

    ```mlir
    #qd.slot<array(2)>     #qd.slot<dim(0, 1)>      #qd.slot<scalar(1)>   #qd.slot<global(0)>
    #qd.slot<word(64)>     #qd.slot<workspace(0)>   #qd.slot<seed>        #qd.slot<launch_ordinal>
    #qd.slot<maximum_iterations>                    #qd.slot<stop_word>   #qd.slot<region(1)>
    #qd.slot<condition_handle(1)>                   #qd.slot<loop_state(1)>
    ```
  }];
  let parameters = (ins EnumParameter<QD_SlotKind>:$kind, DefaultValuedParameter<"uint32_t", "0">:$index,
      DefaultValuedParameter<"uint32_t", "0">:$axis, DefaultValuedParameter<"uint64_t", "0">:$offset);
  let hasCustomAssemblyFormat = 1;
  let builders = [AttrBuilder<(ins "SlotKind":$kind, CArg<"uint32_t", "0">:$index, CArg<"uint32_t", "0">:$axis), [{
      return $_get($_ctxt, kind, index, axis, uint64_t(0));
    }]>];
  let extraClassDeclaration = [{
    /// A slot of kind `workspace` or `word`.
    static SlotAttr getAtOffset(::mlir::MLIRContext *context, SlotKind kind, uint64_t offset);
  }];
}

def QD_SizeAttr : AttrDef<QD_Dialect, "Size"> {
  let mnemonic = "size";
  let summary = "a SizeExpr";
  let description = [{
    The text form of a SizeExpr (SizeExpr.h), in its canonical spelling.

    ```mlir
    #qd.size<"mul(dim(0, 0), dim(0, 1))">
    ```
  }];
  let parameters = (ins StringRefParameter<"the text form">:$text);
  let assemblyFormat = "`<` $text `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The parsed expression.
    ::qdc::SizeExpr getExpr() const;
    /// The attribute of an expression.
    static SizeAttr get(::mlir::MLIRContext *context, const ::qdc::SizeExpr &expr);
  }];
}

/// Attributes in brackets, none or more.
class QD_ListParameter<string element, string desc> : ArrayRefParameter<element, desc> {
  let parser = "parseList<"#element#">($_parser)";
  let printer = "printList($_printer, $_self)";
}

def QD_TemporaryAttr : AttrDef<QD_Dialect, "Temporary"> {
  let mnemonic = "temporary";
  let summary = "an array of the kernel's own";
  let description = [{
    The array of one `memref.alloc`: its type, its extents, the region of the
    workspace that it lies at the start of, and where it is made. Words that
    extents read are written by nodes at the top level of the graph, before
    the one that first uses the region. Temporaries of one region are never in
    use at once.

    ```mlir
    #qd.temporary<memref<?x4xf32> extents [<"dim(0, 0)">, <"4">] in 1 at loc("a.qir":2:8)>
    ```
  }];
  let parameters = (ins "::mlir::MemRefType":$type, QD_ListParameter<"::qdc::qd::SizeAttr", "of each axis">:$extents,
      "uint32_t":$region, "::mlir::LocationAttr":$location);
  let assemblyFormat = "`<` $type `extents` $extents `in` $region `at` $location `>`";
}

def QD_SpecializedAttr : AttrDef<QD_Dialect, "Specialized"> {
  let mnemonic = "specialized";
  let summary = "the scalar values that a kernel's code was made for";
  let description = [{
    `kernel` is the general kernel, `arguments` are the positions of the scalar
    arguments, ascending, and `bits` their values as a slot of KernelABI.h holds
    them.

    ```mlir
    #qd.specialized<@power, arguments = [1, 4], bits = [2, 1056964608]>
    ```
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$kernel, ArrayRefParameter<"uint32_t">:$arguments,
      ArrayRefParameter<"uint64_t">:$bits);
  let assemblyFormat = "`<` $kernel `,` `arguments` `=` `[` $arguments `]` `,` `bits` `=` `[` $bits `]` `>`";
}

def QD_CheckedAttr : AttrDef<QD_Dialect, "Checked"> {
  let mnemonic = "checked";
  let summary = "a kernel that is a checked variant of another";
  let description = [{
    `kernel` is what users call it, `variant` names the checks: sorted, joined by commas. Of the places that these look at,
    `checks` have code, and `proven` need none.

    ```mlir
    #qd.checked<"heat", variant = "arithmetic,bounds", checks = 7, proven = 2>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$kernel, "::mlir::StringAttr":$variant, "uint32_t":$checks,
      "uint32_t":$proven);
  let assemblyFormat = [{
    `<` $kernel `,` `variant` `=` $variant `,` `checks` `=` $checks `,` `proven` `=` $proven `>`
  }];
}

def QD_SourceTaskAttr : AttrDef<QD_Dialect, "SourceTask"> {
  let mnemonic = "source_task";
  let summary = "the symbols of a task and its kernel in the manifest";
  let description = [{
    `qd-name-symbols` gives tasks names that assemblers take; the manifest, which
    was made before, has these.

    ```mlir
    #qd.source_task<"heat.0" of "heat">
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$task, "::mlir::StringAttr":$kernel);
  let assemblyFormat = "`<` $task `of` $kernel `>`";
}

def QD_SlotPassing
    : I32EnumAttr<
          "SlotPassing",
          "how a kernel of a GPU receives its slots", [I32EnumAttrCase<"values", 0>, I32EnumAttrCase<"memory", 1>]> {
  let cppNamespace = "::qdc::qd";
  let genSpecializedAttr = 0;
}

def QD_GridSize : I32EnumAttr<"GridSize", "how many blocks a launch whose extent is known has",
                              [I32EnumAttrCase<"iterations", 0>, I32EnumAttrCase<"resident", 1>,
                               I32EnumAttrCase<"single", 2>, I32EnumAttrCase<"cooperative", 3>]> {
  let cppNamespace = "::qdc::qd";
  let genSpecializedAttr = 0;
}

/// One word of an enumeration, which is left out where it is `value`.
class QD_WordParameter<EnumInfo enum, string value>
    : AttrParameter<enum.cppNamespace#"::"#enum.className, enum.summary> {
  let parser = "parseEnumWord<"#cppType#">($_parser)";
  let printer = "$_printer << stringifyEnum($_self)";
  let defaultValue = cppType#"::"#value;
}

/// A list that is left out where it is empty.
class QD_OptionalListParameter<string element, string desc> : QD_ListParameter<element, desc> {
  let defaultValue = cppStorageType#"()";
  let comparator = cppType#"($_lhs) == "#cppType#"($_rhs)";
}

/// Bits, shown in hexadecimal digits.
class QD_BitsParameter<string desc> : AttrParameter<"uint64_t", desc> {
  let printer = "$_printer << ::llvm::format_hex($_self, 3)";
}

def QD_LaunchAttr : AttrDef<QD_Dialect, "Launch"> {
  let mnemonic = "launch";
  let summary = "how a GPU runs an entry point";
  let description = [{
    Any number of blocks of `block_threads` threads, which the device runs in
    subgroups of `subgroup_width`: 32 or 64, or 0 where no width is guaranteed. On
    each iteration of the task work `threads_per_iteration` of them: 1 or a
    subgroup, of which 64 threads take the place where there is none. Where there
    are more iterations than threads, each thread has `iterations_per_thread` under
    way. `slot_passing` and `grid` are as in the manifest (docs/package-format.md).
    What is left out is 1, `values` or `iterations`.

    ```mlir
    #qd.launch<block_threads = 256, subgroup_width = 32, iterations_per_thread = 4>
    #qd.launch<block_threads = 64, subgroup_width = 64, threads_per_iteration = 64, slot_passing = memory, grid = resident>
    ```
  }];
  let parameters = (ins AttrParameter<"uint32_t", "the threads of a block">:$block_threads,
      AttrParameter<"uint32_t", "threads of a subgroup for which the code is made; 0: for any">:$subgroup_width,
      DefaultValuedParameter<"uint32_t", "1">:$threads_per_iteration,
      DefaultValuedParameter<"uint32_t", "1">:$iterations_per_thread,
      QD_WordParameter<QD_SlotPassing, "values">:$slot_passing, QD_WordParameter<QD_GridSize, "iterations">:$grid);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def QD_LoopStrategy
    : I32EnumAttr<"LoopStrategy", "how an entry point runs a loop",
                  [I32EnumAttrCase<"block", 0>, I32EnumAttrCase<"grid", 1>, I32EnumAttrCase<"graph", 2>]> {
  let cppNamespace = "::qdc::qd";
  let genSpecializedAttr = 0;
}

def QD_LoopNodeAttr : AttrDef<QD_Dialect, "LoopNode"> {
  let mnemonic = "loop_node";
  let summary = "a loop of a kernel's graph, and how it is run";
  let description = [{
    The number of the node in the graph, in pre-order, and the symbol of the kernel
    in the manifest. As `block` or `grid` an entry point runs all of the loop; as
    `graph` it runs the `last` tasks of an iteration, one or more, and what decides
    about the next one.

    ```mlir
    #qd.loop_node<1 of "heat" as grid>
    #qd.loop_node<1 of "heat" as graph, last = 2>
    ```
  }];
  let parameters = (ins AttrParameter<"uint32_t", "the node of the graph">:$node, "::mlir::StringAttr":$kernel,
      EnumParameter<QD_LoopStrategy>:$strategy, DefaultValuedParameter<"uint32_t", "0">:$last);
  let assemblyFormat = "`<` $node `of` $kernel `as` $strategy (`,` `last` `=` $last^)? `>`";
  let genVerifyDecl = 1;
}

def QD_EntryPointAttr : AttrDef<QD_Dialect, "EntryPoint"> {
  let mnemonic = "entry_point";
  let summary = "what the manifest says about an entry point";
  let description = [{
    Stands as `qd.entry_point` on the function that runs a `task`, or a `loop`.
    `slots` are its parameters as KernelABI.h has them, none of them a word;
    `launch` is for GPUs.

    ```mlir
    #qd.entry_point<task = <"scale.0" of "scale">, slots = [<array(0)>, <dim(0, 0)>],
                    launch = <block_threads = 256, subgroup_width = 32>>
    ```
  }];
  let parameters = (ins OptionalParameter<"::qdc::qd::SourceTaskAttr">:$task,
      OptionalParameter<"::qdc::qd::LoopNodeAttr">:$loop,
      QD_ListParameter<"::qdc::qd::SlotAttr", "where its slots come from">:$slots,
      OptionalParameter<"::qdc::qd::LaunchAttr">:$launch);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def QD_PrivateCopyAttr : AttrDef<QD_Dialect, "PrivateCopy"> {
  let mnemonic = "private_copy";
  let summary = "an array of which each thread has a copy";
  let description = [{
    `slot` counts those of the entry point; the function `merge` folds the copies
    into the array; `neutral` are the bits of an element into which nothing is
    folded yet.

    ```mlir
    #qd.private_copy<slot = 0, merge = @qdc.merge.addf.f32, neutral = 0x80000000>
    ```
  }];
  let parameters = (ins AttrParameter<"uint32_t", "a slot of the entry point">:$slot,
      "::mlir::FlatSymbolRefAttr":$merge, QD_BitsParameter<"an element into which nothing is folded">:$neutral);
  let assemblyFormat = "`<` struct(params) `>`";
}

def QD_PrivateFormAttr : AttrDef<QD_Dialect, "PrivateForm"> {
  let mnemonic = "private_form";
  let summary = "that a task or function is the private form of another";
  let description = [{
    Stands as `qd.private_form` on what does without atomics, by copies, what `of`
    does with them (KernelABI.h). `atomics` is how many it saves in one iteration, 1
    or more. `copies`, by ascending slots, stand on the function that the task
    becomes; parameters of the task say it by `qd.private_kind`.

    ```mlir
    #qd.private_form<of = @k.0, atomics = 4,
                     copies = [<slot = 0, merge = @qdc.merge.addf.f32, neutral = 0x80000000>]>
    ```
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$of, AttrParameter<"uint32_t", "what an iteration saves">:$atomics,
      QD_OptionalListParameter<"::qdc::qd::PrivateCopyAttr", "the arrays that are copied">:$copies);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // QDC_DIALECT_QD_IR_QDATTRIBUTES_TD
