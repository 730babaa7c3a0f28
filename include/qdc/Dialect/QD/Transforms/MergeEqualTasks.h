//===- MergeEqualTasks.h - One piece of code for equal tasks ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel and its gradient have the forward sweep in common, the gradient and
// the reverse sweep alone all that goes backwards, and loops of a kernel often
// do the same to other arrays. Code is slow to make, and an entry point takes
// its arrays from slots, so tasks that differ in the sources of their slots
// alone get one:
//
//   qd.task @f$0 of @f ... (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>})
//   qd.task @g$0 of @g ... (%x: memref<?xf32> {qd.slot = #qd.slot<array(3)>})
// becomes
//   qd.task @f$0 of @f ... (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>})
//       attributes {qd.equal_tasks = [#qd.entry_point<task = <"g.0" of "g">, slots = [<array(3)>]>]}
//
// Each task keeps its place in the manifest, with an entry point of that symbol.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_MERGEEQUALTASKS_H
#define QDC_DIALECT_QD_TRANSFORMS_MERGEEQUALTASKS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc::qd {

/// Removes each task of `module` that is equal to one before it: the same statements, the same types of parameters,
/// slots of the same kinds, and arrays that may overlap at the same places, in whatever order constants stand, which
/// become the first operations of each task. Launches of it become launches of that one, which lists it. Those that
/// stand in a loop of a graph stay, since the loop's code asks each for its slots. The names of loops, which tell
/// nothing any more, go. With `compareLocations` equal tasks come from the same lines of the source too. Tasks are
/// expanded (`qd-expand-task-parameters`). Takes time linear in the module.
void mergeEqualTasks(mlir::ModuleOp module, bool compareLocations);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_MERGEEQUALTASKS_H
