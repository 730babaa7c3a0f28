//===- Passes.td - Passes on the qd dialect ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_PASSES_TD
#define QDC_DIALECT_QD_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "qdc/Dialect/QD/Transforms/OffloadPasses.td"

//===----------------------------------------------------------------------===//
// Parse
//===----------------------------------------------------------------------===//

def VerifyKernels : Pass<"qd-verify-kernels", "::mlir::ModuleOp"> {
  let summary = "check what only the whole module can tell about its kernels";
  let description = [{
    Runs right after the parser and changes nothing. Refuses operations and types
    that no target knows, loops of the graph inside a parallel loop (also through
    calls), recursive helpers, local arrays that would live across tasks, and what
    does not belong into a module. VerifyKernels.h lists what holds afterwards.
  }];
}

//===----------------------------------------------------------------------===//
// Warn
//===----------------------------------------------------------------------===//

// Each runs on verified kernels and changes nothing. Warnings.h says what they have in common, and in which form each
// wants the kernel.

def WarnBounds : Pass<"qd-warn-bounds", "::qdc::qd::KernelOp"> {
  let summary = "warn of constant indices outside static extents";
}

def WarnFlag : Pass<"qd-warn-flag", "::qdc::qd::KernelOp"> {
  let summary = "warn of loops that never write the flag that ends them";
}

def WarnRace : Pass<"qd-warn-race", "::qdc::qd::KernelOp"> {
  let summary = "warn of iterations that surely meet in an element that one of them writes";
}

def WarnSerial : Pass<"qd-warn-serial", "::qdc::qd::KernelOp"> {
  let summary = "warn of loops over arrays that one thread runs";
}

def WarnUnused : Pass<"qd-warn-unused", "::qdc::qd::KernelOp"> {
  let summary = "warn of arguments that are never used, and of temporaries that are read and never written";
}

//===----------------------------------------------------------------------===//
// Check
//===----------------------------------------------------------------------===//

// Each runs on kernels without calls and scf.parallel, before the phase 'simplify', and adds to the attribute
// `checked` of a kernel that has it how many places it checked and how many need no check. Checks.h says what they have
// in common.

