//===- Backend.h - The CUDA backend -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_BACKEND_H
#define QDRT_CUDA_BACKEND_H

#include "Runtime/CUDA/DriverTypes.h"
#include "Runtime/Core/Backend.h"

namespace qdrt::loader::cuda {

/// "cuda:0" for 0.
std::string spellingOf(CUdevice device);

/// The GPUs that the driver shows to this process (CUDA_VISIBLE_DEVICES is the driver's), or one row that tells why
/// there is none. Devices are opened in their primary context, unless the caller brings another one.
class Backend final : public qdrt::loader::Backend {
public:
  qdrt_backend kind() const override { return QDRT_CUDA; }
  const char *name() const override { return "cuda"; }
  std::vector<DeviceDescription> devices() const override;
  qdc::Result<BackendCapabilities> capabilities(const qdrt_device_options &options) const override;
  qdc::Result<std::unique_ptr<BackendDevice>> open(uint32_t index, const qdrt_device_options &options) const override;
  size_t nativeBytes() const override { return sizeof(qdrt_native_device::of.cuda); }
  /// Of native.of.cuda.context.
  qdc::Result<AdoptedDevice> adopt(const qdrt_native_device &native, const qdrt_device_options &options) const override;
};

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_BACKEND_H
