//===- PrivatizeAtomics.h - Forms of tasks without atomics ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A processor takes ten times as long for an atomic as for an addition, and
// for floats, which it adds by compare-and-swap, longer still. A task that only
// folds into an array can do without: each thread folds into a copy of its
// own, and the copies are merged at the end (KernelABI.h). Such a task gets a
// second form, and the loader chooses by the sizes.
//
//   qd.task @k.0 of @k ... (%h: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) { ... atomic_rmw addf %v, %h[%i] ... }
// stays, and beside it stands
//   qd.task @k.0.private of @k ... (%h: memref<?xf32> {qd.private_kind = 0 : i64, qd.slot = #qd.slot<array(0)>})
//       attributes {qd.private_form = #qd.private_form<of = @k.0, atomics = 1>}
//       { the same, atomics marked qd.private_fold }
//
// TasksToCPU.h explains the attributes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_CPU_PRIVATIZEATOMICS_H
#define QDC_LOWERING_CPU_PRIVATIZEATOMICS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Tasks of more operations get no private form: it is compiled as well.
inline constexpr unsigned largestPrivateForm = 1024;

/// Adds a private form after each parallel task of `module` with an array argument that it uses by
/// memref.atomic_rmw of one kind alone, without looking at the old values. Left out are arrays that may overlap others,
/// i1, the kind `assign`, which keeps one value of many, and `mulf`, whose products may overflow in one grouping and
/// not in another. Expects parameters as qd-expand-task-parameters leaves them.
void privatizeAtomics(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_LOWERING_CPU_PRIVATIZEATOMICS_H
