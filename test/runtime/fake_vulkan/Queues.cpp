//===- Queues.cpp - Queues and semaphores of the fake Vulkan --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>

using namespace fake_vulkan;

/// Runs commands: those between two barriers backwards, since nothing orders them.
static VkResult run(const std::vector<Command> &commands) {
  for (auto first = commands.begin(); first != commands.end();) {
    const auto barrier = std::find_if(first, commands.end(), [](const Command &each) { return !each.run; });
    for (auto each = barrier; each != first;)
      if (const VkResult code = (--each)->run(); code != VK_SUCCESS)
        return code;
    first = barrier == commands.end() ? barrier : barrier + 1;
  }
  return VK_SUCCESS;
}

/// Runs the first submission of a queue, whose waits are over.
static VkResult runFirst(Queue &queue) {
  const Submission submission = queue.pending.front();
  VkResult code = VK_SUCCESS;
  for (CommandBuffer *buffer : submission.buffers)
    if (code == VK_SUCCESS)
      code = run(buffer->commands);
  if (code != VK_SUCCESS) {
    lose(*queue.device);
    return code;
  }
  queue.pending.pop_front();
  for (CommandBuffer *buffer : submission.buffers)
    if (--buffer->pending == 0 && buffer->isOneTime)
      buffer->state = CommandBuffer::initial;
  for (const auto &[semaphore, value] : submission.signals)
    semaphore->value = value;
  return VK_SUCCESS;
}

/// A queue whose work raises the semaphore to that value; NULL: there is none.
static Queue *queueThatSignals(const Semaphore &wanted, uint64_t value) {
  for (const auto &queue : wanted.device->queues)
    for (const Submission &each : queue->pending)
      for (const auto &[semaphore, raised] : each.signals)
        if (semaphore == &wanted && raised >= value)
          return queue.get();
  return nullptr;
}

VkResult fake_vulkan::runUntil(Semaphore &semaphore, uint64_t value) {
  while (semaphore.value < value) {
    Queue *queue = queueThatSignals(semaphore, value);
    if (!queue) {
      fault("a wait that never ends");
      return VK_TIMEOUT;
    }
    const auto waits = queue->pending.front().waits;
    for (const auto &[other, wanted] : waits)
      if (const VkResult code = runUntil(*other, wanted); code != VK_SUCCESS)
        return code;
    if (const VkResult code = runFirst(*queue); code != VK_SUCCESS)
      return code;
  }
  return VK_SUCCESS;
}

/// The semaphores of a submission with their values.
static std::vector<std::pair<Semaphore *, uint64_t>> pairsOf(uint32_t count, const VkSemaphore *handles,
                                                             const uint64_t *values) {
  std::vector<std::pair<Semaphore *, uint64_t>> pairs;
  for (uint32_t index = 0; index < count; ++index)
    if (Semaphore *semaphore = find(state().semaphores, handles[index], "semaphore"))
      pairs.emplace_back(semaphore, values[index]);
  return pairs;
}

static void submit(Queue &queue, const VkSubmitInfo &info) {
  const auto *numbers = static_cast<const VkTimelineSemaphoreSubmitInfo *>(info.pNext);
  if (!numbers || numbers->sType != VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO ||
      numbers->waitSemaphoreValueCount != info.waitSemaphoreCount ||
      numbers->signalSemaphoreValueCount != info.signalSemaphoreCount)
    return fault("a submission whose semaphores have no values");
  Submission made;
  made.waits = pairsOf(info.waitSemaphoreCount, info.pWaitSemaphores, numbers->pWaitSemaphoreValues);
  made.signals = pairsOf(info.signalSemaphoreCount, info.pSignalSemaphores, numbers->pSignalSemaphoreValues);
  for (const auto &[semaphore, value] : made.signals)
    if (value <= semaphore->value || queueThatSignals(*semaphore, value))
      fault("a timeline that does not rise");
  for (uint32_t index = 0; index < info.commandBufferCount; ++index) {
    CommandBuffer *buffer = find(state().commandBuffers, info.pCommandBuffers[index], "command buffer");
    if (!buffer || buffer->state != CommandBuffer::executable) {
      fault("a command buffer is submitted that is not complete");
      continue;
    }
    if (buffer->pending++ != 0 && !buffer->isSimultaneous)
      fault("a command buffer is submitted while it is under way");
    made.buffers.push_back(buffer);
  }
  queue.pending.push_back(std::move(made));
}

