//===- LoopEnd.h - The end of an iteration as an entry point ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a graph of the device, a kernel that only decides about the next iteration of
// a loop takes as long as a short task. So there is one entry point for the last
// tasks of an iteration and the decision: the serial ones, and a parallel one ahead of
// them if that takes few blocks, of which the last one runs what follows:
//
//   qd.graph_do_while flag <array(1)> {      call @step.0.grid.body(..., %block, %blocks, %thread)
//     qd.launch @step.0                      qd.grid_barrier ends at %state[4] {
//     qd.launch @step.1   // serial            call @step.1.grid.body(..., 0, 1, %lane)
//   }                                          qd.set_condition %handle to (*flag != 0)
//                                            }
//
// A failed launch sets the condition too: the loop is over.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPEND_H
#define QDC_LIB_LOWERING_GPU_LOOPEND_H

#include "LoopEntry.h"

namespace qdc {

/// The tasks of such an entry point of a loop of a graph, in order; none where the loop does not end with a task that
/// can be part of one, or has no node ahead of them, which loaders may need. `taskOf` finds what a node runs.
llvm::SmallVector<qd::TaskOp> lastTasksOf(mlir::Operation *loop, llvm::function_ref<qd::TaskOp(qd::LaunchOp)> taskOf,
                                          unsigned subgroupWidth);

/// Creates the entry point `name`, before the kernel. The bodies are those of the tasks, lowered as for entry points of
/// their own; `source.blockThreads` is not asked for.
mlir::func::FuncOp createLoopEnd(LoopSource source, mlir::StringRef name);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LOOPEND_H
