//===- AdoptedDevice.cpp - A Vulkan device of the caller ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/AdoptedDevice.h"

#include <algorithm>
#include <array>
#include <cstring>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

/// Leaves of the features those that are enabled, as the caller says.
static void keepEnabled(DeviceFeatures &features, const qdrt_native_device &given) {
  const auto &native = given.of.vulkan;
  FeatureStructs on;
  on.Vulkan12Properties = features.has.Vulkan12Properties; // which nobody enables
  const std::span<const char *const> extensions(native.extensions, native.extension_count);
  auto isOn = [&](const char *name) {
    return std::ranges::any_of(extensions, [&](const char *each) { return std::strcmp(each, name) == 0; });
  };
  for (auto *next = static_cast<const VkBaseInStructure *>(native.features); next; next = next->pNext)
    switch (static_cast<int>(next->sType)) {
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2:
      on.Features = reinterpret_cast<const VkPhysicalDeviceFeatures2 *>(next)->features;
      break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES:
      on.Vulkan11Features = *reinterpret_cast<const VkPhysicalDeviceVulkan11Features *>(next);
      break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES:
      on.Vulkan12Features = *reinterpret_cast<const VkPhysicalDeviceVulkan12Features *>(next);
      break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT:
      if (isOn(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME))
        on.ShaderAtomicFloatFeaturesEXT = *reinterpret_cast<const VkPhysicalDeviceShaderAtomicFloatFeaturesEXT *>(next);
      break;
    default:
      break;
    }
  features.has = on;
}

/// By which a device is the same in two instances.
static std::array<uint8_t, VK_UUID_SIZE> identityOf(const InstanceFunctions &instance, VkPhysicalDevice device) {
  auto identity = structOf<VkPhysicalDeviceIDProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES);
  auto properties = structOf<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  properties.pNext = &identity;
  instance.getPhysicalDeviceProperties2(device, &properties);
  return std::to_array(identity.deviceUUID);
}

/// Its row in the list of devices.
static qdc::Result<uint32_t> indexOf(const InstanceFunctions &instance, VkPhysicalDevice device) {
  const qdc::Result<Instance> &own = ownInstance();
  if (!own)
    return own.error();
  qdc::Result<std::vector<VkPhysicalDevice>> listed = own->physicalDevices();
  if (!listed)
    return listed.error();
  const auto wanted = identityOf(instance, device);
  for (uint32_t index = 0; index < listed->size(); ++index)
    if (identityOf(own->functions, (*listed)[index]) == wanted)
      return index;
  return qdc::makeError(qdc::ErrorCode::noDevice, "the native device is none of the {} that Vulkan shows to libqdrt",
                        listed->size());
}

qdc::Result<AdoptedContext> qdrt::loader::vulkan::adoptContext(const qdrt_native_device &given) {
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
      return qdc::makeError(qdc::ErrorCode::invalidArgument, "qdrt_native_device.of.vulkan.{} is NULL", name);
  const qdc::Result<Library> &opened = library();
  if (!opened)
    return opened.error();
  qdc::Result<InstanceFunctions> instance = functionsOf(*opened, static_cast<VkInstance>(native.instance));
  if (!instance)
    return instance.error();
  const auto physical = static_cast<VkPhysicalDevice>(native.physical_device);
  DeviceFeatures features = askFeatures(*instance, physical);
  keepEnabled(features, given);
  features.queueFamily = native.queue_family;
  if (std::string reason = unusableReason(features); !reason.empty())
    return qdc::makeError(qdc::ErrorCode::unsupported, "the native device can't be used: {}", reason);
  qdc::Result<uint32_t> index = indexOf(*instance, physical);
  if (!index)
    return index.error();
  qdc::Result<std::shared_ptr<Context>> context =
      Context::adopt(*instance, static_cast<VkDevice>(native.device), static_cast<VkQueue>(native.queue),
                     {native.lock, native.user}, std::move(features), qdc::formatText("vulkan:{}", *index));
  if (!context)
    return context.error();
  return AdoptedContext{*index, std::move(*context)};
}
