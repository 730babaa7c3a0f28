//===- Driver.h - The Vulkan driver, found at run time ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libvulkan.so.1 is opened when somebody first asks for it, and never closed:
// drivers have threads of their own. It finds the drivers that the machine has.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_DRIVER_H
#define QDRT_VULKAN_DRIVER_H

#include "Runtime/Vulkan/DriverTypes.h"

#include "qdc/Support/Result.h"

#include <string_view>

namespace qdrt::loader::vulkan {

// The functions of DriverFunctions.def; none that is required is NULL.

struct LibraryFunctions {
#define QDRT_VULKAN_GLOBAL(presence, name, symbol) PFN_##symbol name = nullptr;
#include "Runtime/Vulkan/DriverFunctions.def"
};

struct InstanceFunctions {
#define QDRT_VULKAN_INSTANCE(presence, name, symbol) PFN_##symbol name = nullptr;
#include "Runtime/Vulkan/DriverFunctions.def"
};

struct DeviceFunctions {
#define QDRT_VULKAN_DEVICE(presence, name, symbol) PFN_##symbol name = nullptr;
#include "Runtime/Vulkan/DriverFunctions.def"
};

/// The library, and what it has before there is an instance.
struct Library {
  PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;
  LibraryFunctions functions;
};

/// The library of this process, once opened. noDevice: it is not there, or is none.
const qdc::Result<Library> &library();

/// The functions of an instance. noDevice names one that is missing.
qdc::Result<InstanceFunctions> functionsOf(const Library &library, VkInstance instance);
/// Finds those of a device. Where one is missing, which noDevice names, the others are there.
qdc::Status findFunctions(const InstanceFunctions &instance, VkDevice device, DeviceFunctions &functions);

/// "1.3" of a version as Vulkan writes it.
std::string versionText(uint32_t version);

/// What the driver refused (Core/DriverError.h). outOfMemory, noDevice, deviceLost and unsupported where the code says
/// so; inputOutput for the rest.
qdc::Error driverError(VkResult code, std::string_view attempted, std::string_view spelling);

/// "Vulkan error -3 (VK_ERROR_INITIALIZATION_FAILED)".
std::string textOf(VkResult code);

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_DRIVER_H
