//===- UnorderedUpdates.h - Updates whose order changes what is left -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of a parallel loop update an element atomically in no order. For a
// sum of integers, a maximum or the bits of an "or" that makes no difference. A
// sum of floats rounds in another way in each order, an exchange leaves the value
// of the last one, and an old value tells who was earlier. Floats by `maxnumf` and
// `minnumf` keep the first of +0.0 and -0.0, as of two NaNs.
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

/// The atomic updates in parallel loops of a kernel whose order shows, in the order of the text. An update is none
/// where its array is an iteration's own, where indices tell that no other iteration updates its element, and where it
/// gives rows (KeptRows.h).
llvm::SmallVector<UnorderedUpdate> findUnorderedUpdates(qd::KernelOp kernel);

} // namespace qdc

#endif // QDC_ANALYSIS_UNORDEREDUPDATES_H
