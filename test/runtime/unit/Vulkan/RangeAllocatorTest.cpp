//===- RangeAllocatorTest.cpp - Tests of RangeAllocator.h -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/RangeAllocator.h"

#include <catch2/catch.hpp>

#include <random>
#include <vector>

using namespace qdrt::loader::vulkan;

TEST_CASE("ranges begin at multiples of the unit, one after another") {
  RangeAllocator ranges(1024);
  CHECK(ranges.isEmpty());
  CHECK(ranges.allocate(1) == 0);
  CHECK(ranges.allocate(65) == 64);
  CHECK(ranges.allocate(64) == 192);
  CHECK(ranges.allocate(1024 - 256) == 256);
  CHECK(ranges.allocate(1) == std::nullopt);
  CHECK_FALSE(ranges.isEmpty());
}

TEST_CASE("what a block has beyond the last whole unit is left alone, and so is a size that has no units") {
  CHECK(RangeAllocator(63).allocate(1) == std::nullopt);
  CHECK(RangeAllocator(0).allocate(1) == std::nullopt);
  RangeAllocator ranges(100);
  CHECK(ranges.allocate(65) == std::nullopt);
  CHECK(ranges.allocate(UINT64_MAX) == std::nullopt);
  CHECK(ranges.allocate(64) == 0);
}

TEST_CASE("a freed range becomes one gap with those beside it") {
  for (bool leftFirst : {false, true}) {
    RangeAllocator ranges(256);
    for (uint64_t start : {0, 64, 128, 192})
      REQUIRE(ranges.allocate(64) == start);
    ranges.free(leftFirst ? 0 : 128);
    ranges.free(leftFirst ? 128 : 0);
    CHECK(ranges.allocate(128) == std::nullopt);
    ranges.free(64);
    CHECK(ranges.allocate(192) == 0);
    ranges.free(0);
    ranges.free(192);
    CHECK(ranges.isEmpty());
    CHECK(ranges.allocate(256) == 0);
  }
}

TEST_CASE("a byte lies in a range until that is freed") {
  RangeAllocator ranges(256);
  REQUIRE(ranges.allocate(64) == 0);
  REQUIRE(ranges.allocate(64) == 64);
  CHECK((ranges.contains(0) && ranges.contains(63) && ranges.contains(64) && ranges.contains(127)));
  CHECK_FALSE(ranges.contains(128));
  ranges.free(0);
  CHECK_FALSE(ranges.contains(63));
  CHECK(ranges.contains(64));
}

TEST_CASE("the smallest gap that is large enough is taken") {
  RangeAllocator ranges(1024);
  REQUIRE(ranges.allocate(256) == 0);
  REQUIRE(ranges.allocate(64) == 256);
  REQUIRE(ranges.allocate(128) == 320);
  REQUIRE(ranges.allocate(64) == 448);
  ranges.free(0);
  ranges.free(320);
  CHECK(ranges.allocate(100) == 320);
  CHECK(ranges.allocate(200) == 0);
}

TEST_CASE("ranges never overlap, and all comes back") {
  constexpr uint64_t kBytes = 1 << 16;
  RangeAllocator ranges(kBytes);
  std::vector<std::pair<uint64_t, uint64_t>> taken; // start, bytes
  std::vector<bool> isTaken(kBytes);
  std::mt19937 random(7);
  for (int step = 0; step < 20000; ++step) {
    if (!taken.empty() && random() % 2 == 0) {
      const size_t index = random() % taken.size();
      const auto [start, bytes] = taken[index];
      for (uint64_t at = start; at < start + bytes; ++at)
        isTaken[at] = false;
      ranges.free(start);
      taken.erase(taken.begin() + static_cast<ptrdiff_t>(index));
      continue;
    }
    const uint64_t bytes = 1 + random() % 3000;
    const std::optional<uint64_t> start = ranges.allocate(bytes);
    if (!start)
      continue;
    REQUIRE(*start % RangeAllocator::kUnit == 0);
    REQUIRE(*start + bytes <= kBytes);
    for (uint64_t at = *start; at < *start + bytes; ++at) {
      REQUIRE_FALSE(isTaken[at]);
      isTaken[at] = true;
    }
    taken.push_back({*start, bytes});
  }
  for (const auto &[start, bytes] : taken)
    ranges.free(start);
  CHECK(ranges.isEmpty());
  CHECK(ranges.allocate(kBytes) == 0);
}
