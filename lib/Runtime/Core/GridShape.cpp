//===- GridShape.cpp - How many blocks a launch has -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/GridShape.h"

#include <algorithm>

using namespace qdrt::loader;

std::string qdrt::loader::unusableReason(const qdc::LaunchShape &shape, const GridDevice &device) {
  if (shape.subgroupWidth != 0 && shape.subgroupWidth != device.subgroupWidth)
    return qdc::formatText("is for subgroups of {} threads; those of this device have {}", shape.subgroupWidth,
                           device.subgroupWidth);
  if (shape.blockThreads > device.maximumBlock)
    return qdc::formatText("is for blocks of {} threads; those of this device have {} at most", shape.blockThreads,
                           device.maximumBlock);
  return "";
}

uint32_t qdrt::loader::blocksForEach(int64_t extent, const qdc::LaunchShape &shape, const GridDevice &device) {
  uint64_t perBlock = shape.blockThreads / shape.threadsPerIteration;
  uint64_t iterations = static_cast<uint64_t>(extent);
  uint64_t blocks = iterations / perBlock + (iterations % perBlock != 0);
  return static_cast<uint32_t>(std::min<uint64_t>(blocks, device.maximumGrid));
}

bool qdrt::loader::needsResidentBlocks(const qdc::LaunchShape &shape, int64_t extent) {
  return shape.grid != qdc::GridSize::single &&
         (extent == kUnknownExtent || shape.grid == qdc::GridSize::resident ||
          shape.grid == qdc::GridSize::cooperative || shape.iterationsPerThread > 1);
}

/// Blocks as large as can be are made where a task is better off with few of them, or where the source asks for them.
/// One keeps a multiprocessor busy if each of its threads has several iterations under way.
static bool isBestAlone(const qdc::LaunchShape &shape, const GridDevice &device) {
  return shape.grid == qdc::GridSize::resident && shape.blockThreads == device.maximumBlock &&
         shape.iterationsPerThread > 1;
}

uint32_t qdrt::loader::residentBlocks(const qdc::LaunchShape &shape, uint32_t most, const GridDevice &device) {
  const uint32_t each = isBestAlone(shape, device) ? 1 : std::max(most, 1u);
  return std::min(each * device.multiprocessors, device.maximumGrid);
}

/// Blocks that wait for each other do so sooner the fewer they are: one for each multiprocessor until each thread has
/// several iterations, which was best on an H200 from 2^18 iterations on.
static uint32_t cooperativeGrid(const qdc::LaunchShape &shape, int64_t extent, uint32_t resident,
                                const GridDevice &device) {
  constexpr uint32_t kIterationsOfThread = 4;
  if (extent == kUnknownExtent)
    return resident;
  const uint32_t wanted = blocksForEach(std::max<int64_t>(extent, 1), shape, device);
  return std::min({resident, wanted, std::max(device.multiprocessors, wanted / kIterationsOfThread)});
}

uint32_t qdrt::loader::gridOf(const qdc::LaunchShape &shape, int64_t extent, int64_t atMost, uint32_t resident,
                              const GridDevice &device) {
  if (shape.grid == qdc::GridSize::single)
    return 1;
  if (shape.grid == qdc::GridSize::cooperative)
    return cooperativeGrid(shape, extent, resident, device);
  const bool isKnown = extent != kUnknownExtent;
  const uint32_t blocks = blocksForEach(std::max<int64_t>(isKnown ? extent : atMost, 1), shape, device);
  if (!isKnown)
    return std::min(blocks, resident);
  const bool hasSeveral = shape.iterationsPerThread > 1 && blocks > resident;
  const uint32_t fewer = hasSeveral ? (blocks - 1) / shape.iterationsPerThread + 1 : blocks;
  return shape.grid == qdc::GridSize::resident ? std::min(fewer, resident) : fewer;
}
