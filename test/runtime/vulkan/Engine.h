//===- Engine.h - A program that uses Vulkan itself -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_VULKAN_ENGINE_H
#define QDC_TEST_RUNTIME_VULKAN_ENGINE_H

#include "Fixture.h"

#include <vulkan/vulkan.h>

namespace runtime_test {

/// A device as an engine makes it, with one queue.
struct Engine {
  explicit Engine(bool hasAddresses = true) {
    VkApplicationInfo application = {};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    REQUIRE(vkCreateInstance(&info, nullptr, &instance) == VK_SUCCESS);
    uint32_t one = 1;
    REQUIRE(vkEnumeratePhysicalDevices(instance, &one, &physical) >= VK_SUCCESS);
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    while ((families.at(family).queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)
      ++family;
    vulkan12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    vulkan12.timelineSemaphore = vulkan12.vulkanMemoryModel = vulkan12.vulkanMemoryModelDeviceScope = VK_TRUE;
    vulkan12.bufferDeviceAddress = hasAddresses;
    vulkan12.shaderInt8 = vulkan12.storageBuffer8BitAccess = VK_TRUE;
    vulkan11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    vulkan11.pNext = &vulkan12;
    vulkan11.storageBuffer16BitAccess = VK_TRUE;
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = &vulkan11;
    features.features.shaderInt64 = features.features.shaderInt16 = features.features.shaderFloat64 = VK_TRUE;
    const float priority = 1;
    VkDeviceQueueCreateInfo queues = {};
    queues.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queues.queueFamilyIndex = family;
    queues.queueCount = 1;
    queues.pQueuePriorities = &priority;
    VkDeviceCreateInfo made = {};
    made.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    made.pNext = &features;
    made.queueCreateInfoCount = 1;
    made.pQueueCreateInfos = &queues;
    REQUIRE(vkCreateDevice(physical, &made, nullptr, &device) == VK_SUCCESS);
    vkGetDeviceQueue(device, family, 0, &queue);
  }
  ~Engine() {
    vkDestroyDevice(device, nullptr);
    vkDestroyInstance(instance, nullptr);
  }
  Engine(const Engine &) = delete;
  Engine &operator=(const Engine &) = delete;

  qdrt_native_device native() {
    auto made = sized<qdrt_native_device>();
    made.kind = QDRT_VULKAN;
    made.of.vulkan.instance = instance;
    made.of.vulkan.physical_device = physical;
    made.of.vulkan.device = device;
    made.of.vulkan.queue = queue;
    made.of.vulkan.queue_family = family;
    made.of.vulkan.features = &features;
    return made;
  }

  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  uint32_t family = 0;
  VkPhysicalDeviceVulkan11Features vulkan11 = {};
  VkPhysicalDeviceVulkan12Features vulkan12 = {};
  VkPhysicalDeviceFeatures2 features = {};
};

} // namespace runtime_test

#endif // QDC_TEST_RUNTIME_VULKAN_ENGINE_H