extern "C" {

VKAPI_ATTR VkResult VKAPI_CALL vkQueueSubmit(VkQueue handle, uint32_t count, const VkSubmitInfo *infos, VkFence fence) {
  auto *queue = reinterpret_cast<Queue *>(handle);
  FAKE_VULKAN_ENTER(reinterpret_cast<VkDevice>(queue->device));
  if (queue->device->isLost)
    return VK_ERROR_DEVICE_LOST;
  if (fence)
    fault("a fence");
  for (uint32_t index = 0; index < count; ++index)
    submit(*queue, infos[index]);
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreateSemaphore(VkDevice device, const VkSemaphoreCreateInfo *,
                                                 const VkAllocationCallbacks *, VkSemaphore *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, device);
  add(state().semaphores, std::make_unique<Semaphore>(Semaphore{find(state().devices, device, "device"), 0}), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkDestroySemaphore(VkDevice, VkSemaphore handle, const VkAllocationCallbacks *) {
  FAKE_VULKAN_NOTE();
  const auto isThis = [&](const auto &pair) { return reinterpret_cast<VkSemaphore>(pair.first) == handle; };
  for (const auto &[key, device] : state().devices)
    for (const auto &queue : device->queues)
      for (const Submission &each : queue->pending)
        if (std::ranges::any_of(each.waits, isThis) || std::ranges::any_of(each.signals, isThis))
          fault("a semaphore ends that work under way uses");
  remove(state().semaphores, handle, "semaphore");
}

VKAPI_ATTR VkResult VKAPI_CALL vkGetSemaphoreCounterValue(VkDevice handle, VkSemaphore semaphore, uint64_t *value) {
  FAKE_VULKAN_ENTER(handle);
  const Device *device = find(state().devices, handle, "device");
  if (device->isLost)
    return VK_ERROR_DEVICE_LOST;
  *value = find(state().semaphores, semaphore, "semaphore")->value;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL vkWaitSemaphores(VkDevice handle, const VkSemaphoreWaitInfo *info, uint64_t timeout) {
  FAKE_VULKAN_ENTER(handle);
  const Device *device = find(state().devices, handle, "device");
  for (uint32_t index = 0; index < info->semaphoreCount && !device->isLost; ++index) {
    Semaphore *semaphore = find(state().semaphores, info->pSemaphores[index], "semaphore");
    if (timeout == 0 && semaphore->value < info->pValues[index])
      return VK_TIMEOUT;
    if (const VkResult code = runUntil(*semaphore, info->pValues[index]); code != VK_SUCCESS)
      return code;
  }
  return device->isLost ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreateQueryPool(VkDevice device, const VkQueryPoolCreateInfo *,
                                                 const VkAllocationCallbacks *, VkQueryPool *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, device);
  add(state().queryPools, std::make_unique<QueryPool>(QueryPool{find(state().devices, device, "device"), {}}), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkDestroyQueryPool(VkDevice, VkQueryPool pool, const VkAllocationCallbacks *) {
  FAKE_VULKAN_NOTE();
  remove(state().queryPools, pool, "query pool");
}

VKAPI_ATTR VkResult VKAPI_CALL vkGetQueryPoolResults(VkDevice handle, VkQueryPool pool, uint32_t, uint32_t, size_t size,
                                                     void *data, VkDeviceSize, VkQueryResultFlags) {
  FAKE_VULKAN_ENTER(handle);
  if (find(state().devices, handle, "device")->isLost)
    return VK_ERROR_DEVICE_LOST;
  const QueryPool *times = find(state().queryPools, pool, "query pool");
  if (!times || !times->time)
    return VK_NOT_READY;
  if (size != sizeof(uint64_t))
    fault("a time of another size");
  else
    *static_cast<uint64_t *>(data) = *times->time;
  return VK_SUCCESS;
}

} // extern "C"
