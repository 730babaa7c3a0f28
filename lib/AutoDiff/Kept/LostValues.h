//===- LostValues.h - Values that cannot be computed again ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reverse sweep computes again the values that it needs of the forward sweep.
// It cannot do so where an operation would give another value then: a load of an
// element that the kernel may overwrite later, a load from a local array, or an
// operation that must not be executed twice, such as an atomic one.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_LOSTVALUES_H
#define QDC_LIB_AUTODIFF_KEPT_LOSTVALUES_H

#include "AutoDiff/Kept/NeededValues.h"
#include "qdc/Dialect/QD/IR/KeptArrays.h"

namespace qdc::autodiff {

/// A value that the reverse sweep needs and cannot compute again.
struct LostValue {
  /// The operation that gave it.
  mlir::Operation *read = nullptr;
  /// The operation that overwrites what was read; null: `read` cannot be repeated at all.
  mlir::Operation *write = nullptr;
};

/// Of the needed values, those that are lost when the reverse sweep begins; in the order of the source.
llvm::SmallVector<LostValue> findLostValues(qd::KernelOp kernel, const NeededValues &needed);

/// Why the value is kept, for the manifest.
qd::KeptArray describeKept(const LostValue &lost);

/// Appends to `diagnostic`, which is at the operation that reads, why the value is lost: "... op reads 'x', and the
/// gradient needs the value again when the kernel has overwritten it".
void describe(mlir::InFlightDiagnostic &diagnostic, const LostValue &lost);

/// Attaches a note where the value is overwritten, if it is.
void attachWrite(mlir::InFlightDiagnostic &diagnostic, const LostValue &lost);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_LOSTVALUES_H
