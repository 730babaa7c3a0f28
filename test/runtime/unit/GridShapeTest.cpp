//===- GridShapeTest.cpp - Tests of GridShape.h ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/GridShape.h"

#include <catch2/catch.hpp>

using namespace qdrt::loader;
using qdc::GridSize;

static constexpr GridDevice kDevice = {4, 2147483647, 1024, 32};

TEST_CASE("code for subgroups of another width than the device's is refused with both") {
  auto refusal = [](uint32_t width, uint32_t ofDevice) {
    return unusableReason({.blockThreads = 128, .subgroupWidth = width}, {4, 65535, 128, ofDevice});
  };
  CHECK(refusal(32, 32) == "");
  CHECK(refusal(64, 64) == "");
  CHECK(refusal(32, 64) == "is for subgroups of 32 threads; those of this device have 64");
  CHECK(refusal(64, 32) == "is for subgroups of 64 threads; those of this device have 32");
  CHECK(refusal(0, 32) == "");
  CHECK(refusal(0, 64) == "");
}

TEST_CASE("code for larger blocks than the device takes is refused with both") {
  auto reason = [](uint32_t threads) { return unusableReason({.blockThreads = threads}, {4, 65535, 256, 32}); };
  CHECK(reason(256) == "");
  CHECK(reason(320) == "is for blocks of 320 threads; those of this device have 256 at most");
}

TEST_CASE("a grid has a group of threads for each iteration, up to the device's limit") {
  auto blocks = [](int64_t extent, uint32_t blockThreads, uint32_t perIteration, uint32_t most = 2147483647) {
    return blocksForEach(extent, {blockThreads, perIteration}, {4, most});
  };
  CHECK(blocks(1, 256, 1) == 1);
  CHECK(blocks(256, 256, 1) == 1);
  CHECK(blocks(257, 256, 1) == 2);
  CHECK(blocks(8, 256, 32) == 1);
  CHECK(blocks(9, 256, 32) == 2);
  CHECK(blocks(1, 32, 32) == 1);
  CHECK(blocks(int64_t{1} << 39, 256, 1) == 2147483647);
  CHECK(blocks(INT64_MAX, 1024, 1) == 2147483647);
  CHECK(blocks(1 << 30, 256, 1, 65535) == 65535);
}

TEST_CASE("how many blocks run at the same time is asked where a grid depends on it") {
  auto needs = [](GridSize grid, int64_t extent, uint32_t iterationsPerThread) {
    return needsResidentBlocks({.blockThreads = 64, .grid = grid, .iterationsPerThread = iterationsPerThread}, extent);
  };
  CHECK_FALSE(needs(GridSize::single, kUnknownExtent, 4));
  CHECK_FALSE(needs(GridSize::iterations, 10, 1));
  CHECK(needs(GridSize::iterations, 10, 2));
  CHECK(needs(GridSize::iterations, kUnknownExtent, 1));
  CHECK(needs(GridSize::resident, 10, 1));
  CHECK(needs(GridSize::cooperative, 10, 1));
}

TEST_CASE("blocks that run at the same time are those of all multiprocessors, but for large ones that do much") {
  qdc::LaunchShape shape = {.blockThreads = 64, .grid = GridSize::resident, .iterationsPerThread = 2};
  CHECK(residentBlocks(shape, 3, kDevice) == 12);
  CHECK(residentBlocks(shape, 0, kDevice) == 4);
  CHECK(residentBlocks(shape, 3, {4, 10}) == 10);
  // Large are those that have as many threads as the device takes.
  shape.blockThreads = 1024;
  CHECK(residentBlocks(shape, 3, kDevice) == 4);
  shape.blockThreads = 256;
  CHECK(residentBlocks(shape, 3, kDevice) == 12);
  CHECK(residentBlocks(shape, 3, {4, 65535, 256, 32}) == 4);
  shape.iterationsPerThread = 1;
  CHECK(residentBlocks(shape, 3, kDevice) == 12);
}

TEST_CASE("a launch has the blocks that its kind of grid asks for") {
  auto blocks = [](GridSize grid, uint32_t iterationsPerThread, int64_t extent, int64_t atMost = INT64_MAX) {
    return gridOf({.blockThreads = 64, .grid = grid, .iterationsPerThread = iterationsPerThread}, extent, atMost, 8,
                  kDevice);
  };
  CHECK(blocks(GridSize::single, 1, 1 << 20) == 1);
  CHECK(blocks(GridSize::iterations, 1, 0) == 1);
  CHECK(blocks(GridSize::iterations, 1, 64 * 100) == 100);
  // Several iterations for each thread only where there are more than run at the same time.
  CHECK(blocks(GridSize::iterations, 4, 64 * 8) == 8);
  CHECK(blocks(GridSize::iterations, 4, 64 * 9) == 3);
  CHECK(blocks(GridSize::iterations, 1, kUnknownExtent) == 8);
  CHECK(blocks(GridSize::iterations, 1, kUnknownExtent, 65) == 2);
  CHECK(blocks(GridSize::resident, 1, 64 * 5) == 5);
  CHECK(blocks(GridSize::resident, 1, 64 * 100) == 8);
  // Those that wait for each other: one for each multiprocessor until each thread has four iterations.
  CHECK(blocks(GridSize::cooperative, 1, kUnknownExtent) == 8);
  CHECK(blocks(GridSize::cooperative, 1, 64 * 3) == 3);
  CHECK(blocks(GridSize::cooperative, 1, 64 * 16) == 4);
  CHECK(blocks(GridSize::cooperative, 1, 64 * 24) == 6);
  CHECK(blocks(GridSize::cooperative, 1, 64 * 100) == 8);
}
