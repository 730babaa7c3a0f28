//===- TripCounters.h - The number of a conditional loop's trip -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An scf.for has a variable that tells one trip from another. An scf.while gets
// one where that is needed: a number of type index that it carries, 0 in the
// first trip and larger by 1 in each next one. Its result is the number of trips.
// The condition runs once more than they do, with that number.
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
  unsigned before, after; // among the arguments of the block with the condition, and of the other one
};

/// The loop's counter; nothing where it has none.
std::optional<TripCounter> findTripCounter(mlir::scf::WhileOp loop);

/// The loops around an operation within its kernel: serial ones from the outermost one on, then the axes of the
/// parallel one. The variable of an scf.while is its counter, and the upper bound its result, which is
/// there only after the loop. Nothing for those without one.
llvm::SmallVector<TripRange> loopsAround(mlir::Operation *op);

/// Whether the range is a serial loop's, and no axis of a parallel one.
bool isSerial(const TripRange &range);

/// Gives a loop without a counter one. `loop` is erased: another one stands in its place.
void addTripCounter(mlir::scf::WhileOp loop);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_TRIPCOUNTERS_H
