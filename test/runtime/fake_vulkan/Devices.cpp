//===- Devices.cpp - Devices of the fake Vulkan ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>

using namespace fake_vulkan;

/// The features that are on in a list of structs.
static std::set<std::string> enabledIn(const void *list) {
  std::set<std::string> on;
  for (auto *each = static_cast<const VkBaseInStructure *>(list); each; each = each->pNext) {
    // Of one struct, under the name that it has in the list.
    const VkPhysicalDeviceFeatures *Features = nullptr;
    const VkPhysicalDeviceVulkan11Features *Vulkan11Features = nullptr;
    const VkPhysicalDeviceVulkan12Features *Vulkan12Features = nullptr;
    const VkPhysicalDeviceShaderAtomicFloatFeaturesEXT *ShaderAtomicFloatFeaturesEXT = nullptr;
    if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2)
      Features = &reinterpret_cast<const VkPhysicalDeviceFeatures2 *>(each)->features;
    if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES)
      Vulkan11Features = reinterpret_cast<const VkPhysicalDeviceVulkan11Features *>(each);
    if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES)
      Vulkan12Features = reinterpret_cast<const VkPhysicalDeviceVulkan12Features *>(each);
    if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT)
      ShaderAtomicFloatFeaturesEXT = reinterpret_cast<const VkPhysicalDeviceShaderAtomicFloatFeaturesEXT *>(each);
#define QDC_VULKAN_FEATURE(NAME, STRUCT)                                                                               \
  if (STRUCT && STRUCT->NAME)                                                                                          \
    on.insert(#NAME);
#define QDC_VULKAN_EXTENSION_FEATURE(NAME, STRUCT, EXTENSION)                                                          \
  if (STRUCT && STRUCT->NAME)                                                                                          \
    on.insert(#EXTENSION);                                                                                             \
  QDC_VULKAN_FEATURE(NAME, STRUCT)
#include "qdc/ABI/VulkanNeeds.def"
    if (Vulkan12Features && Vulkan12Features->timelineSemaphore)
      on.insert("timelineSemaphore");
  }
  return on;
}

static uint32_t queuesOf(uint32_t family) {
  std::vector<uint32_t> counts = {1};
  for (uint32_t count : {settings().drawingQueues, settings().computingQueues})
    if (count != 0)
      counts.push_back(count);
  return family < counts.size() ? counts[family] : 0;
}

template <typename T>
static bool hasAny(const Objects<T> &objects, const Device &device) {
  return std::ranges::any_of(objects, [&](const auto &each) { return each.second->device == &device; });
}

void fake_vulkan::lose(Device &device) {
  device.isLost = true;
  for (auto &queue : device.queues) {
    for (const Submission &each : queue->pending)
      for (CommandBuffer *buffer : each.buffers)
        --buffer->pending;
    queue->pending.clear();
  }
}

extern "C" {

VKAPI_ATTR VkResult VKAPI_CALL vkCreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                              const VkAllocationCallbacks *, VkDevice *made) {
  std::set<std::string> enabled = enabledIn(info->pNext);
  std::string names = "with";
  for (const std::string &name : enabled)
    names += " " + name;
  FAKE_VULKAN_ENTER_TO_MAKE(made, nullptr, names);
  for (const std::string &name : enabled)
    if (lacks(name))
      return failed(VK_ERROR_FEATURE_NOT_PRESENT, made);
  for (uint32_t index = 0; index < info->enabledExtensionCount; ++index)
    if (lacks(info->ppEnabledExtensionNames[index]))
      return failed(VK_ERROR_EXTENSION_NOT_PRESENT, made);
  const VkDeviceQueueCreateInfo &queues = info->pQueueCreateInfos[0];
  if (info->queueCreateInfoCount != 1 || queues.queueCount > queuesOf(queues.queueFamilyIndex))
    fault("queues that the device has not");
  auto device = std::make_unique<Device>();
  device->physical = reinterpret_cast<const PhysicalDevice *>(physical);
  device->enabled = std::move(enabled);
  device->family = queues.queueFamilyIndex;
  for (uint32_t index = 0; index < queues.queueCount; ++index)
    device->queues.push_back(std::make_unique<Queue>(Queue{device.get(), {}}));
  add(state().devices, std::move(device), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkDestroyDevice(VkDevice handle, const VkAllocationCallbacks *) {
  FAKE_VULKAN_NOTE();
  State &all = state();
  const Device *device = find(all.devices, handle, "device");
  if (!device)
    return;
  if (std::ranges::any_of(device->queues, [](const auto &queue) { return !queue->pending.empty(); }))
    fault("a device ends with work under way");
  if (hasAny(all.memories, *device) || hasAny(all.buffers, *device) || hasAny(all.modules, *device) ||
      hasAny(all.layouts, *device) || hasAny(all.caches, *device) || hasAny(all.pipelines, *device) ||
      hasAny(all.pools, *device) || hasAny(all.semaphores, *device) || hasAny(all.queryPools, *device))
    fault("a device ends before what was made of it");
  remove(all.devices, handle, "device");
}

VKAPI_ATTR void VKAPI_CALL vkGetDeviceQueue(VkDevice handle, uint32_t family, uint32_t index, VkQueue *queue) {
  FAKE_VULKAN_NOTE();
  Device *device = find(state().devices, handle, "device");
  if (family != device->family || index >= device->queues.size())
    fault("a queue that was not asked for");
  else
    *queue = reinterpret_cast<VkQueue>(device->queues[index].get());
}

} // extern "C"
