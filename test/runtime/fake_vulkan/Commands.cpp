//===- Commands.cpp - Command buffers of the fake Vulkan ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <cstring>

using namespace fake_vulkan;

bool fake_vulkan::isInUse(const CommandBuffer &buffer) {
  if (buffer.pending != 0)
    fault("a command buffer is taken back while it is under way");
  return buffer.pending != 0;
}

/// The command buffer, which is being recorded.
static CommandBuffer *recording(VkCommandBuffer handle) {
  CommandBuffer *buffer = find(state().commandBuffers, handle, "command buffer");
  if (!buffer || buffer->state == CommandBuffer::recording)
    return buffer;
  fault("a command for a buffer that is not being recorded");
  return nullptr;
}

static void addBarrier(CommandBuffer &to) { to.commands.push_back({}); }

static void addCommand(CommandBuffer &to, std::function<VkResult()> run) { to.commands.push_back({std::move(run)}); }

/// The bytes of a range of a buffer when a command runs; NULL if there are none, which is a fault.
static std::byte *rangeOf(VkBuffer handle, VkDeviceSize offset, VkDeviceSize bytes) {
  const Buffer *buffer = find(state().buffers, handle, "buffer");
  if (buffer && buffer->memory && offset <= buffer->bytes && bytes <= buffer->bytes - offset)
    return buffer->address() + offset;
  fault("a command reaches out of its buffer");
  return nullptr;
}

/// Runs all threads of a dispatch; a kernel that fails loses the device.
static VkResult runThreads(const Pipeline &pipeline, uint64_t slots, uint32_t groups) {
  int failure = 0;
  for (uint64_t thread = 0; thread < groups && failure == 0; ++thread)
    pipeline.entry(reinterpret_cast<const uint64_t *>(slots), thread, groups, &failure);
  return failure == 0 ? VK_SUCCESS : VK_ERROR_DEVICE_LOST;
}

/// A dispatch whose number of groups `groupsOf` tells when it runs.
static void addDispatch(CommandBuffer &to, std::function<uint32_t()> groupsOf) {
  if (!to.bound || !to.slots)
    return fault("a dispatch without a pipeline or its slots");
  addCommand(to, [pipeline = to.bound, slots = *to.slots, groupsOf = std::move(groupsOf)] {
    if (!find(state().pipelines, pipeline, "pipeline"))
      return VK_ERROR_DEVICE_LOST;
    const uint32_t groups = groupsOf();
    if (groups > settings().maximumGrid)
      fault("a dispatch of more groups than the device takes");
    return runThreads(*pipeline, slots, groups);
  });
}

