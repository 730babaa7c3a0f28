//===- StoreKeptValues.h - Memory for what is kept --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_STOREKEPTVALUES_H
#define QDC_LIB_AUTODIFF_KEPT_STOREKEPTVALUES_H

#include "AutoDiff/Kept/LostValues.h"

namespace qdc::autodiff {

/// Makes a temporary for each value of `kept`, and its store in the forward sweep. Emits an error and fails where
/// neither the loader nor a task can compute the number of slots in advance. `lost` says why each value is kept.
mlir::LogicalResult storeKeptValues(qd::KernelOp kernel, const Activity &activity, llvm::ArrayRef<LostValue> lost,
                                    KeptValues &kept);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_STOREKEPTVALUES_H
