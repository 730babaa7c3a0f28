//===- TakenNames.h - Names that differentiation cannot have ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Callers know derivatives and what they are called with by names that are made
// of those in the source. Nothing is renamed in silence, and nothing of the
// source is taken for what differentiation makes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_SHADOWS_TAKENNAMES_H
#define QDC_LIB_AUTODIFF_SHADOWS_TAKENNAMES_H

#include "mlir/IR/Operation.h"

namespace qdc::autodiff {

/// Emits the error that `owner`, or `part` of it, which is empty or ends with a space, is to have something, `what`,
/// under a name which another thing has, that is at `present`. Fails.
mlir::LogicalResult reportTaken(mlir::Operation *owner, llvm::StringRef part, llvm::StringRef what,
                                llvm::StringRef name, mlir::Location present);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_SHADOWS_TAKENNAMES_H
