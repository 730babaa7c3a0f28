//===- TripCount.h - How often a counted loop runs --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one formula for numbers: a loop from `lower` to `upper`, which is not
// reached, has (upper - lower - 1) / step + 1 trips where it has one. The
// difference is taken without a sign, so that nothing wraps, whatever the bounds
// and the step. Of values in IR that is createTripCount (LoopTrips.h). Of symbolic
// sizes it is SizeExpr::ceilDiv, which has numbers with a sign alone: a launch whose
// loader computes a span of 2^63 or more is refused.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_TRIPCOUNT_H
#define QDC_SUPPORT_TRIPCOUNT_H

#include <cstdint>

namespace qdc {

/// Of bounds and a step without a sign; 0 for the step 0.
constexpr uint64_t countUnsignedTrips(uint64_t lower, uint64_t upper, uint64_t step) {
  return lower < upper && step != 0 ? (upper - lower - 1) / step + 1 : 0;
}

/// Of bounds and a step with a sign; 0 for a step below 1.
constexpr uint64_t countTrips(int64_t lower, int64_t upper, int64_t step) {
  if (lower >= upper || step < 1)
    return 0;
  return countUnsignedTrips(0, static_cast<uint64_t>(upper) - static_cast<uint64_t>(lower),
                            static_cast<uint64_t>(step));
}

} // namespace qdc

#endif // QDC_SUPPORT_TRIPCOUNT_H
