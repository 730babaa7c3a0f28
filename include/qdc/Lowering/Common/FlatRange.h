//===- FlatRange.h - The range of a parallel loop ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_FLATRANGE_H
#define QDC_LOWERING_COMMON_FLATRANGE_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/Builders.h"

namespace qdc {

/// The bounds of a qd.for, outermost first, all i64 (but see in32Bits).
struct FlatRange {
  llvm::SmallVector<mlir::Value> lowerBounds, steps;
  /// Iterations of each variable, at least 0.
  llvm::SmallVector<mlir::Value> counts;
  /// Iterations that are left out, a box within the counts: of each dimension `holeLengths` coordinates from
  /// `holeStarts` on. Empty where there is no hole.
  llvm::SmallVector<mlir::Value> holeStarts, holeLengths;

  /// Iterations of all together, without the hole.
  mlir::Value total(mlir::OpBuilder &builder, mlir::Location location) const;
  /// The same range of fewer than 2^32 iterations with counts of i32, for coordinates in 32 bits.
  FlatRange in32Bits(mlir::OpBuilder &builder, mlir::Location location) const;
  /// The coordinates of iteration `flat` (of the counts' type, below the total), divided out: from 0 to below the
  /// counts, and not in the hole. First come those that lie before the hole or past it along the first dimension,
  /// then those of the rest that do so along the second, and so on.
  llvm::SmallVector<mlir::Value> coordinates(mlir::OpBuilder &builder, mlir::Location location, mlir::Value flat) const;
  /// The coordinates of the iteration that lies `stride` further on, without a division. `stride` is divided out as
  /// `coordinates` are. After the last iteration, only the first coordinate is not below its count.
  llvm::SmallVector<mlir::Value> advance(mlir::OpBuilder &builder, mlir::Location location,
                                         mlir::ValueRange coordinates, mlir::ValueRange stride) const;
  /// The number of the iteration at `coordinates` (of the counts' type) in the range as if it had no hole.
  mlir::Value number(mlir::OpBuilder &builder, mlir::Location location, mlir::ValueRange coordinates) const;
  /// The induction variable of `axis` at a coordinate (i64): of `type`, index or an integer that holds it.
  mlir::Value variable(mlir::OpBuilder &builder, mlir::Location location, unsigned axis, mlir::Value coordinate,
                       mlir::Type type) const;
};

/// Creates the computation of `loop`'s range at the builder's insertion point.
FlatRange computeRange(mlir::OpBuilder &builder, qd::ForOp loop);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_FLATRANGE_H
