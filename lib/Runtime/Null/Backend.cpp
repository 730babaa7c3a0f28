//===- Backend.cpp - The null backend -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Null/Backend.h"

#include "Runtime/Null/Device.h"

using namespace qdrt::loader;

std::vector<DeviceDescription> null::Backend::devices() const {
  constexpr int32_t dlpackExtension = 12; // a device that DLPack has no number for
  return {{QDRT_NULL, 0, "nothing", "null", dlpackExtension, ""}};
}

qdc::Result<BackendCapabilities> null::Backend::capabilities(const qdrt_device_options &options) const {
  return kCapabilities;
}

qdc::Result<std::unique_ptr<BackendDevice>> null::Backend::open(uint32_t index,
                                                                const qdrt_device_options &options) const {
  return std::unique_ptr<BackendDevice>(std::make_unique<Device>());
}
