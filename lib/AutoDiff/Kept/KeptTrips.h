//===- KeptTrips.h - A loop backwards, in memory of fixed size --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The adjoint of a serial loop runs its trips from the last one to the first. Each
// trip starts from the values that the loop carried into it, its state, of which
// checkpoints are kept:
//
//  - Where no state is needed, there is one loop, which counts down.
//  - Where the number of trips is a constant of at most kMaximumKeptTrips: the state
//    of each trip is kept in a local array.
//  - Otherwise the trips are run in segments of kSegment, the last segment first:
//    the state of each trip of the current segment is kept, and the first state of
//    up to kSlots segments. Up to kSegment trips that is one segment: each trip is
//    computed forwards once, then backwards. Up to kSegment * kSlots trips, each
//    segment has a checkpoint, and each trip is computed forwards twice. Beyond
//    that, every second segment has one, or every third, and so on, and the segments
//    between a checkpoint and the current segment are computed again.
//
// So memory does not depend on the number of trips, and the result is exact.
//
// With a capacity, which tests ask for, the state of each trip is pushed to adstacks
// of that capacity instead, which overflow at run time after as many trips.
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

/// A loop to run backwards. The callbacks add operations at the builder's place.
struct Trips {
  mlir::Value count; // of type index
  std::optional<int64_t> constantCount;
  llvm::SmallVector<mlir::Value> state;    // before the first trip
  llvm::SmallVector<mlir::Value> adjoints; // after the last trip
  mlir::Block *arrays; // where checkpoints are allocated: the body of a parallel loop, or the kernel's

  /// The state after a trip; trips are counted from 0.
  llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value trip, mlir::ValueRange state)> advance;
  /// The adjoints before a trip, from its state and the adjoints after it.
  llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value trip, mlir::ValueRange state,
                                                    mlir::ValueRange adjoints)>
      reverse;

  uint32_t adstackCapacity = 0; // 0: no adstacks
};

/// Builds the loops that run the trips backwards. Returns the adjoints before the first trip.
llvm::SmallVector<mlir::Value> reverseTrips(mlir::OpBuilder &builder, mlir::Location location, const Trips &trips);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_KEPTTRIPS_H
