//===- LowerLoops.h - Entry points for the loops of graphs ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPS_LOWERLOOPS_H
#define QDC_LIB_LOWERING_GPU_LOOPS_LOWERLOOPS_H

#include "LoopEntry.h"

namespace qdc {

/// Lowers a task to its body, for a loop, or for NULL as for an entry point of its own. The task is left without its
/// body.
using LowerBody =
    llvm::function_ref<mlir::FailureOr<GridBody>(qd::TaskOp task, WorkgroupMemory &workgroup, const TasksOfLoop *loop)>;

/// Creates entry points for the loops of the kernels of `module`: one for each of the `strategies` that runs all of a
/// loop and that it can have, also by workgroup memory, but in a loop that has some only for the strategy that its
/// source asks for; as a graph, for each the end of its iterations. The tasks stay as they are. Where no subgroup width
/// is guaranteed there are those of one block alone: what lets whole grids wait for each other, and threads of a block
/// decide for all, is said of subgroups.
mlir::LogicalResult lowerLoops(mlir::ModuleOp module, llvm::ArrayRef<qd::LoopStrategy> strategies,
                               const GridLimits &limits, LowerBody lowerBody);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LOOPS_LOWERLOOPS_H
