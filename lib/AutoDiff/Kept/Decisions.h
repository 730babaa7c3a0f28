//===- Decisions.h - What must be decided in the same way -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forward sweep writes the slots of kept values, a task ahead counts them,
// and the reverse sweep reads them. All three must take the same branches and
// the same number of trips. Where floats decide, they must have the same bits.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_DECISIONS_H
#define QDC_LIB_AUTODIFF_KEPT_DECISIONS_H

#include "AutoDiff/Kept/NeededValues.h"

namespace qdc::autodiff {

/// Adds what decides whether, and in which trips, the operation runs.
void addDecisions(NeededValues &needed, mlir::Operation *op);

/// Lets the operations on floats that these values are made of, in the kernel, give the same bits wherever they are
/// repeated (Rounding.h).
void fixRounding(qd::KernelOp kernel, const NeededValues &needed);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_DECISIONS_H
