//===- TripBounds.h - How many trips a loop has at most ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds of the trips of loops by values that the loader can compute before a
// launch: constants, arguments and shapes. A bound that changes from iteration
// to iteration counts with its largest value, by intervals: the variable of a
// loop lies between the loop's bounds, a sum between the sums of the ends. Where
// arithmetic of 64 bits would wrap in a launch, the bound cannot be evaluated.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_TRIPBOUNDS_H
#define QDC_ANALYSIS_TRIPBOUNDS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/IRMapping.h"

namespace qdc {

/// One loop, or one axis of a parallel loop.
struct TripRange {
  mlir::Operation *loop;
  mlir::Value variable, upper;
  mlir::Value lower, step; // null: 0 and 1
  bool isUnsigned = false; // how the bounds are compared
  bool runsOnceMore = false; // the condition of an scf.while does
};

/// The axes of a parallel loop.
llvm::SmallVector<TripRange> axesOf(qd::ForOp loop);

/// The same range by what `values` has for its values.
TripRange mapRange(const TripRange &range, const mlir::IRMapping &values);

/// The number of the trip that the variable stands for, from 0 on; of type index.
mlir::Value numberTrip(mlir::OpBuilder &builder, mlir::Location location, const TripRange &range);

/// The number of trips, of type index, computed from the range's values: one for each whole or begun step between the
/// bounds, and none where the step is below 1; one more where the range runs once more.
mlir::Value countTrips(mlir::OpBuilder &builder, mlir::Location location, const TripRange &range);

/// A value of type index at the builder's place, made of values of the kernel's own block, that exceeds every number
/// that numberTrip() gives; 0 or more, and such as sizeExprFromValue() takes. Null if there is none.
mlir::Value boundTrips(mlir::OpBuilder &builder, mlir::Location location, const TripRange &range);

} // namespace qdc

#endif // QDC_ANALYSIS_TRIPBOUNDS_H
