//===- TaskParameters.h - Slots that a task receives ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After `qd-expand-task-parameters` each parameter of a task is one slot: an
// array's address, or a scalar as it lies in memory (MemoryTypes.h). The same for
// every target; in which address space arrays lie is the target's.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_TASKPARAMETERS_H
#define QDC_LOWERING_COMMON_TASKPARAMETERS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/SymbolTable.h"

namespace qdc {

/// Fails, with an error at the task, if a parameter is not what `qd-expand-task-parameters` leaves: one slot.
mlir::LogicalResult verifyExpanded(qd::TaskOp task);

/// Says at the entry point `entry`, by `qd.entry_point`, which task it runs, what its slots are and how it is launched;
/// `launch` is null on a CPU. By `qd.equal_tasks` it says which other tasks it runs. The task is expanded.
void describeEntry(mlir::Operation *entry, qd::TaskOp task, qd::LaunchAttr launch = {});

/// Gives the arguments of `function` for which `isMarked` is true the unit attribute `name`, and all others none; what
/// they had before is gone. Sets all at once: each set of attributes that a function had is kept for ever.
void markArguments(mlir::FunctionOpInterface function, llvm::StringRef name,
                   llvm::function_ref<bool(unsigned argument)> isMarked);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_TASKPARAMETERS_H
