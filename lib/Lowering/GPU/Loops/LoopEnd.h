//===- LoopEnd.h - The end of an iteration as an entry point ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a graph of the device, a kernel that only decides about the next iteration of
// a loop takes as long as a short task. So there is one entry point for the last
// tasks of an iteration and the decision: the serial ones, and the parallel one
// before them. Where the serial tasks and the decision do not depend on the
// parallel one, and nothing in the iteration may fail, the first block begins with
// them:
//
//   qd.graph_do_while flag <array(1)> {      if this is the first subgroup of the first block:
//     qd.launch @step.0                        call @step.2.grid.body(..., 0, 1, %lane)
//     qd.launch @step.1                        qd.set_condition %handle to (*flag != 0)
//     qd.launch @step.2   // serial          call @step.1.grid.body(..., %block, %blocks, %thread)
//   }
//
// Else, if the parallel task takes few blocks, the last of them to arrive runs
// them:
//
//     call @step.1.grid.body(..., %block, %blocks, %thread)
//     qd.grid_barrier ends at %state[4] {
//       call @step.2.grid.body(..., 0, 1, %lane)
//       qd.set_condition %handle to (*flag != 0)
//     }
//
// If the first block reports a failure, as that the launch is to stop, other blocks
// of the same iteration must not act on it, or they would leave out their part. So
// they do not test the record: where nothing in an iteration may fail, no iteration
// of a failed launch begins.
//
// A failed launch sets the condition too: the loop is over.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPS_LOOPEND_H
#define QDC_LIB_LOWERING_GPU_LOOPS_LOOPEND_H

#include "LoopEntry.h"

namespace qdc {

/// The tasks that such an entry point of a loop of a graph may have, in order; none where the loop does not end with a
/// task that can be part of one, or has no node before them, which loaders may need. `taskOf` finds what a node runs.
/// The limits have a subgroup width.
llvm::SmallVector<qd::TaskOp> lastTasksOf(mlir::Operation *loop, llvm::function_ref<qd::TaskOp(qd::LaunchOp)> taskOf,
                                          const GridLimits &limits);

/// What is known of them before their lowering.
struct LoopEndFacts {
  bool takesFewBlocks = false; // the first one: so few that the last one to arrive may run what follows
  bool mayFail = false; // something in the loop, or it holds other loops or branches
};
LoopEndFacts factsOfEnd(mlir::Operation *loop, llvm::ArrayRef<qd::TaskOp> lastTasks,
                        llvm::function_ref<qd::TaskOp(qd::LaunchOp)> taskOf);

/// Creates the entry point, before the kernel; null where nothing is left for it. The bodies are those of the tasks,
/// lowered as for entry points of their own; `source.blockThreads` is not asked for. A parallel task that takes many
/// blocks and has to be complete before what follows is no part of it; its body is erased.
mlir::func::FuncOp createLoopEnd(LoopSource source, const LoopEndFacts &facts);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LOOPS_LOOPEND_H
