//===- Instance.h - A Vulkan instance ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Devices are found through an instance. The loader's own is made when somebody
// first asks for devices, and lasts as long as the process: the list of devices
// does. With QDRT_VALIDATE=1 the validation layer looks at each call that is made
// through it.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_INSTANCE_H
#define QDRT_VULKAN_INSTANCE_H

#include "Runtime/Vulkan/Driver.h"

#include <vector>

namespace qdrt::loader::vulkan {

/// An instance with its functions.
struct Instance {
  VkInstance handle = VK_NULL_HANDLE;
  InstanceFunctions functions;
  bool isValidated = false;

  /// In the order of the driver, which stays the same in a process.
  qdc::Result<std::vector<VkPhysicalDevice>> physicalDevices() const;
};

/// The loader's own instance. noDevice: the library is not there, knows no Vulkan 1.2, or finds no driver; or
/// QDRT_VALIDATE asks for a layer that is not installed. invalidArgument: QDRT_VALIDATE is neither 0 nor 1.
const qdc::Result<Instance> &ownInstance();

/// The first message of the validation layer in this process; "": there is none, or it is not there. Each message also
/// goes to the standard error.
std::string firstValidationMessage();

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_INSTANCE_H
