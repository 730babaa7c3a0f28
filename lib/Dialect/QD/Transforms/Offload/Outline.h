//===- Outline.h - Tasks from statements and loops --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_OUTLINE_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_OUTLINE_H

#include "Plan.h"

#include "mlir/IR/SymbolTable.h"

namespace qdc::qd::offload {

/// Makes a qd.task of every parallel loop and of every run that is one, in the
/// order of the source, after the kernel, and enters it in the plan. Names are
/// <kernel>.<n>, or <kernel>.<name> for a loop whose name consists of letters,
/// digits and underscores; a name that is taken gets a number appended. Tasks
/// that stand for nothing in the source have the attribute `qd.transfer`.
void outline(Plan &plan, mlir::SymbolTable &symbols);

} // namespace qdc::qd::offload

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_OUTLINE_H
