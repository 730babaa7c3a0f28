//===- Instances.cpp - Instances of the fake Vulkan, and their devices ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <cstring>
#include <iterator>

using namespace fake_vulkan;

static constexpr const char *kLayer = "VK_LAYER_KHRONOS_validation";

/// Gives a list as Vulkan does: its length, or what there is room for.
template <typename T>
static VkResult give(const std::vector<T> &all, uint32_t *count, T *to) {
  if (!to) {
    *count = static_cast<uint32_t>(all.size());
    return VK_SUCCESS;
  }
  const auto room = std::min<size_t>(*count, all.size());
  std::copy_n(all.begin(), room, to);
  *count = static_cast<uint32_t>(room);
  return room == all.size() ? VK_SUCCESS : VK_INCOMPLETE;
}

/// The struct of that type in a list; NULL: there is none.
template <typename T>
static T *inList(void *next, VkStructureType type) {
  for (auto *each = static_cast<VkBaseOutStructure *>(next); each; each = each->pNext)
    if (each->sType == type)
      return reinterpret_cast<T *>(each);
  return nullptr;
}

static uint32_t indexOf(VkPhysicalDevice handle) { return reinterpret_cast<const PhysicalDevice *>(handle)->index; }

static void fillProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties &properties) {
  const Settings &settings = fake_vulkan::settings();
  properties = {};
  properties.apiVersion = settings.version;
  properties.driverVersion = 1;
  properties.vendorID = 0xfa4e;
  properties.deviceID = indexOf(device);
  properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
  const std::string name = "Fake GPU " + std::to_string(indexOf(device));
  std::memcpy(properties.deviceName, name.c_str(), name.size() + 1);
  std::memset(properties.pipelineCacheUUID, 7, sizeof(properties.pipelineCacheUUID));
  VkPhysicalDeviceLimits &limits = properties.limits;
  limits.maxMemoryAllocationCount = settings.mostAllocations;
  limits.maxComputeWorkGroupCount[0] = settings.maximumGrid;
  limits.maxComputeWorkGroupInvocations = limits.maxComputeWorkGroupSize[0] = settings.maximumBlock;
  limits.maxComputeSharedMemorySize = 16384;
  limits.maxPushConstantsSize = 128;
  limits.timestampPeriod = 1;
}

