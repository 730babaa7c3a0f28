//===- TripCountTest.cpp - Tests of TripCount.h ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/TripCount.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace qdc;

namespace {

/// Runs the loop, in numbers that are wide enough.
uint64_t run(__int128 lower, __int128 upper, __int128 step) {
  uint64_t trips = 0;
  if (step > 0)
    for (__int128 i = lower; i < upper; i += step)
      ++trips;
  return trips;
}

} // namespace

TEST_CASE("all loops of 8 bits run as often as they are counted") {
  uint64_t wrong = 0;
  for (int lower = 0; lower < 256; ++lower)
    for (int upper = 0; upper < 256; ++upper)
      for (int step = 0; step < 256; ++step) {
        wrong += countUnsignedTrips(lower, upper, step) != run(lower, upper, step);
        const auto l = static_cast<int8_t>(lower), u = static_cast<int8_t>(upper), s = static_cast<int8_t>(step);
        wrong += countTrips(l, u, s) != run(l, u, s);
      }
  CHECK(wrong == 0);
}

TEST_CASE("loops at the limits of 64 bits are counted without wrapping") {
  std::vector<uint64_t> near, steps;
  for (uint64_t end : {uint64_t{0}, uint64_t{1} << 63})
    for (int away = -3; away <= 3; ++away)
      near.push_back(end + static_cast<uint64_t>(away));
  steps = near;
  for (uint64_t part : {3, 5, 7, 1000})
    steps.push_back(UINT64_MAX / part);
  for (uint64_t lower : near)
    for (uint64_t upper : near)
      for (uint64_t step : steps) {
        const uint64_t trips = countUnsignedTrips(lower, upper, step);
        if (step > UINT64_MAX / 2000 || upper - lower < 100)
          CHECK(trips == run(lower, upper, step));
        const auto l = static_cast<int64_t>(lower), u = static_cast<int64_t>(upper), s = static_cast<int64_t>(step);
        if (s > INT64_MAX / 2000 || s < 1 || upper - lower < 100)
          CHECK(countTrips(l, u, s) == run(l, u, s));
      }
}

TEST_CASE("the longest loops have a count") {
  CHECK(countUnsignedTrips(0, UINT64_MAX, 1) == UINT64_MAX);
  CHECK(countTrips(INT64_MIN, INT64_MAX, 1) == UINT64_MAX);
  CHECK(countTrips(INT64_MIN, INT64_MAX, 2) == uint64_t{1} << 63);
  CHECK(countTrips(INT64_MIN, INT64_MAX, INT64_MAX) == 3);
}
