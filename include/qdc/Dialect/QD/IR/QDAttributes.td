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
                   I32EnumAttrCase<"launch_ordinal", 9>]> {
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
    there when the task starts). Unused fields are 0.

    ```mlir
    #qd.slot<array(2)>     #qd.slot<dim(0, 1)>      #qd.slot<scalar(1)>   #qd.slot<global(0)>
    #qd.slot<word(64)>     #qd.slot<workspace(0)>   #qd.slot<seed>        #qd.slot<launch_ordinal>
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

#endif // QDC_DIALECT_QD_IR_QDATTRIBUTES_TD
