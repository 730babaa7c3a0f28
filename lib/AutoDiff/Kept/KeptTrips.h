//===- KeptTrips.h - A loop backwards, in memory of fixed size --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trips of a serial loop are run from the last one to the first. Each starts
// from what the loop carried then, its state:
//
//  - Where nothing of it is needed, there is one loop, which counts down.
//  - Up to kMaximumKeptTrips trips, where their number is a constant: the state
//    of each trip is kept in a local array.
//  - Else in segments of kSegment trips, from the last one to the first: the
//    state of each trip of one segment is kept. Up to kSegment trips there is
//    one segment, so each trip is computed forwards once, and then backwards.
//    Of the others the states that they begin with are kept, up to kSlots of
//    them: that is of each one up to kSlots segments, and each trip is computed
//    forwards twice. Beyond that it is of each second one, each third and so
//    on, and what lies between is repeated for each segment.
//
// Whatever the number of trips, the memory is the same and the result exact.
//
// With a capacity, which tests ask for, the state of each trip is on adstacks of
// that capacity instead. More trips than that overflow when they run.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_KEPTTRIPS_H
#define QDC_LIB_AUTODIFF_KEPT_KEPTTRIPS_H

#include "mlir/IR/Builders.h"

#include <optional>

namespace qdc::autodiff {

inline constexpr int64_t kMaximumKeptTrips = 256;
inline constexpr int64_t kSegment = 64;
inline constexpr int64_t kSlots = 64;

/// A loop to run backwards. What it calls adds operations at the builder's place.
struct Trips {
  mlir::Value count; // of type index
  std::optional<int64_t> constantCount;
  llvm::SmallVector<mlir::Value> state;    // ahead of the first trip
  llvm::SmallVector<mlir::Value> adjoints; // after the last trip
  mlir::Block *arrays;                     // at its start arrays are made: that of a parallel loop, or of the kernel

  /// The state after a trip; trips are counted from 0.
  llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value trip, mlir::ValueRange state)> advance;
  /// The adjoints ahead of a trip.
  llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value trip, mlir::ValueRange state,
                                                    mlir::ValueRange adjoints)>
      reverse;

  uint32_t adstackCapacity = 0; // 0: no adstacks
};

/// Runs the trips backwards, and gives the adjoints ahead of the first one.
llvm::SmallVector<mlir::Value> reverseTrips(mlir::OpBuilder &builder, mlir::Location location, const Trips &trips);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_KEPTTRIPS_H
