//===- AdoptedDevice.cpp - A Vulkan device of the caller ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/AdoptedDevice.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Vulkan/Instance.h"

#include <algorithm>
#include <cstring>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

template <typename Struct>
static const Struct &as(const VkBaseInStructure &each) {
  return reinterpret_cast<const Struct &>(each);
}

/// Takes over what a struct of the caller's says is on; false: it is of other things.
static bool addFeatures(const VkBaseInStructure &each, FeatureStructs &on) {
  VkPhysicalDeviceVulkan12Features &vulkan12 = on.Vulkan12Features;
  switch (each.sType) {
  case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2:
    on.Features = as<VkPhysicalDeviceFeatures2>(each).features;
    return true;
  case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES:
    on.Vulkan11Features = as<VkPhysicalDeviceVulkan11Features>(each);
    return true;
  case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES:
    vulkan12 = as<VkPhysicalDeviceVulkan12Features>(each);
    return true;
  default:
    return false;
  }
}

/// The same for structs of single features, which stand in the place of those of the versions.
static bool addSingleFeatures(const VkBaseInStructure &each, FeatureStructs &on) {
  VkPhysicalDeviceVulkan12Features &vulkan12 = on.Vulkan12Features;
  switch (each.sType) {
  case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES:
    on.Vulkan11Features.storageBuffer16BitAccess =
        as<VkPhysicalDevice16BitStorageFeatures>(each).storageBuffer16BitAccess;
    return true;
  case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES:
    vulkan12.storageBuffer8BitAccess = as<VkPhysicalDevice8BitStorageFeatures>(each).storageBuffer8BitAccess;
    return true;
  case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES:
    vulkan12.shaderFloat16 = as<VkPhysicalDeviceShaderFloat16Int8Features>(each).shaderFloat16;
    vulkan12.shaderInt8 = as<VkPhysicalDeviceShaderFloat16Int8Features>(each).shaderInt8;
    return true;
  case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES:
    vulkan12.shaderBufferInt64Atomics = as<VkPhysicalDeviceShaderAtomicInt64Features>(each).shaderBufferInt64Atomics;
    vulkan12.shaderSharedInt64Atomics = as<VkPhysicalDeviceShaderAtomicInt64Features>(each).shaderSharedInt64Atomics;
    return true;
  case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES:
    vulkan12.bufferDeviceAddress = as<VkPhysicalDeviceBufferDeviceAddressFeatures>(each).bufferDeviceAddress;
    return true;
  case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES:
    vulkan12.vulkanMemoryModel = as<VkPhysicalDeviceVulkanMemoryModelFeatures>(each).vulkanMemoryModel;
    vulkan12.vulkanMemoryModelDeviceScope =
        as<VkPhysicalDeviceVulkanMemoryModelFeatures>(each).vulkanMemoryModelDeviceScope;
    return true;
  case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES:
    vulkan12.timelineSemaphore = as<VkPhysicalDeviceTimelineSemaphoreFeatures>(each).timelineSemaphore;
    return true;
  default:
    return false;
  }
}

/// Leaves of the features those that are enabled, as the caller says.
static void keepEnabled(DeviceFeatures &features, const qdrt_native_device &given) {
  const auto &native = given.of.vulkan;
  FeatureStructs on;
  on.Vulkan12Properties = features.has.Vulkan12Properties; // which nobody enables
  const std::span<const char *const> extensions(native.extensions, native.extension_count);
  const bool hasFloatAtomics = std::ranges::any_of(
      extensions, [](const char *each) { return std::strcmp(each, VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME) == 0; });
  for (auto *next = static_cast<const VkBaseInStructure *>(native.features); next; next = next->pNext)
    if (!addFeatures(*next, on) && !addSingleFeatures(*next, on) && hasFloatAtomics &&
        next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT)
      on.ShaderAtomicFloatFeaturesEXT = as<VkPhysicalDeviceShaderAtomicFloatFeaturesEXT>(*next);
  features.has = on;
}

