//===- Refusals.h - What has no exact derivative ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_ANALYSIS_REFUSALS_H
#define QDC_LIB_AUTODIFF_ANALYSIS_REFUSALS_H

#include "AutoDiff/Analysis/Activity.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"

namespace qdc::autodiff {

/// Emits an error at each active operation that `mode` cannot differentiate exactly, and at the kernel where active
/// arrays may overlap; fails if there are any.
mlir::LogicalResult verifyDifferentiable(qd::KernelOp kernel, const Activity &activity, qd::DerivativeMode mode);

/// Emits an error at the kernel, and fails, if no argument, or one of those that the request names, reaches a float
/// output. Accepts every checked variant: the plain kernel, from which it takes its arguments, was verified.
mlir::LogicalResult verifyReached(qd::KernelOp kernel, const Activity &activity, const qd::DerivativeRequest &request);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_ANALYSIS_REFUSALS_H
