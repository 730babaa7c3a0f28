//===- TripMeasure.h - What decides about trips, once more ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_TRIPMEASURE_H
#define QDC_LIB_AUTODIFF_TRIPMEASURE_H

#include "Recomputation.h"
#include "qdc/Analysis/TripBounds.h"

namespace qdc::autodiff {

/// Runs what decides about the trips of some ranges, with the loops and branches around and these effects, and carries
/// the most trips that there were of each range. Asserts are unreported (UnreportedFailures.h).
class TripMeasure {
public:
  /// What `needed` refers to outlives this.
  TripMeasure(mlir::OpBuilder &builder, const NeededValues &needed, llvm::ArrayRef<TripRange> ranges,
              llvm::ArrayRef<mlir::Operation *> effects);

  /// Adds an operation, or a block, at the builder's place. Gives the most trips so far, `most` before it.
  llvm::SmallVector<mlir::Value> visit(mlir::Operation *op, mlir::ValueRange most);
  llvm::SmallVector<mlir::Value> visit(mlir::Block &block, mlir::ValueRange most);

  mlir::IRMapping values; // for those of the kernel

private:
  mlir::OpBuilder &builder;
  llvm::ArrayRef<TripRange> ranges;
  Recomputation computed;
  llvm::DenseSet<mlir::Operation *> effects;
  llvm::DenseSet<mlir::Operation *> run; // what is around them and the ranges' loops, and conditional ones of these
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_TRIPMEASURE_H
