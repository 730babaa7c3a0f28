//===- LinearIndices.h - Indices along a loop's last dimension --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_WINDOWS_LINEARINDICES_H
#define QDC_LIB_LOWERING_GPU_WINDOWS_LINEARINDICES_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/SetVector.h"

#include <optional>

namespace qdc {

/// coefficient * j + rest, where j is the last variable of a loop and the rest is the same for all of its values.
struct LinearIndex {
  int64_t coefficient = 0;
  /// What is left of the rest when it is divided by the width; from 0 to below it. Nothing where that is not known.
  std::optional<int64_t> residue;
};

/// Finds `value`, which is used in the body of `loop`, in this form, for a `width` that is a power of two up to 256.
/// Nothing where it may not be linear in j. The residue holds if all `multiples`, values from outside of the loop to
/// which this adds, are multiples of the width. That sums and products may wrap does not change residues.
std::optional<LinearIndex> findLinearIndex(qd::ForOp loop, mlir::Value value, int64_t width,
                                           llvm::SetVector<mlir::Value> &multiples);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_WINDOWS_LINEARINDICES_H
