//===- LowerAdstacks.h - Memory of adstacks ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An adstack is memory for its entries and a count of them. Every push compares
// the count with the capacity; one that finds no room reports that and goes on.
// So targets, and every pass from here on, know arrays and branches alone.
//
// Where the memory is depends on whose it is:
//
//  - In an iteration of a parallel loop, a constant capacity of up to
//    kMaximumLocalAdstackBytes makes a local array, as long as all of a kernel's
//    have no more than kMaximumLocalBytes together.
//  - Others of an iteration share a temporary: the entry is its first axis, the
//    variables of the loop are the others. So what neighbouring iterations push
//    at the same depth is contiguous.
//  - In serial code it is a temporary of the task, and so is the count.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_LOWERADSTACKS_H
#define QDC_DIALECT_QD_TRANSFORMS_LOWERADSTACKS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// Of an adstack in a local array.
inline constexpr int64_t kMaximumLocalAdstackBytes = 1024;

/// Lowers every adstack of a kernel without calls and scf.parallel. Emits an error where a capacity, or an extent of
/// the parallel loop, is not known before the launch.
mlir::LogicalResult lowerAdstacks(KernelOp kernel);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_LOWERADSTACKS_H
