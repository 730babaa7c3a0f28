//===- ReverseMode.h - Adjoints, from the end to the start ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_REVERSE_REVERSEMODE_H
#define QDC_LIB_AUTODIFF_REVERSE_REVERSEMODE_H

#include "qdc/Dialect/QD/IR/Derivatives.h"

namespace qdc::autodiff {

/// Turns a copy of a kernel, in a module, into its derivative in reverse mode: the reverse sweep stands after what the
/// kernel does. `reverse`, another copy, becomes the reverse sweep alone; where that cannot be, because the kernel
/// overwrites what it needs, it is erased, with a remark. Emits an error and fails at what has no exact gradient, and
/// where a name that is needed is taken; the copies are then of no use. `adstackCapacity` is that of Trips
/// (KeptTrips.h).
mlir::LogicalResult addAdjoints(qd::KernelOp gradient, qd::KernelOp reverse, const qd::DerivativeRequest &request,
                                uint32_t adstackCapacity);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_REVERSE_REVERSEMODE_H
