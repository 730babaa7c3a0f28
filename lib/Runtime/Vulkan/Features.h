//===- Features.h - What a Vulkan device can run ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_FEATURES_H
#define QDRT_VULKAN_FEATURES_H

#include "Runtime/Core/GridShape.h"
#include "Runtime/Vulkan/Instance.h"

namespace qdrt::loader::vulkan {

/// The structs of Vulkan whose members VulkanNeeds.def names, each under the name that it has there.
struct FeatureStructs {
  VkPhysicalDeviceFeatures Features = {};
  VkPhysicalDeviceVulkan11Features Vulkan11Features =
      structOf<VkPhysicalDeviceVulkan11Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES);
  VkPhysicalDeviceVulkan12Features Vulkan12Features =
      structOf<VkPhysicalDeviceVulkan12Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT ShaderAtomicFloatFeaturesEXT =
      structOf<VkPhysicalDeviceShaderAtomicFloatFeaturesEXT>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT);
  VkPhysicalDeviceVulkan12Properties Vulkan12Properties =
      structOf<VkPhysicalDeviceVulkan12Properties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES);
};

/// What a device and its driver are, as far as launches, memory and images need it.
struct DeviceFeatures {
  FeatureStructs has; // of an extension that the device lacks: all 0
  std::vector<const char *> extensions; // those of them that it has
  VkPhysicalDeviceProperties properties = {};
  VkPhysicalDeviceMemoryProperties memory = {};
  uint64_t largestAllocation = 0; // bytes of a block of memory, and of a buffer in it
  GridDevice grid;
  uint32_t queueFamilies = 0; // that there are
  uint32_t queueFamily = 0, queues = 0; // for computing; 0 queues: there is none
  uint32_t timestampBits = 0; // of its queues; 0: they take no time
  bool endsLongLoops = false; // lavapipe, as of Mesa 22.3: a thread's loops end after 65,535 iterations of all of them
};

DeviceFeatures askFeatures(const InstanceFunctions &instance, VkPhysicalDevice device);
std::vector<VkQueueFamilyProperties> queueFamiliesOf(const InstanceFunctions &instance, VkPhysicalDevice device);

/// Why libqdrt can't use the device, which names the version or the feature that it lacks; "": it can.
std::string unusableReason(const DeviceFeatures &features);

/// A device of that version that has nothing but what libqdrt needs, and of whose size nothing is known.
DeviceFeatures leastFeatures(uint32_t version);
/// Gives it what has that name in VulkanNeeds.def; false: nothing has.
bool giveFeature(DeviceFeatures &features, std::string_view name);

/// Makes a device, with all features on that are in VulkanNeeds.def and that it has, and those that the loader needs.
VkResult createDevice(const InstanceFunctions &instance, VkPhysicalDevice physical, const DeviceFeatures &features,
                      VkDevice &made);

/// What qdc compiles for any device.
inline constexpr const char kTarget[] = "vulkan:1.2";

/// Whether a device runs an image: `vulkan:1.2` or `vulkan:1.3`, each with '+' and features or without, with all that
/// the image needs (VulkanABI.h). The one with more features is preferred, then the newer.
ImageFit imageFit(const qdc::Image &image, const DeviceFeatures &features);

/// DeviceTraits::noLaunchReason.
qdc::Result<const char *> noLaunchReason(const qdc::EntryPoint &entry, const DeviceFeatures &features);

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_FEATURES_H
