//===- Backend.h - The Vulkan backend ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_BACKEND_H
#define QDRT_VULKAN_BACKEND_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader::vulkan {

/// The devices that Vulkan's loader finds, in its order, those that libqdrt can't use with the reason, or one row that
/// tells why there is none.
class Backend final : public qdrt::loader::Backend {
public:
  qdrt_backend kind() const override { return QDRT_VULKAN; }
  const char *name() const override { return "vulkan"; }
  std::vector<DeviceDescription> devices() const override;
  qdc::Result<BackendCapabilities> capabilities(const qdrt_device_options &options) const override;
  qdc::Result<std::unique_ptr<BackendDevice>> open(uint32_t index, const qdrt_device_options &options) const override;
  size_t nativeBytes() const override { return sizeof(qdrt_native_device::of.vulkan); }
  /// Of native.of.vulkan (AdoptedDevice.h).
  qdc::Result<AdoptedDevice> adopt(const qdrt_native_device &native, const qdrt_device_options &options) const override;
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_BACKEND_H
