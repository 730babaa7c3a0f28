//===- UnorderedUpdates.h - Atomics that depend on their order --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of a parallel loop update an element atomically in any order. For a
// sum of integers, a maximum or the bits of an "or" that makes no difference. A sum
// of floats rounds differently in each order, an exchange leaves the value of the
// last iteration, and a used old value depends on which iterations came earlier. Of
// +0.0 and -0.0, and of two NaNs, `maxnumf` and `minnumf` keep the first.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_UNORDEREDUPDATES_H
#define QDC_ANALYSIS_UNORDEREDUPDATES_H

#include "qdc/Dialect/QD/IR/ElementAccess.h"
#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc {

struct UnorderedUpdate {
  qd::ElementAccess update;
  bool isOldValueUsed = false; // else what is left in the element depends on the order
};

/// The atomic updates in parallel loops of a kernel whose results depend on their order, in the order of the text. Left
/// out are updates of local arrays, updates of elements that the indices prove no other iteration updates, and those
/// that give rows (KeptRows.h).
llvm::SmallVector<UnorderedUpdate> findUnorderedUpdates(qd::KernelOp kernel);

} // namespace qdc

#endif // QDC_ANALYSIS_UNORDEREDUPDATES_H
