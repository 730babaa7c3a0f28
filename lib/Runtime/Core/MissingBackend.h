//===- MissingBackend.h - A backend that was left out -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_MISSINGBACKEND_H
#define QDRT_CORE_MISSINGBACKEND_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader {

/// Stands for a backend that this build leaves out: its one device cannot be opened, and tells why.
class MissingBackend final : public Backend {
public:
  /// `spelling` is that of the backend's first device; it and `name` are literals. `nativeBytes` is what the backend
  /// has for nativeBytes().
  MissingBackend(qdrt_backend backend, const char *name, const char *spelling, int32_t dlpackType, size_t nativeBytes)
      : backend(backend), itsName(name), spelling(spelling), dlpackType(dlpackType), itsNativeBytes(nativeBytes) {}

  qdrt_backend kind() const override { return backend; }
  const char *name() const override { return itsName; }
  std::vector<DeviceDescription> devices() const override;
  qdc::Result<BackendCapabilities> capabilities(const qdrt_device_options &options) const override;
  qdc::Result<std::unique_ptr<BackendDevice>> open(uint32_t index, const qdrt_device_options &options) const override;
  size_t nativeBytes() const override { return itsNativeBytes; }
  qdc::Result<AdoptedDevice> adopt(const qdrt_native_device &native, const qdrt_device_options &options) const override;

private:
  const qdrt_backend backend;
  const char *const itsName;
  const char *const spelling;
  const int32_t dlpackType;
  const size_t itsNativeBytes;
};

} // namespace qdrt::loader

#endif // QDRT_CORE_MISSINGBACKEND_H
