//===- StoreKeptValues.h - Memory for what is kept --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_STOREKEPTVALUES_H
#define QDC_LIB_AUTODIFF_KEPT_STOREKEPTVALUES_H

#include "AutoDiff/Kept/LostValues.h"

namespace qdc::autodiff {

/// Makes the temporaries of all that is in `kept`, and the stores of the forward sweep. Emits an error and fails where
/// neither the loader nor a task can know the number of slots ahead. `lost` says why values are kept.
mlir::LogicalResult storeKeptValues(qd::KernelOp kernel, const Activity &activity, llvm::ArrayRef<LostValue> lost,
                                    KeptValues &kept);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_STOREKEPTVALUES_H