extern "C" {

VKAPI_ATTR VkResult VKAPI_CALL vkCreateCommandPool(VkDevice handle, const VkCommandPoolCreateInfo *info,
                                                   const VkAllocationCallbacks *, VkCommandPool *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, handle);
  Device *device = find(state().devices, handle, "device");
  if (info->queueFamilyIndex != device->family)
    fault("a pool for another family of queues");
  add(state().pools, std::make_unique<Pool>(Pool{device}), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkDestroyCommandPool(VkDevice, VkCommandPool handle, const VkAllocationCallbacks *) {
  FAKE_VULKAN_NOTE();
  std::erase_if(state().commandBuffers, [&](const auto &each) {
    const bool isOfPool = reinterpret_cast<VkCommandPool>(each.second->pool) == handle;
    if (isOfPool)
      (void)isInUse(*each.second);
    return isOfPool;
  });
  remove(state().pools, handle, "command pool");
}

VKAPI_ATTR VkResult VKAPI_CALL vkAllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo *info,
                                                        VkCommandBuffer *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, device);
  auto buffer = std::make_unique<CommandBuffer>();
  buffer->pool = find(state().pools, info->commandPool, "command pool");
  if (info->commandBufferCount != 1)
    fault("several command buffers at once");
  add(state().commandBuffers, std::move(buffer), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkFreeCommandBuffers(VkDevice, VkCommandPool, uint32_t count,
                                                const VkCommandBuffer *buffers) {
  FAKE_VULKAN_NOTE();
  for (uint32_t index = 0; index < count; ++index) {
    if (const CommandBuffer *buffer = find(state().commandBuffers, buffers[index], "command buffer"))
      (void)isInUse(*buffer);
    remove(state().commandBuffers, buffers[index], "command buffer");
  }
}

VKAPI_ATTR VkResult VKAPI_CALL vkBeginCommandBuffer(VkCommandBuffer handle, const VkCommandBufferBeginInfo *info) {
  FAKE_VULKAN_ENTER(nullptr);
  CommandBuffer *buffer = find(state().commandBuffers, handle, "command buffer");
  if (!buffer || isInUse(*buffer))
    return VK_ERROR_UNKNOWN;
  buffer->state = CommandBuffer::recording;
  buffer->isOneTime = info->flags & VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  buffer->isSimultaneous = info->flags & VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
  buffer->commands.clear();
  buffer->bound = nullptr;
  buffer->slots.reset();
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL vkEndCommandBuffer(VkCommandBuffer handle) {
  FAKE_VULKAN_ENTER(nullptr);
  CommandBuffer *buffer = recording(handle);
  if (!buffer)
    return VK_ERROR_UNKNOWN;
  buffer->state = CommandBuffer::executable;
  return VK_SUCCESS;
}

// One for the host alone orders nothing on the device.
VKAPI_ATTR void VKAPI_CALL vkCmdPipelineBarrier(VkCommandBuffer handle, VkPipelineStageFlags, VkPipelineStageFlags,
                                                VkDependencyFlags, uint32_t count, const VkMemoryBarrier *barriers,
                                                uint32_t, const VkBufferMemoryBarrier *, uint32_t,
                                                const VkImageMemoryBarrier *) {
  FAKE_VULKAN_NOTE();
  CommandBuffer *buffer = recording(handle);
  for (uint32_t index = 0; buffer && index < count; ++index)
    if (barriers[index].dstAccessMask & ~static_cast<VkAccessFlags>(VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT))
      addBarrier(*buffer);
}

VKAPI_ATTR void VKAPI_CALL vkCmdBindPipeline(VkCommandBuffer handle, VkPipelineBindPoint, VkPipeline pipeline) {
  FAKE_VULKAN_NOTE();
  if (CommandBuffer *buffer = recording(handle))
    buffer->bound = find(state().pipelines, pipeline, "pipeline");
}

VKAPI_ATTR void VKAPI_CALL vkCmdPushConstants(VkCommandBuffer handle, VkPipelineLayout layout, VkShaderStageFlags,
                                              uint32_t offset, uint32_t size, const void *values) {
  FAKE_VULKAN_NOTE();
  CommandBuffer *buffer = recording(handle);
  if (!buffer || !find(state().layouts, layout, "layout"))
    return;
  if (offset != 0 || size != sizeof(uint64_t))
    return fault("push constants of another size");
  uint64_t slots = 0;
  std::memcpy(&slots, values, sizeof(slots));
  buffer->slots = slots;
}

VKAPI_ATTR void VKAPI_CALL vkCmdDispatch(VkCommandBuffer handle, uint32_t x, uint32_t y, uint32_t z) {
  CommandBuffer *buffer = recording(handle);
  FAKE_VULKAN_NOTE((buffer && buffer->bound ? buffer->bound->symbol : "") + " " + std::to_string(x));
  if (x == 0 || y * z != 1)
    fault("a dispatch of no groups, or in several dimensions");
  if (buffer)
    addDispatch(*buffer, [x] { return x; });
}

VKAPI_ATTR void VKAPI_CALL vkCmdDispatchIndirect(VkCommandBuffer handle, VkBuffer from, VkDeviceSize offset) {
  CommandBuffer *buffer = recording(handle);
  FAKE_VULKAN_NOTE(buffer && buffer->bound ? buffer->bound->symbol : "");
  if (buffer)
    addDispatch(*buffer, [from, offset] {
      uint32_t groups[3] = {};
      if (const std::byte *place = rangeOf(from, offset, sizeof(groups)))
        std::memcpy(groups, place, sizeof(groups));
      return groups[0] * groups[1] * groups[2];
    });
}

VKAPI_ATTR void VKAPI_CALL vkCmdCopyBuffer(VkCommandBuffer handle, VkBuffer from, VkBuffer to, uint32_t count,
                                           const VkBufferCopy *ranges) {
  CommandBuffer *buffer = recording(handle);
  FAKE_VULKAN_NOTE(std::to_string(ranges[0].size) + " bytes");
  if (count != 1 || ranges[0].size == 0)
    fault("a copy of nothing, or of several ranges");
  if (buffer)
    addCommand(*buffer, [from, to, range = ranges[0]] {
      const std::byte *source = rangeOf(from, range.srcOffset, range.size);
      std::byte *target = rangeOf(to, range.dstOffset, range.size);
      if (source && target && source < target + range.size && target < source + range.size)
        fault("a copy between ranges that overlap");
      if (source && target)
        std::memcpy(target, source, range.size);
      return VK_SUCCESS;
    });
}

VKAPI_ATTR void VKAPI_CALL vkCmdFillBuffer(VkCommandBuffer handle, VkBuffer to, VkDeviceSize offset, VkDeviceSize bytes,
                                           uint32_t value) {
  CommandBuffer *buffer = recording(handle);
  FAKE_VULKAN_NOTE(std::to_string(bytes) + " bytes");
  if (offset % 4 != 0 || bytes % 4 != 0 || bytes == 0)
    fault("a fill of nothing, or of parts of words");
  if (buffer)
    addCommand(*buffer, [=] {
      std::byte *target = rangeOf(to, offset, bytes);
      for (VkDeviceSize at = 0; target && at < bytes; at += sizeof(value))
        std::memcpy(target + at, &value, sizeof(value));
      return VK_SUCCESS;
    });
}

VKAPI_ATTR void VKAPI_CALL vkCmdUpdateBuffer(VkCommandBuffer handle, VkBuffer to, VkDeviceSize offset,
                                             VkDeviceSize bytes, const void *data) {
  CommandBuffer *buffer = recording(handle);
  FAKE_VULKAN_NOTE(std::to_string(bytes) + " bytes");
  if (offset % 4 != 0 || bytes % 4 != 0 || bytes == 0 || bytes > 65536)
    fault("an update of nothing, of parts of words or of more than 64 KiB");
  const auto *start = static_cast<const std::byte *>(data);
  if (buffer)
    addCommand(*buffer, [=, copied = std::vector<std::byte>(start, start + bytes)] {
      if (std::byte *target = rangeOf(to, offset, bytes))
        std::memcpy(target, copied.data(), bytes);
      return VK_SUCCESS;
    });
}

// Vulkan orders commands on one query by itself.
VKAPI_ATTR void VKAPI_CALL vkCmdResetQueryPool(VkCommandBuffer handle, VkQueryPool pool, uint32_t, uint32_t) {
  FAKE_VULKAN_NOTE();
  CommandBuffer *buffer = recording(handle);
  if (!buffer)
    return;
  addCommand(*buffer, [pool] {
    if (QueryPool *times = find(state().queryPools, pool, "query pool"))
      times->time.reset();
    return VK_SUCCESS;
  });
  addBarrier(*buffer);
}

VKAPI_ATTR void VKAPI_CALL vkCmdWriteTimestamp(VkCommandBuffer handle, VkPipelineStageFlagBits, VkQueryPool pool,
                                               uint32_t) {
  FAKE_VULKAN_NOTE();
  CommandBuffer *buffer = recording(handle);
  if (!buffer)
    return;
  addBarrier(*buffer);
  addCommand(*buffer, [pool] {
    if (QueryPool *times = find(state().queryPools, pool, "query pool")) {
      if (times->time)
        fault("a time is written twice");
      times->time = state().clock += 100;
    }
    return VK_SUCCESS;
  });
}

} // extern "C"
