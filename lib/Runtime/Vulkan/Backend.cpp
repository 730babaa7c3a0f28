//===- Backend.cpp - The Vulkan backend -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Backend.h"

#include "Runtime/Vulkan/AdoptedDevice.h"
#include "Runtime/Vulkan/Device.h"

using namespace qdrt::loader;

static constexpr int32_t kDLPackVulkan = 7;

/// "vulkan:0" for 0.
static std::string spellingOf(uint32_t index) { return qdc::formatText("vulkan:{}", index); }

/// A row without a device behind it.
static DeviceDescription missing(std::string reason) {
  return {QDRT_VULKAN, 0, "Vulkan device", spellingOf(0), kDLPackVulkan, std::move(reason)};
}

static DeviceDescription rowOf(const vulkan::DeviceFeatures &features, uint32_t index) {
  return {QDRT_VULKAN,       index,         features.properties.deviceName,
          spellingOf(index), kDLPackVulkan, unusableReason(features)};
}

std::vector<DeviceDescription> vulkan::Backend::devices() const {
  const qdc::Result<Instance> &instance = ownInstance();
  if (!instance)
    return {missing(instance.error().message)};
  qdc::Result<std::vector<VkPhysicalDevice>> found = instance->physicalDevices();
  if (!found)
    return {missing(found.error().message)};
  if (found->empty())
    return {missing("Vulkan shows no device to this process")};
  std::vector<DeviceDescription> rows;
  for (VkPhysicalDevice device : *found)
    rows.push_back(rowOf(askFeatures(instance->functions, device), static_cast<uint32_t>(rows.size())));
  return rows;
}

qdc::Result<std::unique_ptr<BackendDevice>> vulkan::Backend::open(uint32_t index,
                                                                  const qdrt_device_options &options) const {
  const qdc::Result<Instance> &instance = ownInstance();
  if (!instance)
    return instance.error();
  qdc::Result<std::vector<VkPhysicalDevice>> found = instance->physicalDevices();
  if (!found)
    return found.error();
  if (index >= found->size())
    return qdc::makeError(qdc::ErrorCode::noDevice, "device '{}' is gone: Vulkan shows {} to this process",
                          spellingOf(index), found->size());
  const VkPhysicalDevice physical = (*found)[index];
  qdc::Result<std::shared_ptr<Context>> context =
      Context::open(*instance, physical, askFeatures(instance->functions, physical), spellingOf(index));
  if (!context)
    return context.error();
  return Device::open(std::move(*context), options);
}

qdc::Result<BackendCapabilities> vulkan::Backend::capabilities(const qdrt_device_options &options) const {
  return kCapabilities;
}

qdc::Result<AdoptedDevice> vulkan::Backend::adopt(const qdrt_native_device &native,
                                                  const qdrt_device_options &options) const {
  qdc::Result<AdoptedContext> adopted = adoptContext(native);
  if (!adopted)
    return adopted.error();
  DeviceDescription description = rowOf(adopted->context->features(), adopted->index);
  qdc::Result<std::unique_ptr<BackendDevice>> device = Device::open(std::move(adopted->context), options);
  if (!device)
    return device.error();
  return AdoptedDevice{std::move(description), std::move(*device)};
}
