//===- Backend.cpp - The CUDA backend -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Backend.h"

#include "Runtime/CUDA/Context.h"
#include "Runtime/CUDA/Device.h"

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

static constexpr int32_t kDLPackCUDA = 2;

std::string cuda::spellingOf(CUdevice device) { return qdc::formatText("cuda:{}", device); }

/// A row without a device behind it.
static DeviceDescription missing(std::string reason) {
  return {QDRT_CUDA, 0, "NVIDIA GPU", spellingOf(0), kDLPackCUDA, std::move(reason)};
}

static DeviceDescription rowOf(const Driver &driver, uint32_t index) {
  DeviceDescription row = {QDRT_CUDA, index, "NVIDIA GPU", spellingOf(static_cast<CUdevice>(index)), kDLPackCUDA, ""};
  CUdevice device = 0;
  char name[256] = "";
  CUresult code = driver.deviceGet(&device, static_cast<int>(index));
  if (code == CUDA_SUCCESS)
    code = driver.deviceGetName(name, sizeof(name), device);
  if (code != CUDA_SUCCESS)
    row.unavailable = driverError(driver, code, "ask for the name", row.spelling).message;
  else if (name[0] != 0)
    row.name = name;
  return row;
}

std::vector<DeviceDescription> cuda::Backend::devices() const {
  const qdc::Result<Driver> &opened = driver();
  if (!opened)
    return {missing(opened.error().message)};
  int count = 0;
  if (CUresult code = opened->deviceGetCount(&count); code != CUDA_SUCCESS)
    return {missing(driverError(*opened, code, "count the devices", "cuda").message)};
  if (count == 0)
    return {missing("the NVIDIA driver shows no device to this process")};
  std::vector<DeviceDescription> rows;
  for (int index = 0; index < count; ++index)
    rows.push_back(rowOf(*opened, static_cast<uint32_t>(index)));
  return rows;
}

qdc::Result<std::unique_ptr<BackendDevice>> cuda::Backend::open(uint32_t index,
                                                                const qdrt_device_options &options) const {
  const qdc::Result<Driver> &opened = driver();
  if (!opened)
    return opened.error();
  CUdevice device = 0;
  std::string spelling = spellingOf(static_cast<CUdevice>(index));
  if (CUresult code = opened->deviceGet(&device, static_cast<int>(index)); code != CUDA_SUCCESS)
    return driverError(*opened, code, "find the device", spelling);
  qdc::Result<std::shared_ptr<Context>> context = Context::openPrimary(*opened, device, std::move(spelling));
  if (!context)
    return context.error();
  return Device::open(std::move(*context), options);
}

qdc::Result<BackendCapabilities> cuda::Backend::capabilities(const qdrt_device_options &options) const {
  return kCapabilities;
}

qdc::Result<AdoptedDevice> cuda::Backend::adopt(const qdrt_native_device &native,
                                                const qdrt_device_options &options) const {
  if (!native.of.cuda.context)
    return qdc::makeError(qdc::ErrorCode::invalidArgument, "{}",
                          "qdrt_native_device.of.cuda.context is NULL; it takes a CUcontext");
  const qdc::Result<Driver> &opened = driver();
  if (!opened)
    return opened.error();
  // The device of a context is asked for through the current one.
  CUdevice device = 0;
  CUcontext popped = nullptr, handle = static_cast<CUcontext>(native.of.cuda.context);
  CUresult code = opened->ctxPushCurrent(handle);
  if (code == CUDA_SUCCESS) {
    code = opened->ctxGetDevice(&device);
    (void)opened->ctxPopCurrent(&popped);
  }
  if (code != CUDA_SUCCESS)
    return qdc::makeError(qdc::ErrorCode::invalidArgument, "{}",
                          driverError(*opened, code, "use the given context", "cuda").message);
  uint32_t index = static_cast<uint32_t>(device);
  qdc::Result<std::unique_ptr<BackendDevice>> adopted =
      Device::open(Context::adopt(*opened, device, spellingOf(device), handle), options);
  if (!adopted)
    return adopted.error();
  return AdoptedDevice{rowOf(*opened, index), std::move(*adopted)};
}
