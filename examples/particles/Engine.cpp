// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Engine.h"

#include <vector>

Engine::Engine() {
  auto application = structOf<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.apiVersion = VK_API_VERSION_1_2;
  auto info = structOf<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;
  if (vkCreateInstance(&info, nullptr, &instance) != VK_SUCCESS)
    throw NoDevice("there is no driver of Vulkan");
  uint32_t count = 0;
  vkEnumeratePhysicalDevices(instance, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  vkEnumeratePhysicalDevices(instance, &count, devices.data());
  for (size_t index = 0; index < devices.size() && !physical; ++index)
    if (choose(devices[index]))
      physical = devices[index];
  if (!physical)
    throw NoDevice("no device of Vulkan 1.2 has a queue that draws and computes");

  // All that it has, so that kernels find what they need.
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &features11;
  features11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
  features11.pNext = &features12;
  features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  vkGetPhysicalDeviceFeatures2(physical, &features);
  const float priority = 1;
  auto queues = structOf<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queues.queueFamilyIndex = family;
  queues.queueCount = 1;
  queues.pQueuePriorities = &priority;
  auto made = structOf<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  made.pNext = &features;
  made.queueCreateInfoCount = 1;
  made.pQueueCreateInfos = &queues;
  check(vkCreateDevice(physical, &made, nullptr, &device), "open the device");
  vkGetDeviceQueue(device, family, 0, &queue);
}

Engine::~Engine() {
  vkDestroyDevice(device, nullptr);
  vkDestroyInstance(instance, nullptr);
}

bool Engine::choose(VkPhysicalDevice candidate) {
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(candidate, &properties);
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(candidate, &count, families.data());
  constexpr VkQueueFlags both = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
  for (family = 0; family < count; ++family)
    if ((families[family].queueFlags & both) == both)
      return properties.apiVersion >= VK_API_VERSION_1_2;
  return false;
}

qdrt_native_device Engine::native() const {
  qdrt_native_device native = {};
  native.size = sizeof(native);
  native.kind = QDRT_VULKAN;
  native.of.vulkan.instance = instance;
  native.of.vulkan.physical_device = physical;
  native.of.vulkan.device = device;
  native.of.vulkan.queue = queue;
  native.of.vulkan.queue_family = family;
  native.of.vulkan.features = &features;
  return native;
}

VkDeviceMemory Engine::allocate(const VkMemoryRequirements &needed, VkMemoryPropertyFlags properties) const {
  VkPhysicalDeviceMemoryProperties has;
  vkGetPhysicalDeviceMemoryProperties(physical, &has);
  auto info = structOf<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  info.allocationSize = needed.size;
  for (uint32_t type = 0; type < has.memoryTypeCount; ++type)
    if ((needed.memoryTypeBits >> type & 1) && (has.memoryTypes[type].propertyFlags & properties) == properties) {
      info.memoryTypeIndex = type;
      break;
    }
  VkDeviceMemory memory = VK_NULL_HANDLE;
  check(vkAllocateMemory(device, &info, nullptr, &memory), "allocate memory");
  return memory;
}
