//===- CheckedArithmeticTest.cpp - Tests of CheckedArithmetic.h -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/CheckedArithmetic.h"

#include <catch2/catch.hpp>

using namespace qdc;

static_assert(checkedAdd<uint64_t>(UINT64_MAX, 0) == UINT64_MAX);
static_assert(!checkedAdd<uint64_t>(UINT64_MAX, 1));
static_assert(!checkedAdd<int64_t>(INT64_MIN, -1));
static_assert(!checkedSubtract<uint32_t>(1, 2));
static_assert(checkedSubtract<int64_t>(1, 2) == -1);
static_assert(!checkedMultiply<int64_t>(INT64_MIN, -1));
static_assert(checkedMultiply<uint64_t>(uint64_t{1} << 32, (uint64_t{1} << 32) - 1));
static_assert(!checkedMultiply<uint64_t>(uint64_t{1} << 32, uint64_t{1} << 32));

TEST_CASE("division rounds to minus infinity") {
  for (int64_t lhs = -20; lhs <= 20; ++lhs)
    for (int64_t rhs = -7; rhs <= 7; ++rhs) {
      std::optional<int64_t> quotient = checkedFloorDivide(lhs, rhs);
      REQUIRE(quotient.has_value() == (rhs != 0));
      if (!quotient)
        continue;
      // The remainder has the divisor's sign and is smaller than it.
      int64_t remainder = lhs - *quotient * rhs;
      REQUIRE((rhs > 0 ? remainder >= 0 && remainder < rhs : remainder <= 0 && remainder > rhs));
    }
  CHECK_FALSE(checkedFloorDivide(INT64_MIN, -1));
  CHECK(checkedFloorDivide(INT64_MIN, 1) == INT64_MIN);
}

TEST_CASE("alignment rounds up or fails") {
  CHECK(checkedAlignUp(0, 64) == 0);
  CHECK(checkedAlignUp(1, 64) == 64);
  CHECK(checkedAlignUp(64, 64) == 64);
  CHECK(checkedAlignUp(UINT64_MAX - 63, 64) == UINT64_MAX - 63);
  CHECK_FALSE(checkedAlignUp(UINT64_MAX - 62, 64));
}
