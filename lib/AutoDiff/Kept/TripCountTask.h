//===- TripCountTask.h - The body of a task that counts trips ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_TRIPCOUNTTASK_H
#define QDC_LIB_AUTODIFF_KEPT_TRIPCOUNTTASK_H

#include "AutoDiff/Kept/Recomputation.h"
#include "qdc/Analysis/TripBounds.h"

#include "llvm/ADT/SetVector.h"

namespace qdc::autodiff {

/// In a task of a checked kernel that counts trips, a serial loop with more trips fails. A value kept in each of so
/// many takes 256 MiB at least.
inline constexpr int64_t kMostTrips = int64_t(1) << 28;

/// Operations that such a task executes in addition to what the trips depend on by values.
struct MeasuredOperations {
  llvm::SetVector<mlir::Operation *> effects; // asserts, and stores to local arrays
  llvm::SetVector<mlir::Operation *> checked; // in a checked kernel, operations that get checks; stores are left out
};

/// Builds the slice of a top-level operation that the trips of some ranges depend on, with the control around it, the
/// given operations, and for each range the maximum of its trips, carried through that control. Failed asserts are not
/// reported (UnreportedFailures.h).
class TripCountTask {
public:
  /// `ranges`, `operations` and what `needed` refers to outlive this.
  TripCountTask(mlir::OpBuilder &builder, const NeededValues &needed, llvm::ArrayRef<TripRange> ranges,
                const MeasuredOperations &operations);

  /// Adds the slice of an operation, or of a block, at the builder's place. `most` are the maxima before it; returns
  /// those after it.
  llvm::SmallVector<mlir::Value> visit(mlir::Operation *op, mlir::ValueRange most);
  llvm::SmallVector<mlir::Value> visit(mlir::Block &block, mlir::ValueRange most);

  mlir::IRMapping values; // from those of the kernel

private:
  /// Adds a branch or a serial loop.
  llvm::SmallVector<mlir::Value> visitRegions(mlir::Operation *op, mlir::ValueRange most);
  /// Adds an operation that gets a check.
  void visitChecked(mlir::Operation *op);
  /// Adds a check that a loop's trip `number` is below kMostTrips. Returns the number of the next trip.
  mlir::Value limitTrip(mlir::Operation *loop, mlir::Value number);

  mlir::OpBuilder &builder;
  llvm::ArrayRef<TripRange> ranges;
  Recomputation computed;
  const MeasuredOperations &operations;
  llvm::DenseSet<mlir::Operation *>
      run; // the control around `operations` and the ranges, and scf.while among the ranges
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_TRIPCOUNTTASK_H
