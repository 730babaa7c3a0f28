//===- LostValues.h - What cannot be computed again -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reverse sweep computes again what it needs of the forward sweep. That ends
// at operations that would give another value then: a load of an element that
// the kernel may overwrite after it, a load from an array of an iteration's own,
// and whatever may not run twice, such as an atomic operation.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_LOSTVALUES_H
#define QDC_LIB_AUTODIFF_KEPT_LOSTVALUES_H

#include "AutoDiff/Kept/NeededValues.h"
#include "qdc/Dialect/QD/IR/KeptArrays.h"

namespace qdc::autodiff {

/// A value that the reverse sweep needs and cannot compute again.
struct LostValue {
  mlir::Operation *read = nullptr;  // that gave it
  mlir::Operation *write = nullptr; // that overwrites what was read; null: reading again is not possible
                                    // at all
};

/// What is lost, of all that the reverse sweep needs, when it begins; in the order of the source.
llvm::SmallVector<LostValue> findLostValues(qd::KernelOp kernel, const NeededValues &needed);

/// Why the array in which the value is kept is there.
qd::KeptArray describeKept(const LostValue &lost);

/// Says at `diagnostic`, which is at the operation that reads, why the value is lost: "... op reads 'x', and the
/// gradient needs the value again when the kernel has overwritten it".
void describe(mlir::InFlightDiagnostic &diagnostic, const LostValue &lost);

/// Adds to `diagnostic` where the value is overwritten, if that is known.
void attachWrite(mlir::InFlightDiagnostic &diagnostic, const LostValue &lost);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_LOSTVALUES_H
