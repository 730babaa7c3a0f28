//===- TaskFunctions.h - The two functions of a task ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_CPU_TASKFUNCTIONS_H
#define QDC_LIB_LOWERING_CPU_TASKFUNCTIONS_H

#include "ChunkFunction.h"
#include "SimilarTasks.h"

#include "mlir/IR/SymbolTable.h"

namespace qdc {

/// Creates the entry point of `task`, an llvm.func of type qd_cpu_entry that reads the slots and calls the chunk, and
/// the chunk, which takes over the task's body (its qd.for still in it). The task is erased. Fails, with an error at
/// the task, if a parameter is not what `qd-expand-task-parameters` leaves. `similar`, unless it is null, are the tasks
/// of which it is the first: their constants become parameters of the chunk. `splitInterior`: the loop may get a second
/// body for its interior.
mlir::FailureOr<ChunkFunction> createTaskFunctions(qd::TaskOp task, const SimilarTasks *similar, bool splitInterior,
                                                   mlir::SymbolTableCollection &symbols);

/// Creates the entry points of the others, which call `chunk`, and erases these tasks. Fails likewise.
mlir::LogicalResult createSimilarEntries(const SimilarTasks &similar, mlir::func::FuncOp chunk);

} // namespace qdc

#endif // QDC_LIB_LOWERING_CPU_TASKFUNCTIONS_H
