//===- TripBounds.h - How many trips a loop has at most ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds of the trips of loops by values that the loader can compute ahead of a
// launch: constants, arguments and shapes. A bound that changes from iteration
// to iteration counts with its largest value, by intervals: the variable of a
// loop lies between the loop's bounds, a sum between the sums of the ends.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_TRIPBOUNDS_H
#define QDC_LIB_AUTODIFF_TRIPBOUNDS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::autodiff {

/// One loop, or one axis of a parallel loop.
struct TripRange {
  mlir::Operation *loop;
  mlir::Value variable, upper;
  mlir::Value lower, step; // null: 0 and 1
  bool isUnsigned = false; // how the bounds are compared
};

/// The axes of a parallel loop.
llvm::SmallVector<TripRange> axesOf(qd::ForOp loop);

/// The loops around an operation within its kernel: serial ones from the outermost one on, then the axes of the
/// parallel one. Nothing for those without a variable, scf.while.
llvm::SmallVector<TripRange> loopsAround(mlir::Operation *op);

/// The number of a trip, at most that of the largest divided by a constant step; `variable` and `lower` are those of
/// `range`, or what stands for them at the builder's place.
mlir::Value numberTrip(mlir::OpBuilder &builder, mlir::Location location, const TripRange &range, mlir::Value variable,
                       mlir::Value lower);

/// A value of type index at the builder's place, at the top level of the kernel, that exceeds every number that
/// numberTrip() gives; 0 or more, and such as sizeExprFromValue() takes. Null if there is none.
mlir::Value boundTrips(mlir::OpBuilder &builder, mlir::Location location, const TripRange &range);

/// A new temporary at the builder's place, at the top level of the kernel, with an axis for each range, of which each
/// trip has a slot. Null where boundTrips() gives none.
mlir::Value makeSlots(mlir::OpBuilder &builder, mlir::Location location, llvm::ArrayRef<TripRange> ranges,
                      mlir::Type element);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_TRIPBOUNDS_H
