//===- MarkConstantGlobals.h - Globals that are never written ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing outside of a module can name a private global, so one that no kernel
// writes keeps its value, whether the source says `constant` or not. Said here
// once, it is so for every phase: such a global has no derivative, its elements
// are constants where the index is known (FoldTables.h), and loads of it may
// take the way of what never changes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_MARKCONSTANTGLOBALS_H
#define QDC_DIALECT_QD_TRANSFORMS_MARKCONSTANTGLOBALS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc::qd {

/// Marks each private memref.global of `module` as `constant` that no kernel writes, by a helper or itself. Needs what
/// qd-verify-kernels accepts, and all kernels of the source: one that is removed before no longer counts.
void markConstantGlobals(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_MARKCONSTANTGLOBALS_H
