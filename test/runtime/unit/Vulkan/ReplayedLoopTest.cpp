//===- ReplayedLoopTest.cpp - What is recorded of a loop ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of functions that list the commands in place of a driver's. Launches by
// address tell nobody what they use, so the list is held against what the blocks
// say: who decides comes after all tasks of its block, sizes are read after who
// decides about them, and tasks come after those that they depend on.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/ReplayedLoop.h"

#include <catch2/catch.hpp>

#include <bit>

using namespace qdrt::loader::vulkan;

namespace {
struct Command {
  enum Kind { barrier, pipeline, slots, dispatch } kind = barrier;
  uint64_t value = 0; // pipeline, address of slots, or the offset of the size
  bool ordersTasks = false, ordersSizes = false; // barrier
};
using Log = std::vector<Command>;

Log &logOf(VkCommandBuffer buffer) { return *reinterpret_cast<Log *>(buffer); }

template <typename Handle>
Handle handleOf(uint64_t number) {
  return std::bit_cast<Handle>(number);
}

void addBarrierTo(VkCommandBuffer buffer, VkPipelineStageFlags from, VkPipelineStageFlags to, VkDependencyFlags,
                  uint32_t count, const VkMemoryBarrier *barriers, uint32_t, const VkBufferMemoryBarrier *, uint32_t,
                  const VkImageMemoryBarrier *) {
  REQUIRE(count == 1);
  const bool isAfterTasks =
      (from & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) != 0 && (barriers->srcAccessMask & VK_ACCESS_SHADER_WRITE_BIT) != 0;
  constexpr VkAccessFlags uses = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
  Command command;
  command.ordersTasks =
      isAfterTasks && (to & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) != 0 && (barriers->dstAccessMask & uses) == uses;
  command.ordersSizes = isAfterTasks && (to & VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT) != 0 &&
                        (barriers->dstAccessMask & VK_ACCESS_INDIRECT_COMMAND_READ_BIT) != 0;
  logOf(buffer).push_back(command);
}

DeviceFunctions listingDriver() {
  DeviceFunctions driver;
  driver.cmdPipelineBarrier = addBarrierTo;
  driver.cmdBindPipeline = [](VkCommandBuffer buffer, VkPipelineBindPoint, VkPipeline pipeline) {
    logOf(buffer).push_back({Command::pipeline, std::bit_cast<uint64_t>(pipeline)});
  };
  driver.cmdPushConstants = [](VkCommandBuffer buffer, VkPipelineLayout, VkShaderStageFlags, uint32_t, uint32_t,
                               const void *values) {
    logOf(buffer).push_back({Command::slots, *static_cast<const uint64_t *>(values)});
  };
  driver.cmdDispatchIndirect = [](VkCommandBuffer buffer, VkBuffer, VkDeviceSize offset) {
    logOf(buffer).push_back({Command::dispatch, offset});
  };
  return driver;
}

/// A launch whose slots lie at its number, as does the size of the dispatch.
ReplayLaunch launch(uint64_t number, uint64_t pipeline, bool hasBarrier) {
  return {handleOf<VkPipeline>(pipeline), number, {handleOf<VkBuffer>(1), number, 0}, hasBarrier};
}

constexpr uint64_t decider = 99; // a pipeline

/// Two blocks: of three tasks, of which the last depends on the first, and of none.
const std::vector<std::vector<ReplayLaunch>> blocks = {
    {launch(0, 7, false), launch(1, 8, false), launch(2, 7, true), launch(3, decider, true)},
    {launch(4, decider, false)}};
const std::vector<uint32_t> order = {0, 1, 1};

Log record(uint32_t iterations) {
  Log log;
  recordBatch(listingDriver(), VK_NULL_HANDLE, reinterpret_cast<VkCommandBuffer>(&log), blocks, order, iterations);
  return log;
}

/// Whether barriers stand where they are needed.
bool areEnough(const Log &log) {
  // Ahead of the batch anything may be under way.
  bool isSizeOpen = true, isTaskOpen = true; // a decision, or anything else, that the next one is not ordered after
  bool isFirstOpen = false; // the task of number 0, on which that of number 2 depends
  uint64_t pipeline = 0, slots = 0;
  for (const Command &command : log) {
    switch (command.kind) {
    case Command::barrier:
      isSizeOpen &= !command.ordersSizes;
      isTaskOpen &= !command.ordersTasks;
      isFirstOpen &= !command.ordersTasks;
      break;
    case Command::pipeline:
      pipeline = command.value;
      break;
    case Command::slots:
      slots = command.value;
      break;
    case Command::dispatch:
      const bool decides = pipeline == decider, isFirstOfBlock = command.value == 0 || command.value == 4;
      if (slots != command.value || isSizeOpen || ((decides || isFirstOfBlock) && isTaskOpen) ||
          (command.value == 2 && isFirstOpen))
        return false;
      isTaskOpen = true;
      isSizeOpen |= decides;
      isFirstOpen |= command.value == 0;
      break;
    }
  }
  return true;
}
} // namespace

TEST_CASE("iterations are recorded one after the other, each launch with its pipeline, slots and size") {
  std::vector<uint64_t> sizes, expected;
  for (const Command &command : record(3))
    if (command.kind == Command::dispatch)
      sizes.push_back(command.value);
  for (int iteration = 0; iteration < 3; ++iteration)
    for (uint64_t each : {0, 1, 2, 3, 4, 4})
      expected.push_back(each);
  CHECK(sizes == expected);
}

TEST_CASE("of what is recorded of a loop all barriers are there, and none can be left out") {
  const Log log = record(2);
  CHECK(areEnough(log));
  size_t barriers = 0;
  for (size_t index = 0; index < log.size(); ++index) {
    if (log[index].kind != Command::barrier)
      continue;
    ++barriers;
    Log without = log;
    without.erase(without.begin() + static_cast<ptrdiff_t>(index));
    CHECK_FALSE(areEnough(without));
  }
  CHECK(barriers == 2 * 5);
}
