//===- TakenNames.h - Names that are taken already --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Callers find derivatives and their arguments by names that are derived from those
// in the source. Where such a name is taken, that is an error: nothing is renamed
// silently, and nothing in the source stands in for what differentiation makes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_SHADOWS_TAKENNAMES_H
#define QDC_LIB_AUTODIFF_SHADOWS_TAKENNAMES_H

#include "mlir/IR/Operation.h"

namespace qdc::autodiff {

/// Emits the error that `what` of `owner`, or of `part` of it, needs `name`, which the thing at `present` has. `part`
/// is empty or ends with a space. Returns failure.
mlir::LogicalResult reportTaken(mlir::Operation *owner, llvm::StringRef part, llvm::StringRef what,
                                llvm::StringRef name, mlir::Location present);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_SHADOWS_TAKENNAMES_H
