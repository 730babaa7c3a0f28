//===- Launch.cpp - A task as commands ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Launch.h"

#include "qdc/ABI/VulkanABI.h"

#include <algorithm>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

uint32_t qdrt::loader::vulkan::gridOf(const Context &context, const TaskLaunch &task) {
  // Vulkan does not tell how many blocks of a pipeline run at once: as many as have this number of threads.
  constexpr uint32_t kThreadsOfMultiprocessor = 2048;
  const qdc::LaunchShape &shape = entryOf(task).shape;
  const GridDevice &device = context.features().grid;
  uint32_t resident = 0;
  if (needsResidentBlocks(shape, task.extent))
    resident = residentBlocks(shape, std::max(kThreadsOfMultiprocessor / shape.blockThreads, 1u), device);
  return loader::gridOf(shape, task.extent, task.atMost, resident, device);
}

void qdrt::loader::vulkan::addLaunch(const Context &context, VkCommandBuffer to, const Entry &entry,
                                     VkDeviceAddress slots, uint32_t groups) {
  const DeviceFunctions &driver = context.driver();
  const qd_vulkan_push push = {slots};
  driver.cmdBindPipeline(to, VK_PIPELINE_BIND_POINT_COMPUTE, entry.pipeline);
  driver.cmdPushConstants(to, context.pipelineLayout(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), &push);
  driver.cmdDispatch(to, groups, 1, 1);
}

std::array<qd_slot, QDRT_PUBLISH_SLOTS> qdrt::loader::vulkan::slotsOf(const GraphPublish &outcome) {
  std::array<qd_slot, QDRT_PUBLISH_SLOTS> slots;
  slots[QDRT_PUBLISH_REPORT] = placeOf(outcome.report).address;
  slots[QDRT_PUBLISH_NUMBER] = placeOf(outcome.number).address;
  slots[QDRT_PUBLISH_RECORD] = placeOf(outcome.record).address;
  slots[QDRT_PUBLISH_PRINTS] = placeOf(outcome.prints).address;
  slots[QDRT_PUBLISH_RESULTS] = placeOf(outcome.results).address;
  slots[QDRT_PUBLISH_RESULT_WORDS] = outcome.resultWords;
  return slots;
}
