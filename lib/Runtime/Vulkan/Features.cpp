//===- Features.cpp - What a Vulkan device can run ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Features.h"

#include "qdc/ABI/VulkanABI.h"
#include "qdc/Package/ManifestNames.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

namespace {
/// A row of VulkanNeeds.def.
struct Need {
  const char *name;
  uint16_t offset; // of its VkBool32 in FeatureStructs
};

/// The structs of which there may be more or fewer, and what each is asked of.
struct SubgroupsAndMultiprocessors {
  VkPhysicalDeviceVulkan11Properties vulkan11 =
      structOf<VkPhysicalDeviceVulkan11Properties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES);
  VkPhysicalDeviceMaintenance4Properties maintenance4 =
      structOf<VkPhysicalDeviceMaintenance4Properties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES);
  VkPhysicalDeviceShaderSMBuiltinsPropertiesNV nvidia = structOf<VkPhysicalDeviceShaderSMBuiltinsPropertiesNV>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV);
  VkPhysicalDeviceShaderCorePropertiesAMD amd =
      structOf<VkPhysicalDeviceShaderCorePropertiesAMD>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD);
};

/// Links structs that Vulkan passes as a list.
class Chain {
public:
  explicit Chain(void *head) : last(static_cast<VkBaseOutStructure *>(head)) {}
  void add(void *next) {
    last->pNext = static_cast<VkBaseOutStructure *>(next);
    last = last->pNext;
  }

private:
  VkBaseOutStructure *last;
};
} // namespace

static constexpr Need kNeeds[] = {
#define QDC_VULKAN_FEATURE(NAME, STRUCT)                                                                               \
  {#NAME, offsetof(FeatureStructs, STRUCT) + offsetof(VkPhysicalDevice##STRUCT, NAME)},
#define QDC_VULKAN_EXTENSION_FEATURE(NAME, STRUCT, EXTENSION) QDC_VULKAN_FEATURE(NAME, STRUCT)
#include "qdc/ABI/VulkanNeeds.def"
};

/// What the loader needs whatever images do.
static constexpr Need kOwnNeeds[] = {
    {"bufferDeviceAddress", offsetof(FeatureStructs, Vulkan12Features.bufferDeviceAddress)},
    {"shaderInt64", offsetof(FeatureStructs, Features.shaderInt64)},
    {"vulkanMemoryModel", offsetof(FeatureStructs, Vulkan12Features.vulkanMemoryModel)},
    {"vulkanMemoryModelDeviceScope", offsetof(FeatureStructs, Vulkan12Features.vulkanMemoryModelDeviceScope)},
    {"timelineSemaphore", offsetof(FeatureStructs, Vulkan12Features.timelineSemaphore)},
};

/// More than there are minor versions of Vulkan 1.
static constexpr uint32_t kVersions = 16;

static constexpr const char *kExtensions[] = {VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME};

static VkBool32 valueOf(const FeatureStructs &structs, const Need &need) {
  VkBool32 value = VK_FALSE;
  std::memcpy(&value, reinterpret_cast<const std::byte *>(&structs) + need.offset, sizeof(value));
  return value;
}

static void set(FeatureStructs &structs, const Need &need) {
  constexpr VkBool32 on = VK_TRUE;
  std::memcpy(reinterpret_cast<std::byte *>(&structs) + need.offset, &on, sizeof(on));
}

static std::vector<VkExtensionProperties> extensionsOf(const InstanceFunctions &instance, VkPhysicalDevice device) {
  uint32_t count = 0;
  std::vector<VkExtensionProperties> extensions;
  if (instance.enumerateDeviceExtensionProperties(device, nullptr, &count, nullptr) != VK_SUCCESS)
    return extensions;
  extensions.resize(count);
  if (instance.enumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data()) < VK_SUCCESS)
    count = 0;
  extensions.resize(count);
  return extensions;
}

static bool contains(std::span<const VkExtensionProperties> extensions, const char *name) {
  return std::ranges::any_of(
      extensions, [&](const VkExtensionProperties &each) { return std::strcmp(each.extensionName, name) == 0; });
}

std::vector<VkQueueFamilyProperties> qdrt::loader::vulkan::queueFamiliesOf(const InstanceFunctions &instance,
                                                                           VkPhysicalDevice device) {
  uint32_t count = 0;
  instance.getPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  instance.getPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  families.resize(count);
  return families;
}

