//===- StreamTransfersTest.cpp - Tests of StreamTransfers.h ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/StreamTransfers.h"
#include "Runtime/Null/Device.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

using namespace qdrt::loader;

namespace {
/// A device whose memory is the host's, and copies that note their ranges.
struct Setup {
  null::Device device;
  std::unique_ptr<BackendStream> stream = std::move(*device.createStream());
  DeviceMemory block = std::move(*DeviceMemory::allocate(device, 8192));
  uint64_t copies = 0;
  CopyApart copyApart = [this](const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
    CHECK_FALSE(overlapsPartly(to, from, bytes));
    ++copies;
    std::memcpy(to.address(), from.address(), bytes);
    return qdc::Status();
  };
  std::byte *bytes() const { return static_cast<std::byte *>(block.address()); }
};

template <typename... Bytes>
std::array<std::byte, sizeof...(Bytes)> patternOf(Bytes... bytes) {
  return {std::byte(bytes)...};
}
} // namespace

TEST_CASE_METHOD(Setup, "a copy between ranges that overlap partly goes through a block of its own") {
  CHECK(overlapsPartly(block.at(0), block.at(9), 10));
  CHECK(overlapsPartly(block.at(9), block.at(0), 10));
  CHECK_FALSE(overlapsPartly(block.at(0), block.at(10), 10));
  CHECK_FALSE(overlapsPartly(block.at(3), block.at(3), 10));
  CHECK_FALSE(overlapsPartly(block.at(1), block.at(3), 0));
  StreamMemory memory(device);
  for (const uint64_t to : {5u, 30u}) {
    for (int at = 0; at < 100; ++at)
      bytes()[at] = std::byte(at);
    REQUIRE(copyOverlapping(block.at(to), block.at(17), 40, memory, copyApart).ok());
    for (int at = 0; at < 40; ++at)
      CHECK(bytes()[to + static_cast<uint64_t>(at)] == std::byte(17 + at));
  }
  CHECK(copies == 4);
}

TEST_CASE("a pattern is as short as it repeats and alignment allows") {
  auto shortest = [](auto pattern, uint64_t alignment) {
    const FillPattern found = shortestPattern(pattern, alignment);
    return std::pair(found.bytes, found.value);
  };
  CHECK(shortest(patternOf(7), 1) == std::pair(1u, 7u));
  CHECK(shortest(patternOf(7, 7, 7, 7, 7, 7, 7, 7), 3) == std::pair(1u, 7u));
  CHECK(shortest(patternOf(1, 2, 1, 2), 2) == std::pair(2u, 0x201u));
  CHECK(shortest(patternOf(1, 2, 1, 2), 1).first == 0);
  CHECK(shortest(patternOf(1, 2, 3, 4, 1, 2, 3, 4), 4) == std::pair(4u, 0x4030201u));
  CHECK(shortest(patternOf(1, 2, 3, 4), 2).first == 0);
  CHECK(shortest(patternOf(1, 2, 3, 4, 5, 6, 7, 8), 8).first == 0);
}

TEST_CASE_METHOD(Setup, "any pattern fills memory by copies of what is there already") {
  const auto pattern = patternOf(1, 2, 3, 4, 5, 6, 7, 8);
  for (const uint64_t size : {uint64_t{8}, uint64_t{1024}, uint64_t{1032}, uint64_t{5000}}) {
    std::fill_n(bytes(), 8192, std::byte(99));
    REQUIRE(fillByDoubling(*stream, block.at(3), size, pattern, copyApart).ok());
    bool isRight = bytes()[2] == std::byte(99) && bytes()[3 + size] == std::byte(99);
    for (uint64_t at = 0; at < size; ++at)
      isRight &= bytes()[3 + at] == pattern[at % 8];
    CHECK(isRight);
  }
  CHECK(copies == 0 + 0 + 1 + 3);
}