extern "C" {

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateInstanceVersion(uint32_t *version) {
  FAKE_VULKAN_ENTER(nullptr);
  *version = settings().loaderVersion;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateInstanceLayerProperties(uint32_t *count, VkLayerProperties *properties) {
  FAKE_VULKAN_ENTER(nullptr);
  std::vector<VkLayerProperties> layers(settings().hasValidationLayer ? 1 : 0);
  for (VkLayerProperties &layer : layers)
    std::strcpy(layer.layerName, kLayer);
  return give(layers, count, properties);
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreateInstance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *,
                                                VkInstance *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, nullptr);
  if (info->enabledLayerCount != 0 && !settings().hasValidationLayer)
    return failed(VK_ERROR_LAYER_NOT_PRESENT, made);
  add(state().instances, std::make_unique<Instance>(), made);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkDestroyInstance(VkInstance instance, const VkAllocationCallbacks *) {
  FAKE_VULKAN_NOTE();
  remove(state().instances, instance, "instance");
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreateDebugUtilsMessengerEXT(VkInstance handle,
                                                              const VkDebugUtilsMessengerCreateInfoEXT *info,
                                                              const VkAllocationCallbacks *,
                                                              VkDebugUtilsMessengerEXT *made) {
  FAKE_VULKAN_ENTER_TO_MAKE(made, nullptr);
  Instance *instance = find(state().instances, handle, "instance");
  instance->messages = info->pfnUserCallback;
  *made = reinterpret_cast<VkDebugUtilsMessengerEXT>(instance);
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL vkEnumeratePhysicalDevices(VkInstance, uint32_t *count, VkPhysicalDevice *devices) {
  FAKE_VULKAN_ENTER(nullptr);
  std::deque<PhysicalDevice> &known = state().physicalDevices;
  while (known.size() < settings().devices)
    known.push_back({static_cast<uint32_t>(known.size())});
  std::vector<VkPhysicalDevice> all;
  for (uint32_t index = 0; index < settings().devices; ++index)
    all.push_back(reinterpret_cast<VkPhysicalDevice>(&known[index]));
  return give(all, count, devices);
}

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateDeviceExtensionProperties(VkPhysicalDevice, const char *, uint32_t *count,
                                                                    VkExtensionProperties *properties) {
  FAKE_VULKAN_ENTER(nullptr);
  const std::set<std::string> names = {
#define QDC_VULKAN_EXTENSION_FEATURE(NAME, STRUCT, EXTENSION) #EXTENSION,
#include "qdc/ABI/VulkanNeeds.def"
  };
  std::vector<VkExtensionProperties> all;
  for (const std::string &name : names)
    if (!lacks(name)) {
      std::memcpy(all.emplace_back().extensionName, name.c_str(), name.size() + 1);
    }
  return give(all, count, properties);
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceProperties(VkPhysicalDevice device,
                                                         VkPhysicalDeviceProperties *properties) {
  FAKE_VULKAN_NOTE();
  fillProperties(device, *properties);
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceProperties2(VkPhysicalDevice device,
                                                          VkPhysicalDeviceProperties2 *properties) {
  FAKE_VULKAN_NOTE();
  fillProperties(device, properties->properties);
  void *list = properties->pNext;
  if (auto *of =
          inList<VkPhysicalDeviceVulkan11Properties>(list, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES))
    of->subgroupSize = 32;
  if (auto *of = inList<VkPhysicalDeviceMaintenance3Properties>(
          list, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES))
    of->maxMemoryAllocationSize = settings().largestAllocation;
  if (auto *of = inList<VkPhysicalDeviceMaintenance4Properties>(
          list, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES))
    of->maxBufferSize = settings().largestAllocation;
  if (auto *of = inList<VkPhysicalDeviceIDProperties>(list, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES))
    std::memset(of->deviceUUID, static_cast<int>(indexOf(device)) + 1, sizeof(of->deviceUUID));
  if (auto *of =
          inList<VkPhysicalDeviceVulkan12Properties>(list, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES)) {
    for (VkBool32 *promise : {&of->shaderRoundingModeRTEFloat16, &of->shaderRoundingModeRTEFloat32,
                              &of->shaderRoundingModeRTEFloat64, &of->shaderSignedZeroInfNanPreserveFloat16,
                              &of->shaderSignedZeroInfNanPreserveFloat32, &of->shaderSignedZeroInfNanPreserveFloat64})
      *promise = VK_TRUE;
  }
}

/// Sets in a list of structs all features that devices have.
static void fillFeatures(void *list) {
  VkPhysicalDeviceFeatures *Features = nullptr;
  if (auto *of = inList<VkPhysicalDeviceFeatures2>(list, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2))
    Features = &of->features;
  auto *Vulkan11Features =
      inList<VkPhysicalDeviceVulkan11Features>(list, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES);
  auto *Vulkan12Features =
      inList<VkPhysicalDeviceVulkan12Features>(list, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  auto *ShaderAtomicFloatFeaturesEXT = inList<VkPhysicalDeviceShaderAtomicFloatFeaturesEXT>(
      list, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT);
#define QDC_VULKAN_FEATURE(NAME, STRUCT)                                                                               \
  if (STRUCT)                                                                                                          \
    STRUCT->NAME = !lacks(#NAME);
#define QDC_VULKAN_EXTENSION_FEATURE(NAME, STRUCT, EXTENSION)                                                          \
  if (STRUCT)                                                                                                          \
    STRUCT->NAME = !lacks(#NAME) && !lacks(#EXTENSION);
#include "qdc/ABI/VulkanNeeds.def"
  if (Vulkan12Features)
    Vulkan12Features->timelineSemaphore = !lacks("timelineSemaphore");
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceFeatures2(VkPhysicalDevice, VkPhysicalDeviceFeatures2 *features) {
  FAKE_VULKAN_NOTE();
  fillFeatures(features);
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceMemoryProperties(VkPhysicalDevice,
                                                               VkPhysicalDeviceMemoryProperties *properties) {
  FAKE_VULKAN_NOTE();
  *properties = {};
  for (VkMemoryPropertyFlags flags : settings().memoryTypes)
    properties->memoryTypes[properties->memoryTypeCount++] = {flags,
                                                              flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT ? 0u : 1u};
  properties->memoryHeapCount = 2;
  properties->memoryHeaps[0] = {settings().heapBytes, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
  properties->memoryHeaps[1] = {settings().heapBytes, 0};
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice, uint32_t *count,
                                                                    VkQueueFamilyProperties *properties) {
  FAKE_VULKAN_NOTE();
  const VkQueueFlags compute = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
  // Another one that can't compute.
  std::vector<VkQueueFamilyProperties> all = {{VK_QUEUE_TRANSFER_BIT, 1, settings().timestampBits, {1, 1, 1}}};
  if (settings().drawingQueues != 0)
    all.push_back({compute | VK_QUEUE_GRAPHICS_BIT, settings().drawingQueues, settings().timestampBits, {1, 1, 1}});
  if (settings().computingQueues != 0)
    all.push_back({compute, settings().computingQueues, settings().timestampBits, {1, 1, 1}});
  (void)give(all, count, properties);
}

} // extern "C"
