//===- ReverseMode.h - Adjoints, from the end to the start ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_REVERSE_REVERSEMODE_H
#define QDC_LIB_AUTODIFF_REVERSE_REVERSEMODE_H

#include "qdc/Dialect/QD/IR/Derivatives.h"

namespace qdc::autodiff {

/// Turns `gradient`, a copy of a kernel in a module, into its derivative in reverse mode: the kernel's own operations,
/// which are the forward sweep, then the reverse sweep. `reverse`, another copy, becomes the reverse sweep alone; where
/// that is impossible, because the kernel overwrites what the sweep needs, it is erased, with a remark. Emits an error
/// and fails where an operation has no exact gradient, or a name that is needed is taken; the copies must not be used
/// then. `adstackCapacity` is that of Trips (KeptTrips.h).
mlir::LogicalResult addAdjoints(qd::KernelOp gradient, qd::KernelOp reverse, const qd::DerivativeRequest &request,
                                uint32_t adstackCapacity);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_REVERSE_REVERSEMODE_H
