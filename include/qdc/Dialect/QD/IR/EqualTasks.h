//===- EqualTasks.h - Tasks that have their code in common ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_EQUALTASKS_H
#define QDC_DIALECT_QD_IR_EQUALTASKS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/SymbolTable.h"

namespace qdc::qd {

/// Of a task, or of the function that runs one: an array of an EntryPointAttr for each other task that the same code
/// runs, with its `task` and its `slots`. How these are launched is said for the first one alone.
inline constexpr llvm::StringLiteral equalTasksAttr = "qd.equal_tasks";

/// An address parameter of `task` may overlap others of which the same is true. Only arrays that the kernel's user may
/// let overlap (`qd.may_alias`) can: globals, the workspace and the records are ours.
bool mayAlias(TaskOp task, unsigned parameter, mlir::SymbolTableCollection &symbols);

/// Whether expanded tasks (`qd-expand-task-parameters`) have the same types of parameters, slots of the same kinds,
/// arrays that may overlap at the same places, and the same attributes but for names and the extent, which is the
/// manifest's.
bool haveEqualSignatures(TaskOp first, TaskOp second, mlir::SymbolTableCollection &symbols);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_EQUALTASKS_H
