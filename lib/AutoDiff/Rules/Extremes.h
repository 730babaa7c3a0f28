//===- Extremes.h - The derivative of a largest number ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The largest or smallest of many numbers, a reduction, depends on those that
// are equal to it, evenly: each has one part in as many as there are. Where it
// is NaN, it depends on all, by NaN.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_RULES_EXTREMES_H
#define QDC_LIB_AUTODIFF_RULES_EXTREMES_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::autodiff {

/// Whether the reduction gives the largest or the smallest float.
bool isExtreme(qd::ReduceKind kind);

/// 1 if one of the numbers counts among those that are equal to the extreme of all, else 0; of type i64.
mlir::Value countIfTaken(mlir::OpBuilder &builder, mlir::Location location, mlir::Value number, mlir::Value extreme);

/// `factor` if the number is taken, else 0; not yet divided by their number. `factor` is of derivativeType().
mlir::Value takeIfTaken(mlir::OpBuilder &builder, mlir::Location location, mlir::Value number, mlir::Value extreme,
                        mlir::Value factor);

/// `sum` divided by the number of those that are taken.
mlir::Value divideEvenly(mlir::OpBuilder &builder, mlir::Location location, mlir::Value sum, mlir::Value count);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_RULES_EXTREMES_H