def CheckArithmetic : Pass<"qd-check-arithmetic", "::qdc::qd::KernelOp"> {
  let summary = "check integer operations whose result is rarely meant";
  let description = [{
    Divisions by zero, shifts by the width or more, index arithmetic that wraps, floats that do not fit the integer.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CheckBounds : Pass<"qd-check-bounds", "::qdc::qd::KernelOp"> {
  let summary = "check that indices are inside of their arrays";
  let description = [{
    Before each access to an element comes a `qd.check` that its indices are inside of the array's extents, unless
    ranges of loops prove that they are. Where they prove that of another size, which stands for a bound of the parallel
    loop or an extent of an argument, the check also holds if none of the loop's extents is smaller than that, which is
    found out once, before the loop.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def CheckFloat : Pass<"qd-check-float", "::qdc::qd::KernelOp"> {
  let summary = "check that finite operands give finite results";
  let description = [{
    After each operation on floats comes a `qd.check` that its result is finite, or one of its operands is not. Those of
    operations with no effects between stand in one branch, which is taken where a result is not finite.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect"];
}

def LocateChecks : Pass<"qd-locate-checks", "::qdc::qd::KernelOp"> {
  let summary = "have checks tell the iterations of the loops around them";
  let description = [{
    After the passes that put in checks. Each check, and each `qd.assert`, which becomes a check where a loop is around
    it, reports where the parallel loop around it is, and then the other loops from the inside out, those of the
    kernel's top level too: of `scf.for` the induction variable, of others the number of the iteration, for which they
    count. Where a gradient runs a trip of a loop of the source, that is told of the source's loop, once; loops that a
    gradient has for itself are not told (GradientLoops.h). What an error record has no room for is counted in the
    message.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

//===----------------------------------------------------------------------===//
// Simplify
//===----------------------------------------------------------------------===//

def DefineArithmetic : Pass<"qd-define-arithmetic", "::mlir::ModuleOp"> {
  let summary = "give every integer operation a value";
  let description = [{
    Guards divisions, remainders, shifts and `math.ipowi` so that none is undefined for any operand, and turns the
    operations of `index` into those of `arith`. DefineArithmetic.h has the table of values. Run it once and first.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def InlineHelpers : Pass<"qd-inline-helpers", "::mlir::ModuleOp"> {
  let summary = "put helpers where they are called";
  let description = [{
    Inlines every `func.call` into the kernels and removes every `func.func`. Recursion and helpers without a body are
    errors.
  }];
}

def LowerAdstacks : Pass<"qd-lower-adstacks", "::qdc::qd::KernelOp"> {
  let summary = "make memory of adstacks";
  let description = [{
    Needs a kernel without calls and scf.parallel. Afterwards no operation `qd.adstack.*` is left but
    `qd.adstack.overflow`: each stack is one array, or two with adjoints, and a count of its entries. The arrays are
    local to the iteration where the capacity is a small constant; else temporaries with an axis for each variable of
    the parallel loop, after the one of the entries. A capacity, and an extent of that loop, that are not made of
    constants, arguments and shapes are errors.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def SizeTemporaries : Pass<"qd-size-temporaries", "::qdc::qd::KernelOp"> {
  let summary = "find how large temporaries are";
  let description = [{
    Needs a kernel without calls. Afterwards each `memref.alloc` has `qd.extents`, its size on each axis as an
    expression of arguments and shapes, or as a unit where it is another value of the kernel's own block. It stands at
    the start of its block, or after such values, and no `memref.dealloc` is left. Other sizes are errors.
  }];
}

def SpecializeScalars : Pass<"qd-specialize-scalars", "::mlir::ModuleOp"> {
  let summary = "clone kernels for the values listed in qd.specialize";
  let description = [{
    Adds one clone in front of the kernel for each combination of listed values, at most 64, with the attribute
    `specialized`, and removes the `qd.specialize` attributes.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def UnifyExtents : Pass<"qd-unify-extents", "::qdc::qd::KernelOp"> {
  let summary = "make one value of extents that qd.dims says are equal";
  let description = [{
    A `memref.dim` of an axis that `qd.dims` names becomes what the text says: the scalar argument or the `memref.dim` of
    the axis that defines the name, or a sum of these. Afterwards equal extents are equal expressions.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def NormalizeLoops : Pass<"qd-normalize-loops", "::qdc::qd::KernelOp"> {
  let summary = "turn scf.parallel into qd.for";
  let description = [{
    An `scf.parallel` outside every parallel loop becomes a `qd.for`, also with reductions of the kinds that `qd.for`
    knows; one inside a parallel loop becomes a nest of `scf.for`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def KernelCSE : Pass<"qd-kernel-cse", "::qdc::qd::KernelOp"> {
  let summary = "merge equal computations and loads";
  let description = [{
    Merges pure operations and loads with equal ones that dominate them, across `scf.if` and loops. A load stays where
    something between may write its element. Removes operations whose results are unused.
  }];
}

def MarkConstantGlobals : Pass<"qd-mark-constant-globals", "::mlir::ModuleOp"> {
  let summary = "mark private globals that no kernel writes as constant";
  let description = [{
    Needs all kernels of the source, and helpers if they are not inlined. Public globals stay as they are.
  }];
}

def FoldTables : Pass<"qd-fold-tables", "::qdc::qd::KernelOp"> {
  let summary = "replace loads from constant globals by what is there";
  let description = [{
    Needs a kernel without calls. A load from a `constant` global with a value becomes a constant where its index is
    one. FoldTables.h has an example, and says which loops are unrolled for that.
  }];
  let options = [Option<"unrollLoops", "unroll-loops", "bool", "true",
                        "unroll loops of constant trip counts that index such globals">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ForwardStores : Pass<"qd-forward-stores", "::qdc::qd::KernelOp"> {
  let summary = "replace loads by what was stored";
  let description = [{
    A load of an element that was stored before, on every path and with no possible write between, becomes the stored
    value.
  }];
}

def RemoveDeadStores : Pass<"qd-remove-dead-stores", "::qdc::qd::KernelOp"> {
  let summary = "drop stores that can never be observed";
  let description = [{
    A store is dropped when a later one in its block overwrites the element and nothing between may read it or end the
    iteration.
  }];
}

def HoistInvariants : Pass<"qd-hoist-invariants", "::qdc::qd::KernelOp"> {
  let summary = "move what does not change out of loops";
  let description = [{
    Out of serial and do-while loops: pure operations, and loads that would surely run or can do no harm, of memory that
    the loop does not write. Out of `qd.for`: pure operations made of arguments, dims and constants.
  }];
}

def FuseLoops : Pass<"qd-fuse-loops", "::qdc::qd::KernelOp"> {
  let summary = "make one parallel loop of neighbours";
  let description = [{
    Two `qd.for` over one range, with nothing that has an effect between them, become one where no iteration of the
    second meets another iteration of the first in an element that either writes. FuseLoops.h has the conditions.
    Expects equal bounds to be one value (`qd-kernel-cse`). The loop lists its sources in `qd.source_loops`. Neighbours
    that stay two say why in `qd.not_fused`.
  }];
  let options =
      [Option<"fuse", "fuse", "bool", /*default=*/"true", "Fuse; without it, loops only say that they are not fused">,
       Option<"remarkFused", "remark-fused", "bool", /*default=*/"false", "Emit a remark at each loop that is fused">,
       Option<"remarkMissed", "remark-missed", "bool", /*default=*/"false",
              "Emit a remark at each neighbour that is not, with the reason">,
  ];
}

def DistributeLoops : Pass<"qd-distribute-loops", "::qdc::qd::KernelOp"> {
  let summary = "move statements of a parallel loop to a later one that touches the same elements";
  let description = [{
    Statements of a `qd.for` that have no value and no array in common with its others go to a later `qd.for` over the
    same range with an access to one of their elements, if that changes nothing: DistributeLoops.h has the conditions.
    Expects neighbours that can be one loop to be one (`qd-fuse-loops`).
  }];
  let options = [Option<"remarkMoved", "remark-moved", "bool", /*default=*/"false",
                        "Emit a remark at each loop that runs statements of an earlier one">,
  ];
}

def FlattenBranches : Pass<"qd-flatten-branches", "::qdc::qd::KernelOp"> {
  let summary = "make parallel loops of branches loops without iterations where these are not taken";
  let description = [{
    Each `scf.if` that stands in no loop, and whose `qd.for` and other statements would be few tasks, goes: bounds of the
    loops depend on the condition, statements with effects are in a branch of their own. FlattenBranches.h has the
    conditions. Expects arithmetic without undefined cases.
  }];
}

def SpeculateBranches : Pass<"qd-speculate-branches", "::qdc::qd::KernelOp"> {
  let summary = "compute short branches of an iteration whether or not they are taken";
  let description = [{
    An `scf.if` in an iteration of a `qd.for` that only loads and computes, and loads what lies beside what the iteration
    loads anyway, becomes straight code that selects. SpeculateBranches.h has the conditions. Expects arithmetic without
    undefined cases.
  }];
}

//===----------------------------------------------------------------------===//
// Lower
//===----------------------------------------------------------------------===//

def NameSymbols : Pass<"qd-name-symbols", "::mlir::ModuleOp"> {
  let summary = "give every symbol a name that assemblers take";
  let description = [{
    Runs first. Afterwards symbols are letters, digits, `_` and `$`, of bounded length, and like no name that a library
    or a later pass uses; tasks have the attributes `qd.task` and `qd.kernel`, which say what they and their kernels
    were called. NameSymbols.h has the rules.
  }];
}

def ExpandTaskParameters : Pass<"qd-expand-task-parameters", "::mlir::ModuleOp"> {
  let summary = "make each parameter of a task one slot";
  let description = [{
    Afterwards a task's parameters are the slots of its entry point, in order:
    arrays are addresses of rank 1 and their dims parameters of their own; globals,
    the seed, the launch ordinal, the workspace and the records that asserts and
    prints write to are parameters; words are loaded from the workspace and stored
    to it. ExpandTaskParameters.h has an example.
  }];
  let options = [Option<"checkErrors", "check-errors", "bool", "false",
                        "give each task of a kernel that asserts, or whose graph has a loop of more than one "
                        "iteration, the error record, which tasks of a GPU look at when they start">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def MergeEqualTasks : Pass<"qd-merge-equal-tasks", "::mlir::ModuleOp"> {
  let summary = "make one task of those that differ in the sources of their slots alone";
  let description = [{
    Runs after `qd-expand-task-parameters`. Afterwards no two tasks outside of loops of graphs are equal: the first of
    them lists the others in `qd.equal_tasks`, and is launched in their place. MergeEqualTasks.h has an example.
  }];
  let options = [Option<"compareLocations", "compare-locations", "bool", "false",
                        "tell apart tasks that come from different lines">];
}

def CollapseLoops : Pass<"qd-collapse-loops", "::qdc::qd::TaskOp"> {
  let summary = "make one loop of two over memory as it lies";
  let description = [{
    Runs after `qd-expand-task-parameters`. Two neighbouring variables of a task's
    loop that are used as the position in an array of the inner one's extent alone
    become one variable. If the launch decides whether the extents are equal, they
    stay, and the loop has a single row where they are. CollapseLoops.h has an example and the limits.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def UnrollLocalLoops : Pass<"qd-unroll-local-loops", "::qdc::qd::TaskOp"> {
  let summary = "unroll loops of constant trip counts that index local arrays";
  let description = [{
    Local arrays whose indices are all constants become registers. Loops are
    unrolled whole or not at all. UnrollLocalLoops.h has an example and the limit.
  }];
  let options = [Option<"shortLoops", "short-loops", "bool", "false",
                        "unroll loops of few trips too, where they alone keep a parallel loop from being vector code">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // QDC_DIALECT_QD_TRANSFORMS_PASSES_TD
