//===- SizeTemporaries.h - How large temporaries are ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loader makes the memory of a temporary (memref.alloc) ahead of the
// launch, so its extents have to follow from arguments and shapes. Whether
// they do is found before anything is rewritten: else an optimisation would
// decide which kernels are accepted. What was found is kept on the operation,
// since what is rewritten later may no longer be such an expression.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_SIZETEMPORARIES_H
#define QDC_DIALECT_QD_TRANSFORMS_SIZETEMPORARIES_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// Gives each `memref.alloc` of a kernel without calls the attribute `qd.extents` (QD.h), and moves it to the start of
/// its block, behind its sizes. Removes each `memref.dealloc`: the scope of a temporary is its block. Reports every
/// size that the loader cannot know ahead of the launch, with what it depends on.
mlir::LogicalResult sizeTemporaries(KernelOp kernel);

/// Attaches a note to an error about a size that sizeExprFromValue() does not know: what it depends on, or what it may
/// be made of.
void explainSize(mlir::InFlightDiagnostic &error, mlir::Value size);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_SIZETEMPORARIES_H
