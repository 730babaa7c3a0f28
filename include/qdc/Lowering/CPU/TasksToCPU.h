//===- TasksToCPU.h - From tasks to functions of a CPU image ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of tasks to the LLVM dialect, as a function; `convert-tasks-to-cpu`
// (Passes.td) wraps it and says what comes out.
//
//   qd.task @scale.0 of @scale extent(...) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {...}) {
//     qd.for (%i) in (%n) { ... }
//   }
// becomes
//   llvm.func @scale.0(%slots: !llvm.ptr, %context: !llvm.ptr, %begin: i64, %end: i64)
//       attributes {qd.entry_point = #qd.entry_point<task = <"scale.0" of "scale">, slots = [<array(0)>, ...]>}
//   llvm.func internal @scale.0.chunk(%x: !llvm.ptr {llvm.noalias}, %n: i64, %begin: i64, %end: i64)
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_CPU_TASKSTOCPU_H
#define QDC_LOWERING_CPU_TASKSTOCPU_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

namespace qdc {

/// A qd.task that is a private form (qd::PrivateFormAttr) has parameters that are copies. They have the kind
/// (arith::AtomicRMWKind as an i64) of their memref.atomic_rmw, which are marked with privateFoldAttr (FlatAccesses.h).
/// Its llvm.func is a qd_cpu_entry, but no entry point, and has the attribute too, with the copies.
inline constexpr llvm::StringLiteral privateKindAttr = "qd.private_kind";

struct TasksToCPUOptions {
  /// Let a multiplication and an addition become one operation with one rounding. The fold of a reduction never does.
  bool contract = false;
  /// Give loops a second body for their interior, where conditions at the border are settled.
  bool splitInterior = true;
  /// So many tasks that differ in f32 and f64 constants alone share a chunk, which has these as parameters. 0: none do.
  unsigned shareFrom = 8;
};

/// Replaces the tasks of `module`, private forms included, by functions in the LLVM dialect and erases its kernels and
/// globals. On failure an error has been emitted that names the op, and the module is unusable.
mlir::LogicalResult lowerTasksToCPU(mlir::ModuleOp module, const TasksToCPUOptions &options);

} // namespace qdc

#endif // QDC_LOWERING_CPU_TASKSTOCPU_H