/// Those for computing alone come before those that also draw, which others of the process may use.
static void chooseQueues(const InstanceFunctions &instance, VkPhysicalDevice device, DeviceFeatures &features) {
  const std::vector<VkQueueFamilyProperties> families = queueFamiliesOf(instance, device);
  features.queueFamilies = static_cast<uint32_t>(families.size());
  bool draws = true;
  for (uint32_t index = 0; index < families.size(); ++index) {
    const VkQueueFamilyProperties &family = families[index];
    const bool alsoDraws = (family.queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0;
    if ((family.queueFlags & VK_QUEUE_COMPUTE_BIT) == 0 || family.queueCount == 0 ||
        (features.queues != 0 && (alsoDraws || !draws)))
      continue;
    draws = alsoDraws;
    features.queueFamily = index;
    features.queues = family.queueCount;
    features.timestampBits = family.timestampValidBits;
  }
}

/// Vulkan itself does not tell; what it is taken for says how many blocks a task gets whose extent nobody knows.
static uint32_t multiprocessorsOf(const DeviceFeatures &features, const SubgroupsAndMultiprocessors &asked) {
  if (asked.nvidia.shaderSMCount != 0)
    return asked.nvidia.shaderSMCount;
  if (const uint32_t units =
          asked.amd.shaderEngineCount * asked.amd.shaderArraysPerEngineCount * asked.amd.computeUnitsPerShaderArray;
      units != 0)
    return units;
  switch (features.properties.deviceType) {
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
    return 64;
  case VK_PHYSICAL_DEVICE_TYPE_CPU:
    return 4;
  default:
    return 16;
  }
}

DeviceFeatures qdrt::loader::vulkan::askFeatures(const InstanceFunctions &instance, VkPhysicalDevice device) {
  DeviceFeatures features;
  instance.getPhysicalDeviceProperties(device, &features.properties);
  if (features.properties.apiVersion < VK_API_VERSION_1_2)
    return features;
  const std::vector<VkExtensionProperties> extensions = extensionsOf(instance, device);
  for (const char *name : kExtensions)
    if (contains(extensions, name))
      features.extensions.push_back(name);
  FeatureStructs &has = features.has;
  VkPhysicalDeviceFeatures2 all = structOf<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  Chain asked(&all);
  asked.add(&has.Vulkan11Features);
  asked.add(&has.Vulkan12Features);
  if (contains(extensions, VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME))
    asked.add(&has.ShaderAtomicFloatFeaturesEXT);
  instance.getPhysicalDeviceFeatures2(device, &all);
  has.Features = all.features;
  SubgroupsAndMultiprocessors further;
  VkPhysicalDeviceMaintenance3Properties maintenance3 =
      structOf<VkPhysicalDeviceMaintenance3Properties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES);
  VkPhysicalDeviceProperties2 properties =
      structOf<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  Chain told(&properties);
  told.add(&has.Vulkan12Properties);
  told.add(&further.vulkan11);
  told.add(&maintenance3);
  if (features.properties.apiVersion >= VK_API_VERSION_1_3)
    told.add(&further.maintenance4);
  if (contains(extensions, VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME))
    told.add(&further.nvidia);
  if (contains(extensions, VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME))
    told.add(&further.amd);
  instance.getPhysicalDeviceProperties2(device, &properties);
  instance.getPhysicalDeviceMemoryProperties(device, &features.memory);
  features.largestAllocation = maintenance3.maxMemoryAllocationSize;
  if (further.maintenance4.maxBufferSize != 0)
    features.largestAllocation = std::min(features.largestAllocation, further.maintenance4.maxBufferSize);
  const VkPhysicalDeviceLimits &limits = features.properties.limits;
  features.grid.multiprocessors = multiprocessorsOf(features, further);
  features.grid.maximumGrid = limits.maxComputeWorkGroupCount[0];
  features.grid.maximumBlock = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
  features.grid.subgroupWidth = further.vulkan11.subgroupSize;
  features.endsLongLoops = has.Vulkan12Properties.driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
  chooseQueues(instance, device, features);
  return features;
}

std::string qdrt::loader::vulkan::unusableReason(const DeviceFeatures &features) {
  if (features.properties.apiVersion < VK_API_VERSION_1_2)
    return qdc::formatText("it has Vulkan {}; libqdrt needs 1.2 or newer", versionText(features.properties.apiVersion));
  for (const Need &need : kOwnNeeds)
    if (!valueOf(features.has, need))
      return qdc::formatText("it lacks the feature '{}', which libqdrt needs", need.name);
  if (features.queues == 0)
    return "it has no queue for computing";
  return "";
}

DeviceFeatures qdrt::loader::vulkan::leastFeatures(uint32_t version) {
  DeviceFeatures features;
  features.properties.apiVersion = version;
  for (const Need &need : kOwnNeeds)
    set(features.has, need);
  // Of every device.
  features.grid.maximumGrid = 65535;
  features.grid.maximumBlock = QDC_VULKAN_WORKGROUP_THREADS;
  return features;
}

