//===- ForwardMode.h - Tangents next to values ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_FORWARD_FORWARDMODE_H
#define QDC_LIB_AUTODIFF_FORWARD_FORWARDMODE_H

#include "qdc/Dialect/QD/IR/Derivatives.h"

namespace qdc::autodiff {

/// Turns a copy of a kernel into its derivative in forward mode: each operation with an active result is followed by
/// the computation of its tangent, and tangents flow as values do, through memory, control and results. Emits an error
/// and fails where an operation has no exact tangent, or a name that is needed is taken; the copy must not be used
/// then.
mlir::LogicalResult addTangents(qd::KernelOp kernel, const qd::DerivativeRequest &request);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_FORWARD_FORWARDMODE_H
