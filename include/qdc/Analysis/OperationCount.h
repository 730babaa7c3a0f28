//===- OperationCount.h - Estimated cost of an iteration --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_OPERATIONCOUNT_H
#define QDC_ANALYSIS_OPERATIONCOUNT_H

#include "qdc/Dialect/QD/IR/QD.h"

#include <cstdint>

namespace qdc {

/// Iterations that a loop counts for where its trip count is not constant.
inline constexpr uint32_t kAssumedTripCount = 16;
/// Operations that a function of the dialect math, a division, or qd.random
/// counts for.
inline constexpr uint32_t kExpensiveOperation = 16;

/// An estimate of the operations in one iteration of a task's extent, at least
/// 1 and at most 2^32 - 1: each operation counts 1, constants 0, expensive ones
/// kExpensiveOperation, a loop its body times its trip count, a conditional its
/// larger side. One iteration of a parallel task with a reduction is a whole
/// block of it, QDC_REDUCE_MINIMUM_BLOCK iterations of the loop. The loader
/// chooses the size of a chunk from it, nothing else.
uint32_t estimateOperations(qd::TaskOp task);

/// Times that a loop runs its body, kAssumedTripCount where that is not constant; 1 for an operation that is no loop.
uint32_t estimateTripCount(mlir::Operation *op);

} // namespace qdc

#endif // QDC_ANALYSIS_OPERATIONCOUNT_H
