//===- TaskParameters.h - A task's body in its function ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the parameters of a task reach the function that takes over its body: an
// array as an address, a scalar as it lies in memory (Memory.h). The same for
// every target; in which address space arrays lie is the target's.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOLLVM_TASKPARAMETERS_H
#define QDC_LIB_CONVERSION_QDTOLLVM_TASKPARAMETERS_H

#include "ChunkFunction.h"

#include "mlir/IR/SymbolTable.h"

namespace qdc {

/// Fails, with an error at the task, if a parameter is not what `qd-expand-task-parameters` leaves: one slot.
mlir::LogicalResult verifyExpanded(qd::TaskOp task);

/// An address parameter of `task` may overlap others of which the same is true. Only arrays that the kernel's user may
/// let overlap (`qd.may_alias`) can: globals, the workspace and the records are ours.
bool mayAlias(qd::TaskOp task, unsigned parameter, mlir::SymbolTableCollection &symbols);

/// For each parameter of `task` what its address is known by in the LLVM dialect: `llvm.noalias` where nothing overlaps
/// it, or nothing. To be set at once: each set of attributes that a function had is kept for ever.
llvm::SmallVector<mlir::DictionaryAttr> noAliasAttributes(qd::TaskOp task, mlir::SymbolTableCollection &symbols);

/// Says at the entry point `entry` which task it runs (SourceSymbols.h), and what its slots are (entrySlotsAttr).
void describeEntry(mlir::Operation *entry, qd::TaskOp task);

/// Moves the body of `task` to the end of `entry`, the first block of `chunk.function`, and adds a return. `arguments`
/// are the values of the parameters: addresses, and scalars of `memoryType`. Fills in everything of `chunk` that a task
/// decides; the task is left without a body, to be erased.
void takeBody(ChunkFunction &chunk, qd::TaskOp task, mlir::Block *entry, mlir::ValueRange arguments);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOLLVM_TASKPARAMETERS_H
