//===- Driver.cpp - The Vulkan driver, found at run time ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Driver.h"

#include "Runtime/Core/DriverError.h"
#include "Runtime/Core/DriverTable.h"

#include <cstddef>
#include <dlfcn.h>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

static constexpr const char *kLibrary = "libvulkan.so.1";

// What the functions of the lists are called, as fillDriverTable() takes them, and where their pointers are.

static constexpr char kGlobalSymbols[] =
#define QDRT_VULKAN_GLOBAL(presence, name, symbol) #symbol "\0"
#include "Runtime/Vulkan/DriverFunctions.def"
    ;
static constexpr DriverFunction kGlobals[] = {
#define QDRT_VULKAN_GLOBAL(presence, name, symbol) {offsetof(LibraryFunctions, name), Presence::presence},
#include "Runtime/Vulkan/DriverFunctions.def"
};

static constexpr char kInstanceSymbols[] =
#define QDRT_VULKAN_INSTANCE(presence, name, symbol) #symbol "\0"
#include "Runtime/Vulkan/DriverFunctions.def"
    ;
static constexpr DriverFunction kInstanceFunctions[] = {
#define QDRT_VULKAN_INSTANCE(presence, name, symbol) {offsetof(InstanceFunctions, name), Presence::presence},
#include "Runtime/Vulkan/DriverFunctions.def"
};

static constexpr char kDeviceSymbols[] =
#define QDRT_VULKAN_DEVICE(presence, name, symbol) #symbol "\0"
#include "Runtime/Vulkan/DriverFunctions.def"
    ;
static constexpr DriverFunction kDeviceFunctions[] = {
#define QDRT_VULKAN_DEVICE(presence, name, symbol) {offsetof(DeviceFunctions, name), Presence::presence},
#include "Runtime/Vulkan/DriverFunctions.def"
};

namespace {
/// Whom a symbol is asked of.
struct InstanceOwner {
  PFN_vkGetInstanceProcAddr find;
  VkInstance instance;
};
struct DeviceOwner {
  PFN_vkGetDeviceProcAddr find;
  VkDevice device;
};
} // namespace

static void *findInInstance(void *owner, const char *symbol) {
  const auto &of = *static_cast<const InstanceOwner *>(owner);
  return reinterpret_cast<void *>(of.find(of.instance, symbol));
}

static void *findInDevice(void *owner, const char *symbol) {
  const auto &of = *static_cast<const DeviceOwner *>(owner);
  return reinterpret_cast<void *>(of.find(of.device, symbol));
}

static qdc::Status lacks(const char *what, const char *symbol) {
  return qdc::makeError(qdc::ErrorCode::noDevice, "{} lacks '{}'", what, symbol);
}

static qdc::Result<Library> openLibrary() {
  // Never closed: what the drivers started runs until the process ends.
  void *handle = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    return qdc::makeError(qdc::ErrorCode::noDevice, "the Vulkan loader is not installed: {}",
                          reason ? reason : kLibrary);
  }
  Library library;
  constexpr const char *kFind = "vkGetInstanceProcAddr";
  library.getInstanceProcAddr = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(handle, kFind));
  if (!library.getInstanceProcAddr)
    return lacks(kLibrary, kFind);
  InstanceOwner owner = {library.getInstanceProcAddr, VK_NULL_HANDLE};
  if (const char *missing = fillDriverTable(&library.functions, kGlobals, kGlobalSymbols, findInInstance, &owner))
    return lacks(kLibrary, missing);
  return library;
}

const qdc::Result<Library> &qdrt::loader::vulkan::library() {
  static const qdc::Result<Library> opened = openLibrary();
  return opened;
}

qdc::Result<InstanceFunctions> qdrt::loader::vulkan::functionsOf(const Library &library, VkInstance instance) {
  InstanceFunctions functions;
  InstanceOwner owner = {library.getInstanceProcAddr, instance};
  if (const char *missing = fillDriverTable(&functions, kInstanceFunctions, kInstanceSymbols, findInInstance, &owner))
    return lacks("the Vulkan loader", missing);
  return functions;
}

qdc::Status qdrt::loader::vulkan::findFunctions(const InstanceFunctions &instance, VkDevice device,
                                                DeviceFunctions &functions) {
  DeviceOwner owner = {instance.getDeviceProcAddr, device};
  if (const char *missing = fillDriverTable(&functions, kDeviceFunctions, kDeviceSymbols, findInDevice, &owner))
    return lacks("the Vulkan driver", missing);
  return {};
}

std::string qdrt::loader::vulkan::versionText(uint32_t version) {
  return qdc::formatText("{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version));
}

static qdc::ErrorCode meaningOf(VkResult code) {
  switch (code) {
  case VK_ERROR_OUT_OF_HOST_MEMORY:
  case VK_ERROR_OUT_OF_DEVICE_MEMORY:
  case VK_ERROR_TOO_MANY_OBJECTS:
    return qdc::ErrorCode::outOfMemory;
  case VK_ERROR_DEVICE_LOST:
    return qdc::ErrorCode::deviceLost;
  case VK_ERROR_INCOMPATIBLE_DRIVER:
  case VK_ERROR_INITIALIZATION_FAILED:
    return qdc::ErrorCode::noDevice;
  case VK_ERROR_FEATURE_NOT_PRESENT:
  case VK_ERROR_EXTENSION_NOT_PRESENT:
    return qdc::ErrorCode::unsupported;
  default:
    return qdc::ErrorCode::inputOutput;
  }
}

/// NULL for a code that no function called here gives.
static const char *nameOf(VkResult code) {
#define QDRT_NAMED(name)                                                                                               \
  case name:                                                                                                           \
    return #name
  switch (code) {
    QDRT_NAMED(VK_NOT_READY);
    QDRT_NAMED(VK_TIMEOUT);
    QDRT_NAMED(VK_INCOMPLETE);
    QDRT_NAMED(VK_ERROR_OUT_OF_HOST_MEMORY);
    QDRT_NAMED(VK_ERROR_OUT_OF_DEVICE_MEMORY);
    QDRT_NAMED(VK_ERROR_INITIALIZATION_FAILED);
    QDRT_NAMED(VK_ERROR_DEVICE_LOST);
    QDRT_NAMED(VK_ERROR_MEMORY_MAP_FAILED);
    QDRT_NAMED(VK_ERROR_LAYER_NOT_PRESENT);
    QDRT_NAMED(VK_ERROR_EXTENSION_NOT_PRESENT);
    QDRT_NAMED(VK_ERROR_FEATURE_NOT_PRESENT);
    QDRT_NAMED(VK_ERROR_INCOMPATIBLE_DRIVER);
    QDRT_NAMED(VK_ERROR_TOO_MANY_OBJECTS);
    QDRT_NAMED(VK_ERROR_FRAGMENTED_POOL);
    QDRT_NAMED(VK_ERROR_UNKNOWN);
    QDRT_NAMED(VK_ERROR_INVALID_EXTERNAL_HANDLE);
    QDRT_NAMED(VK_ERROR_INVALID_SHADER_NV);
    QDRT_NAMED(VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS);
  default:
    return nullptr;
  }
#undef QDRT_NAMED
}

static DriverCode describe(VkResult code) { return {"Vulkan", code, nameOf(code), meaningOf(code)}; }

std::string qdrt::loader::vulkan::textOf(VkResult code) { return loader::textOf(describe(code)); }

qdc::Error qdrt::loader::vulkan::driverError(VkResult code, std::string_view attempted, std::string_view spelling) {
  return loader::driverError(describe(code), attempted, spelling);
}
