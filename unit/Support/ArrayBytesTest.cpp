//===- ArrayBytesTest.cpp - Tests of ArrayBytes.h -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/ArrayBytes.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace qdc;

TEST_CASE("an array with an extent of 0 has no bytes, in whichever order") {
  std::vector<int64_t> extents = {0, 3, INT64_MAX, INT64_MAX};
  do
    CHECK(checkedArrayBytes(4, extents) == 0);
  while (std::ranges::next_permutation(extents).found);
}

TEST_CASE("other arrays have less than 2^63 bytes, in whichever order") {
  std::vector<int64_t> extents = {1, 2, int64_t{1} << 30, int64_t{1} << 30};
  do {
    CHECK(checkedArrayBytes(1, extents) == int64_t{1} << 61);
    CHECK(checkedArrayBytes(2, extents) == int64_t{1} << 62);
    CHECK_FALSE(checkedArrayBytes(4, extents));
  } while (std::ranges::next_permutation(extents).found);
  CHECK(checkedArrayBytes(8, {}) == 8);
  CHECK(checkedArrayBytes(1, std::vector<int64_t>{INT64_MAX}) == INT64_MAX);
}