/// The family of the caller's queue.
static qdc::Status takeQueueFamily(const InstanceFunctions &instance, VkPhysicalDevice device, uint32_t family,
                                   DeviceFeatures &features) {
  const std::vector<VkQueueFamilyProperties> families = queueFamiliesOf(instance, device);
  std::string computing;
  for (size_t index = 0; index < families.size(); ++index)
    if (families[index].queueFlags & VK_QUEUE_COMPUTE_BIT)
      computing += qdc::formatText("{}{}", computing.empty() ? "" : ", ", index);
  if (family >= families.size() || (families[family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)
    return invalidArgument("qdrt_native_device.of.vulkan.queue_family is {}; the families that compute are {}", family,
                           computing);
  features.queueFamily = family;
  features.timestampBits = families[family].timestampValidBits;
  return {};
}

/// Its row in the list of devices. Each instance of a process lists them in the same order, so the caller's is asked:
/// an instance of our own takes milliseconds.
static qdc::Result<uint32_t> indexOf(const Instance &instance, VkPhysicalDevice device) {
  qdc::Result<std::vector<VkPhysicalDevice>> listed = instance.physicalDevices();
  if (!listed)
    return listed.error();
  const auto found = std::ranges::find(*listed, device);
  if (found == listed->end())
    return invalidArgument("qdrt_native_device.of.vulkan.physical_device is none of the {} that its instance lists",
                           listed->size());
  return static_cast<uint32_t>(found - listed->begin());
}

/// That nothing is missing.
static qdc::Status checkMembers(const qdrt_native_device &given) {
  const auto &native = given.of.vulkan;
  const std::pair<const void *, const char *> members[] = {
      {native.instance, "instance"},
      {native.physical_device, "physical_device"},
      {native.device, "device"},
      {native.queue, "queue"},
      {native.features, "features"},
      {native.extension_count == 0 ? &native : static_cast<const void *>(native.extensions), "extensions"}};
  for (const auto &[value, name] : members)
    if (!value)
      return invalidArgument("qdrt_native_device.of.vulkan.{} is NULL", name);
  for (uint32_t index = 0; index < native.extension_count; ++index)
    if (!native.extensions[index])
      return invalidArgument("qdrt_native_device.of.vulkan.extensions[{}] is NULL", index);
  if (static_cast<const VkBaseInStructure *>(native.features)->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2)
    return invalidArgument("qdrt_native_device.of.vulkan.features is no VkPhysicalDeviceFeatures2");
  return {};
}

qdc::Result<AdoptedContext> qdrt::loader::vulkan::adoptContext(const qdrt_native_device &given) {
  if (qdc::Status complete = checkMembers(given); !complete)
    return complete.error();
  const auto &native = given.of.vulkan;
  const qdc::Result<Library> &opened = library();
  if (!opened)
    return opened.error();
  const auto handle = static_cast<VkInstance>(native.instance);
  qdc::Result<InstanceFunctions> functions = functionsOf(*opened, handle);
  if (!functions)
    return functions.error();
  const auto physical = static_cast<VkPhysicalDevice>(native.physical_device);
  // First, since a driver may not ask what it is told of.
  qdc::Result<uint32_t> index = indexOf({handle, *functions}, physical);
  if (!index)
    return index.error();
  DeviceFeatures features = askFeatures(*functions, physical);
  // What the device has beyond the version of the instance may not be used.
  features.properties.apiVersion =
      std::min(features.properties.apiVersion, native.api_version ? native.api_version : VK_API_VERSION_1_2);
  keepEnabled(features, given);
  if (qdc::Status taken = takeQueueFamily(*functions, physical, native.queue_family, features); !taken)
    return taken.error();
  if (std::string reason = unusableReason(features); !reason.empty())
    return qdc::makeError(qdc::ErrorCode::unsupported, "the native device can't be used: {}", reason);
  qdc::Result<std::shared_ptr<Context>> context =
      Context::adopt(*functions, static_cast<VkDevice>(native.device), static_cast<VkQueue>(native.queue),
                     {native.lock, native.user}, std::move(features), qdc::formatText("vulkan:{}", *index));
  if (!context)
    return context.error();
  return AdoptedContext{*index, std::move(*context)};
}
