//===- TasksToGrid.h - From tasks to grids of threads -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the lowering that all GPUs share, as a function;
// `convert-tasks-to-grid` (Passes.td) wraps it. It spreads iterations over a
// grid of threads, and keeps the structure of loops and branches for what makes
// a vendor's code of it.
//
//   qd.task @scale.0 of @scale extent(...) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %s: f32 {...}, %n: index
//   {...}) {
//     qd.for (%i) in (%n) { ... }
//   }
// becomes
//   func.func private @scale$0.body(%x: memref<?xf32>, %s: f32, %n: index, %block: i64, %blocks: i64, %thread: i64) {
//     ... scf.while ... qd.iteration ...
//   }
//   func.func @scale$0(%x: memref<?xf32>, %s: f32, %n: index)
//       attributes {qd.entry_point = #qd.entry_point<task = <"scale.0" of "scale">, slots = [<array(0)>, ...],
//                   launch = <block_threads = 256, subgroup_width = 32, iterations_per_thread = 4>>} {
//     ... gpu.block_id x, gpu.grid_dim x, gpu.thread_id x ...
//     func.call @scale$0.body(%x, %s, %n, %block, %blocks, %thread)
//   }
//
// The body takes its place in the grid as values. What belongs to a launch and
// not to the task stands at the entry point: whether an earlier failure keeps it
// from running, and how its parameters are passed.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_GPU_TASKSTOGRID_H
#define QDC_LOWERING_GPU_TASKSTOGRID_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/GridLimits.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

namespace qdc {

struct TasksToGridOptions {
  /// Let a multiplication and an addition become one operation with one rounding. The fold of a reduction never does.
  bool contract = false;
  GridLimits limits;
  /// The device has an instruction that finds the largest i32 among the active threads of a subgroup.
  bool reducesSubgroups = false;
  /// Make entry points for loops too, by each of these strategies: whole ones (LoopEntry.h), as a graph the ends of
  /// their iterations (LoopEnd.h). Without a subgroup width, those of one block alone.
  llvm::ArrayRef<qd::LoopStrategy> loops = {};
};

/// Replaces the tasks of `module` by functions, a body and an entry point each, of which verifyGrid is true, and erases
/// its qd.kernels and globals. Fails for limits that no code is made for, and where a task finds no room in workgroup
/// memory. On failure an error has been emitted that names the op, and the module is unusable.
mlir::LogicalResult lowerTasksToGrid(mlir::ModuleOp module, const TasksToGridOptions &options);

/// Fails, with an error at the op, if `module` holds something that the lowerings after this one do not know.
/// There are: functions of arith, index, math and scf; qd.random; qd.iteration, and in it qd.leave_unless; flat
/// accesses (QDMemoryOps.td) to arrays of rank 1, which are parameters, memref.alloca or uninitialised globals of
/// workgroup memory; of `gpu`, a thread's place in dimension x, the barrier of a block, shuffles down of i32 with a
/// constant width, and the largest i32, without a sign, among the active threads of a subgroup; qd.block_any,
/// qd.uniform_in_subgroup and qd.set_condition; calls of math functions; in entry points calls of bodies, and
/// qd.grid_barrier, which runs a body in one of several blocks only where the entry point has a subgroup width, by
/// which a block learns whether it is the one. `isLowered` accepts further operations, which a vendor's passes put
/// there.
mlir::LogicalResult verifyGrid(
    mlir::ModuleOp module,
    llvm::function_ref<bool(mlir::Operation *)> isLowered = [](mlir::Operation *) { return false; });

} // namespace qdc

#endif // QDC_LOWERING_GPU_TASKSTOGRID_H
