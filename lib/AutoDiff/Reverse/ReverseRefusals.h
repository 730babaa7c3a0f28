//===- ReverseRefusals.h - What the reverse sweep cannot do -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_REVERSE_REVERSEREFUSALS_H
#define QDC_LIB_AUTODIFF_REVERSE_REVERSEREFUSALS_H

#include "AutoDiff/Reverse/ReversePlan.h"

namespace qdc::autodiff {

/// Emits errors, and fails, at what reverse mode does not differentiate: control around tasks, iterations of a parallel
/// loop that depend on each other.
mlir::LogicalResult verifyReversible(qd::KernelOp kernel, const Activity &activity, const ReversePlan &plan);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_REVERSE_REVERSEREFUSALS_H
