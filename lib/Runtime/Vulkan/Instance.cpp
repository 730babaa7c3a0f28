//===- Instance.cpp - A Vulkan instance -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Instance.h"

#include "Runtime/Core/Environment.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

static constexpr const char *kValidationLayer = "VK_LAYER_KHRONOS_validation";

namespace {
/// What the validation layer said first. It speaks in whatever thread makes a call.
struct ValidationLog {
  std::mutex mutex;
  std::string first;
};
} // namespace

static ValidationLog &validationLog() {
  static ValidationLog log;
  return log;
}

std::string qdrt::loader::vulkan::firstValidationMessage() {
  std::lock_guard lock(validationLog().mutex);
  return validationLog().first;
}

static VkBool32 VKAPI_PTR takeMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                      VkDebugUtilsMessageTypeFlagsEXT types,
                                      const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
  ValidationLog &log = validationLog();
  std::lock_guard lock(log.mutex);
  std::fprintf(stderr, "libqdrt: Vulkan validation: %s\n", data->pMessage);
  if (log.first.empty())
    log.first = data->pMessage;
  return VK_FALSE;
}

static VkDebugUtilsMessengerCreateInfoEXT messengerInfo() {
  VkDebugUtilsMessengerCreateInfoEXT info =
      structOf<VkDebugUtilsMessengerCreateInfoEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
  info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  info.pfnUserCallback = takeMessage;
  return info;
}

static bool hasValidationLayer(const Library &library) {
  uint32_t count = 0;
  if (library.functions.enumerateInstanceLayerProperties(&count, nullptr) != VK_SUCCESS)
    return false;
  std::vector<VkLayerProperties> layers(count);
  const VkResult code = library.functions.enumerateInstanceLayerProperties(&count, layers.data());
  return code >= VK_SUCCESS && std::ranges::any_of(layers, [](const VkLayerProperties &layer) {
           return std::strcmp(layer.layerName, kValidationLayer) == 0;
         });
}

static qdc::Status noDevice(std::string message) { return qdc::Error{qdc::ErrorCode::noDevice, std::move(message)}; }

static qdc::Result<Instance> makeInstance() {
  const qdc::Result<Library> &opened = library();
  if (!opened)
    return opened.error();
  uint32_t version = VK_API_VERSION_1_0;
  if (opened->functions.enumerateInstanceVersion)
    (void)opened->functions.enumerateInstanceVersion(&version);
  if (version < VK_API_VERSION_1_2)
    return noDevice(
        qdc::formatText("the Vulkan loader takes Vulkan {}; libqdrt needs 1.2 or newer", versionText(version)));
  qdc::Result<bool> validates = validationFromEnvironment();
  if (!validates)
    return validates.error();
  if (*validates && !hasValidationLayer(*opened))
    return noDevice(qdc::formatText("environment variable 'QDRT_VALIDATE' is 1, and the layer '{}' is not installed",
                                    kValidationLayer));
  VkApplicationInfo application = structOf<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pEngineName = "qdrt";
  // The newest version of which the loader uses something; devices tell which they have.
  application.apiVersion = VK_API_VERSION_1_3;
  VkInstanceCreateInfo info = structOf<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;
  const VkDebugUtilsMessengerCreateInfoEXT messages = messengerInfo();
  const char *const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  if (*validates) {
    info.pNext = &messages; // for the call that makes the instance
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &kValidationLayer;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = extensions;
  }
  Instance instance;
  instance.isValidated = *validates;
  if (VkResult code = opened->functions.createInstance(&info, nullptr, &instance.handle); code != VK_SUCCESS)
    return noDevice(qdc::formatText("the Vulkan loader makes no instance: {}", textOf(code)));
  qdc::Result<InstanceFunctions> functions = functionsOf(*opened, instance.handle);
  if (!functions)
    return functions.error();
  instance.functions = *functions;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  if (*validates &&
      (!functions->createDebugUtilsMessenger ||
       functions->createDebugUtilsMessenger(instance.handle, &messages, nullptr, &messenger) != VK_SUCCESS)) {
    functions->destroyInstance(instance.handle, nullptr);
    return noDevice("the Vulkan validation layer takes nobody to tell its messages to");
  }
  return instance;
}

const qdc::Result<Instance> &qdrt::loader::vulkan::ownInstance() {
  static const qdc::Result<Instance> made = makeInstance();
  return made;
}

qdc::Result<std::vector<VkPhysicalDevice>> Instance::physicalDevices() const {
  uint32_t count = 0;
  VkResult code = functions.enumeratePhysicalDevices(handle, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  if (code == VK_SUCCESS && count != 0)
    code = functions.enumeratePhysicalDevices(handle, &count, devices.data());
  devices.resize(count);
  if (code < VK_SUCCESS)
    return driverError(code, "list the devices", "vulkan");
  return devices;
}
