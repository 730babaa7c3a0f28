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

/// Attribute of an entry point's function, beside those of SourceSymbols.h: an array of qd::SlotAttr.
inline constexpr llvm::StringLiteral entrySlotsAttr = "qd.slots";

/// Fails, with an error at the task, if a parameter is not what `qd-expand-task-parameters` leaves: one slot.
mlir::LogicalResult verifyExpanded(qd::TaskOp task);

/// An address parameter of `task` may overlap others of which the same is true. Only arrays that the kernel's user may
/// let overlap (`qd.may_alias`) can: globals, the workspace and the records are ours.
bool mayAlias(qd::TaskOp task, unsigned parameter, mlir::SymbolTableCollection &symbols);

/// Says at the entry point `entry` which task it runs (SourceSymbols.h), and what its slots are (entrySlotsAttr).
void describeEntry(mlir::Operation *entry, qd::TaskOp task);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_TASKPARAMETERS_H
