//===- TripMeasure.h - What decides about trips, once more ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_TRIPMEASURE_H
#define QDC_LIB_AUTODIFF_KEPT_TRIPMEASURE_H

#include "AutoDiff/Kept/Recomputation.h"
#include "qdc/Analysis/TripBounds.h"

#include "llvm/ADT/SetVector.h"

namespace qdc::autodiff {

/// In a checked kernel, a serial loop that has more trips than that in a task that counts trips fails there. A value
/// that is kept in each takes 256 MiB at least.
inline constexpr int64_t kMostTrips = int64_t(1) << 28;

/// What runs beside that which decides about trips.
struct MeasuredOperations {
  llvm::SetVector<mlir::Operation *> effects; // asserts, and writes into local arrays
  llvm::SetVector<mlir::Operation *> checked; // what checks are put in at, in a checked kernel; writes are not done
};

/// Runs what decides about the trips of some ranges, with the loops and branches around and these operations, and
/// carries the most trips that there were of each range. Asserts are unreported (UnreportedFailures.h).
class TripMeasure {
public:
  /// What `needed` refers to outlives this, as do the operations.
  TripMeasure(mlir::OpBuilder &builder, const NeededValues &needed, llvm::ArrayRef<TripRange> ranges,
              const MeasuredOperations &operations);

  /// Adds an operation, or a block, at the builder's place. Gives the most trips so far, `most` before it.
  llvm::SmallVector<mlir::Value> visit(mlir::Operation *op, mlir::ValueRange most);
  llvm::SmallVector<mlir::Value> visit(mlir::Block &block, mlir::ValueRange most);

  mlir::IRMapping values; // for those of the kernel

private:
  /// Adds a branch or a serial loop that runs.
  llvm::SmallVector<mlir::Value> visitRegions(mlir::Operation *op, mlir::ValueRange most);
  /// Adds what a check is put in at.
  void visitChecked(mlir::Operation *op);
  /// Adds a check that a loop's trip is one of the first kMostTrips; gives the number of the next one.
  mlir::Value limitTrip(mlir::Operation *loop, mlir::Value number);

  mlir::OpBuilder &builder;
  llvm::ArrayRef<TripRange> ranges;
  Recomputation computed;
  const MeasuredOperations &operations;
  llvm::DenseSet<mlir::Operation *> run; // what is around them and the ranges' loops, and conditional ones of these
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_TRIPMEASURE_H
