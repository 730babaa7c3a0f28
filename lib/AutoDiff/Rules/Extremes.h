//===- Extremes.h - Derivatives of maxima and minima ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction to the maximum or minimum depends evenly on all numbers that are
// equal to the result: where there are n of them, each has the derivative 1 / n.
// Where the result is NaN, the derivative with respect to each number is NaN.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_RULES_EXTREMES_H
#define QDC_LIB_AUTODIFF_RULES_EXTREMES_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::autodiff {

/// Whether the reduction gives the largest or the smallest float.
bool isExtreme(qd::ReduceKind kind);

/// 1 if the number is equal to the extreme of all numbers, else 0; of type i64.
mlir::Value countIfExtreme(mlir::OpBuilder &builder, mlir::Location location, mlir::Value number, mlir::Value extreme);

/// `factor` if the number is equal to the extreme, else 0; NaN where the extreme is and `factor` is not 0. It remains
/// to divide by how many are equal. `factor` is of derivativeType().
mlir::Value selectIfExtreme(mlir::OpBuilder &builder, mlir::Location location, mlir::Value number, mlir::Value extreme,
                            mlir::Value factor);

/// `sum` divided by how many are equal to the extreme; by 1 where none is.
mlir::Value divideEvenly(mlir::OpBuilder &builder, mlir::Location location, mlir::Value sum, mlir::Value count);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_RULES_EXTREMES_H
