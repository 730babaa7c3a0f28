//===- ReverseRefusals.h - What the reverse sweep cannot do -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_REVERSEREFUSALS_H
#define QDC_LIB_AUTODIFF_REVERSEREFUSALS_H

#include "ReversePlan.h"

namespace qdc::autodiff {

/// Emits errors, and fails, at what reverse mode does not differentiate: control around tasks, iterations of a parallel
/// loop that depend on each other, arrays of an iteration's own, loops outside of parallel ones that would have to keep
/// values.
mlir::LogicalResult verifyReversible(qd::KernelOp kernel, const Activity &activity, const ReversePlan &plan);

/// A value that the reverse sweep needs and cannot compute again.
struct LostValue {
  mlir::Operation *read = nullptr; // that gave it
  mlir::Operation *write = nullptr; // that overwrites what was read; null: reading again is not possible at all
};

/// The first value that is lost when the sweep of `plan` begins, in the order of the source; nothing: there is none.
std::optional<LostValue> findLostValue(qd::KernelOp kernel, const ReversePlan &plan);

/// Says at `diagnostic`, which is at the operation that reads, what is lost and why.
void describe(mlir::InFlightDiagnostic &diagnostic, const LostValue &lost);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_REVERSEREFUSALS_H
