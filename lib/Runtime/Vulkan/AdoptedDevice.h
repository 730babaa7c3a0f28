//===- AdoptedDevice.h - A Vulkan device of the caller ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_ADOPTEDDEVICE_H
#define QDRT_VULKAN_ADOPTEDDEVICE_H

#include "Runtime/Core/Backend.h"
#include "Runtime/Vulkan/Context.h"

namespace qdrt::loader::vulkan {

/// The context of a device of the caller, given.of.vulkan, and its row in the list of devices. invalidArgument names a
/// member that is NULL or that the caller's instance does not know; unsupported names a feature that libqdrt needs and
/// that is not enabled.
struct AdoptedContext {
  uint32_t index = 0;
  std::shared_ptr<Context> context;
};
qdc::Result<AdoptedContext> adoptContext(const qdrt_native_device &given);

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_ADOPTEDDEVICE_H
