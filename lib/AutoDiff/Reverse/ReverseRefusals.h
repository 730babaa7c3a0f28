//===- ReverseRefusals.h - What the reverse sweep cannot do -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_REVERSE_REVERSEREFUSALS_H
#define QDC_LIB_AUTODIFF_REVERSE_REVERSEREFUSALS_H

#include "AutoDiff/Reverse/ReversePlan.h"

namespace qdc::autodiff {

/// Emits an error for each thing that reverse mode does not differentiate, and fails if there are any: control around
/// parallel loops, iterations of a parallel loop that depend on each other.
mlir::LogicalResult verifyReversible(qd::KernelOp kernel, const Activity &activity, const ReversePlan &plan);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_REVERSE_REVERSEREFUSALS_H
