//===- MissingBackend.cpp - A backend that was left out -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/MissingBackend.h"

using namespace qdrt::loader;

/// Said of the device, or of the backend.
static std::string reason(const char *name) {
  return qdc::formatText("this libqdrt was built without the backend '{}' (QDRT_BACKENDS)", name);
}

std::vector<DeviceDescription> MissingBackend::devices() const {
  return {{backend, 0, itsName, spelling, dlpackType, reason(itsName)}};
}

// What a caller asks of it comes to nothing by the reason alone.
qdc::Result<BackendCapabilities> MissingBackend::capabilities(const qdrt_device_options &options) const {
  return qdc::makeError(qdc::ErrorCode::noDevice, "{}", reason(itsName));
}

qdc::Result<std::unique_ptr<BackendDevice>> MissingBackend::open(uint32_t index,
                                                                 const qdrt_device_options &options) const {
  return qdc::makeError(qdc::ErrorCode::noDevice, "{}", reason(itsName));
}

qdc::Result<AdoptedDevice> MissingBackend::adopt(const qdrt_native_device &native,
                                                 const qdrt_device_options &options) const {
  return qdc::makeError(qdc::ErrorCode::noDevice, "{}", reason(itsName));
}
