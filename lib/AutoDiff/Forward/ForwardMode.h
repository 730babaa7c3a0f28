//===- ForwardMode.h - Tangents beside values -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_FORWARD_FORWARDMODE_H
#define QDC_LIB_AUTODIFF_FORWARD_FORWARDMODE_H

#include "qdc/Dialect/QD/IR/Derivatives.h"

namespace qdc::autodiff {

/// Turns a copy of a kernel into its derivative in forward mode: after each operation with an active result stands
/// what computes its tangent, and tangents take the ways that values take, through memory, control and results.
/// Emits an error and fails at what has no exact tangent, and where a name that is needed is taken; the copy is then of
/// no use.
mlir::LogicalResult addTangents(qd::KernelOp kernel, const qd::DerivativeRequest &request);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_FORWARD_FORWARDMODE_H
