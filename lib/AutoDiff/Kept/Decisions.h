//===- Decisions.h - Control that is repeated with equal bits ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task counts the slots of kept values, the forward sweep writes them, and the
// reverse sweep reads them. All three must take the same branches and run the same
// number of trips, so floats that decide about these are computed with equal bits
// in all three.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_DECISIONS_H
#define QDC_LIB_AUTODIFF_KEPT_DECISIONS_H

#include "AutoDiff/Kept/NeededValues.h"

namespace qdc::autodiff {

/// Adds the conditions and bounds of the control around the operation, within its parallel loop.
void addDecisions(NeededValues &needed, mlir::Operation *op);

/// Makes the float operations that the needed values are computed by give the same bits in every copy: without
/// fast-math flags, and marked as Rounding.h says.
void fixRounding(qd::KernelOp kernel, const NeededValues &needed);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_DECISIONS_H
