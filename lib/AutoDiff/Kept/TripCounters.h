//===- TripCounters.h - The number of a conditional loop's trip -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An scf.for has an induction variable. An scf.while gets a counter where its trips
// must be told apart: an iteration argument of type index that is 0 in the first
// trip and grows by 1. Its result is the number of trips. The condition is executed
// once more than the body, the last time with that number.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_TRIPCOUNTERS_H
#define QDC_LIB_AUTODIFF_KEPT_TRIPCOUNTERS_H

#include "qdc/Analysis/TripBounds.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace qdc::autodiff {

/// Where a loop carries the number of the trip.
struct TripCounter {
  unsigned before, after; // its position among the arguments of the `before` block, and of the `after` block
};

/// The loop's counter; nothing where it has none.
std::optional<TripCounter> findTripCounter(mlir::scf::WhileOp loop);

/// The loops around an operation within its kernel: the serial ones, the outermost first, then the axes of the parallel
/// one. The variable of an scf.while is its counter, and its upper bound the counter's result, which is available only
/// after the loop. Loops without a counter are left out.
llvm::SmallVector<TripRange> loopsAround(mlir::Operation *op);

/// Whether the range is a serial loop's, and no axis of a parallel one.
bool isSerial(const TripRange &range);

/// Gives a loop without a counter one. `loop` is erased and replaced by a new loop.
void addTripCounter(mlir::scf::WhileOp loop);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_TRIPCOUNTERS_H