static const Need *findNeed(std::string_view name) {
  const auto *need = std::ranges::find(kNeeds, name, [](const Need &each) { return std::string_view(each.name); });
  return need == std::end(kNeeds) ? nullptr : need;
}

bool qdrt::loader::vulkan::giveFeature(DeviceFeatures &features, std::string_view name) {
  const Need *need = findNeed(name);
  if (need)
    set(features.has, *need);
  return need;
}

VkResult qdrt::loader::vulkan::createDevice(const InstanceFunctions &instance, VkPhysicalDevice physical,
                                            const DeviceFeatures &features, VkDevice &made) {
  FeatureStructs on;
  for (const std::span<const Need> needs : {std::span<const Need>(kNeeds), std::span<const Need>(kOwnNeeds)})
    for (const Need &need : needs)
      if (valueOf(features.has, need))
        set(on, need);
  VkPhysicalDeviceFeatures2 all = structOf<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  all.features = on.Features;
  Chain chain(&all);
  chain.add(&on.Vulkan11Features);
  chain.add(&on.Vulkan12Features);
  if (!features.extensions.empty())
    chain.add(&on.ShaderAtomicFloatFeaturesEXT);
  const std::vector<float> priorities(features.queues, 1.0f);
  VkDeviceQueueCreateInfo queues = structOf<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queues.queueFamilyIndex = features.queueFamily;
  queues.queueCount = features.queues;
  queues.pQueuePriorities = priorities.data();
  VkDeviceCreateInfo info = structOf<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &all;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queues;
  info.enabledExtensionCount = static_cast<uint32_t>(features.extensions.size());
  info.ppEnabledExtensionNames = features.extensions.data();
  return instance.createDevice(physical, &info, nullptr, &made);
}

/// The version in a target; 0: it is none that the loader knows. What follows a '+' is in the image's needs.
static uint32_t versionOf(std::string_view target) {
  const std::string_view plain = target.substr(0, target.find('+'));
  return plain == "vulkan:1.2" ? VK_API_VERSION_1_2 : plain == "vulkan:1.3" ? VK_API_VERSION_1_3 : 0;
}

ImageFit qdrt::loader::vulkan::imageFit(const qdc::Image &image, const DeviceFeatures &features) {
  const uint32_t version = versionOf(image.target);
  if (version == 0)
    return {0, "this loader knows the targets 'vulkan:1.2' and 'vulkan:1.3', and these with '+' and names of features"};
  if (version > features.properties.apiVersion)
    return {0, qdc::formatText("it runs on Vulkan {} on; this device has {}", versionText(version),
                               versionText(features.properties.apiVersion))};
  for (const std::string &name : image.features) {
    const Need *need = findNeed(name);
    if (!need)
      return {0, qdc::formatText("it needs '{}', which this loader does not know", name)};
    if (!valueOf(features.has, *need))
      return {0, qdc::formatText("it needs '{}', which this device lacks", name)};
  }
  // Code that counts on more of the device comes before code for a newer version.
  const auto extras = static_cast<uint32_t>(std::ranges::count(image.target, '+'));
  return {extras * kVersions + VK_API_VERSION_MINOR(version), ""};
}

qdc::Result<const char *> qdrt::loader::vulkan::noLaunchReason(const qdc::EntryPoint &entry,
                                                               const DeviceFeatures &features) {
  const qdc::LaunchShape *shape = qdc::gridOf(entry.launch);
  if (!shape)
    return qdc::makeError(qdc::ErrorCode::invalidPackage,
                          "entry point '{}' of the Vulkan image has a launch of the kind '{}'; a GPU takes 'grid'",
                          entry.symbol, enumName(kindOf(entry.launch)));
  if (shape->slotPassing != qdc::SlotPassing::memory)
    return qdc::makeError(qdc::ErrorCode::invalidPackage,
                          "entry point '{}' of the Vulkan image takes its slots by value; Vulkan has them in memory",
                          entry.symbol);
  if (shape->subgroupWidth != 0)
    return qdc::makeError(qdc::ErrorCode::invalidPackage,
                          "entry point '{}' of the Vulkan image is for subgroups of {} threads; Vulkan has them of any "
                          "width",
                          entry.symbol, shape->subgroupWidth);
  if (std::string reason = unusableReason(*shape, features.grid); !reason.empty())
    return qdc::makeError(qdc::ErrorCode::incompatible, "entry point '{}' of the Vulkan image {}", entry.symbol,
                          reason);
  if (shape->grid == qdc::GridSize::cooperative)
    return "Vulkan promises nothing of blocks that wait for each other";
  return entry.covers.kind == qdc::CoverageKind::node && features.endsLongLoops
             ? "lavapipe ends the loops of a thread after 65535 iterations"
             : nullptr;
}
