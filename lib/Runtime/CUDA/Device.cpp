//===- Device.cpp - A GPU of CUDA -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Device.h"

#include "Runtime/CUDA/Event.h"
#include "Runtime/CUDA/Image.h"
#include "Runtime/CUDA/Launch.h"
#include "Runtime/CUDA/Stream.h"

#include <cstring>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

qdc::Result<std::unique_ptr<BackendDevice>> Device::open(std::shared_ptr<Context> context) {
  std::unique_ptr<Device> device(new Device(std::move(context)));
  qdc::Status started = device->start();
  if (!started)
    return started.error();
  return std::unique_ptr<BackendDevice>(std::move(device));
}

CUresult Device::askFeatures(const Driver &driver) {
  CUresult code = CUDA_SUCCESS;
  auto ask = [&](CUdevice_attribute attribute) {
    int value = 0;
    if (code == CUDA_SUCCESS)
      code = driver.deviceGetAttribute(&value, attribute, opened->device());
    return value;
  };
  about.driverVersion = driver.version;
  about.major = ask(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  about.minor = ask(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  about.multiprocessors = static_cast<uint32_t>(ask(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
  about.maximumGrid = static_cast<uint32_t>(ask(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X));
  about.hasMemoryPools = ask(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) != 0;
  size_t bytes = 0;
  if (code == CUDA_SUCCESS)
    code = driver.deviceTotalMem(&bytes, opened->device());
  about.memoryBytes = bytes;
  return code;
}

qdc::Status Device::start() {
  qdc::Status status =
      (*opened)("ask for the attributes of the device", [&](const Driver &driver) { return askFeatures(driver); });
  if (!status)
    return status;
  return (*opened)("set up the memory of the device", [&](const Driver &driver) {
    OutsideCapture outside(driver);
    CUresult code = driver.streamCreate(&allocations, CU_STREAM_NON_BLOCKING);
    if (code == CUDA_SUCCESS)
      code = driver.streamCreate(&frees, CU_STREAM_NON_BLOCKING);
    if (code == CUDA_SUCCESS)
      code = driver.eventCreate(&fence, CU_EVENT_DISABLE_TIMING);
    if (code != CUDA_SUCCESS || !about.hasMemoryPools)
      return code;
    CUmemPoolProps properties = {};
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, opened->device()};
    uint64_t keepAll = UINT64_MAX;
    code = driver.memPoolCreate(&pool, &properties);
    return code == CUDA_SUCCESS ? driver.memPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keepAll) : code;
  });
}

Device::~Device() {
  keptObjects->dropAll();
  (void)opened->tryTo([&](const Driver &driver) {
    OutsideCapture outside(driver);
    if (fence)
      (void)driver.eventDestroy(fence);
    if (frees)
      (void)driver.streamDestroy(frees);
    if (allocations)
      (void)driver.streamDestroy(allocations);
    return pool ? driver.memPoolDestroy(pool) : CUDA_SUCCESS;
  });
}

CUresult Device::allocateZeroed(const Driver &driver, uint64_t bytes, CUdeviceptr &address) {
  CUresult code =
      pool ? driver.memAllocFromPoolAsync(&address, bytes, pool, allocations) : driver.memAlloc(&address, bytes);
  if (code == CUDA_SUCCESS)
    code = driver.memsetD8Async(address, 0, bytes, allocations);
  // Other streams use it from now on.
  return code == CUDA_SUCCESS ? driver.streamSynchronize(allocations) : code;
}

qdc::Result<void *> Device::allocate(uint64_t bytes) {
  keptObjects->dropEnded();
  auto attempted = [&] { return "allocate " + std::to_string(bytes) + " bytes"; };
  // The driver calls some sizes an invalid value.
  if (bytes > about.memoryBytes)
    return qdc::Error{qdc::ErrorCode::outOfMemory, "cannot " + attempted() + " on '" + opened->spelling() +
                                                       "': it has " + std::to_string(about.memoryBytes)};
  CurrentContext current(*opened);
  CUdeviceptr address = 0;
  CUresult code = current.code();
  if (code == CUDA_SUCCESS) {
    OutsideCapture outside(opened->driver());
    code = allocateZeroed(opened->driver(), bytes, address);
  }
  if (code == CUDA_SUCCESS)
    return reinterpret_cast<void *>(static_cast<uintptr_t>(address));
  // Behind the zeros, which nobody may have waited for.
  if (address)
    (void)(pool ? opened->driver().memFreeAsync(address, allocations) : opened->driver().memFree(address));
  return opened->failed(code, attempted());
}

void Device::free(void *address) {
  if (address)
    (void)opened->tryTo([&](const Driver &driver) {
      OutsideCapture outside(driver);
      // Without a pool the driver waits for all work by itself.
      return pool ? freeAfterStreams(driver, deviceAddress(address)) : driver.memFree(deviceAddress(address));
    });
}

CUresult Device::freeAfterStreams(const Driver &driver, CUdeviceptr address) {
  std::lock_guard lock(streamsMutex);
  CUresult code = CUDA_SUCCESS;
  for (const Stream *stream : streams) {
    if (stream->isCapturing())
      continue;
    code = driver.eventRecord(fence, stream->native());
    if (code == CUDA_SUCCESS)
      code = driver.streamWaitEvent(frees, fence, 0);
    if (code != CUDA_SUCCESS)
      (void)driver.streamSynchronize(stream->native());
  }
  return driver.memFreeAsync(address, frees);
}

void Device::attach(const Stream &stream) {
  std::lock_guard lock(streamsMutex);
  streams.push_back(&stream);
}

void Device::detach(const Stream &stream) {
  std::lock_guard lock(streamsMutex);
  std::erase(streams, &stream);
}

qdc::Status Device::writeNow(void *to, const void *from, uint64_t bytes) {
  return (*opened)("copy to the device", [&](const Driver &driver) {
    OutsideCapture outside(driver);
    CUresult code = driver.memcpyHtoDAsync(deviceAddress(to), from, bytes, allocations);
    return code == CUDA_SUCCESS ? driver.streamSynchronize(allocations) : code;
  });
}

qdc::Result<void *> Device::allocateHost(uint64_t bytes) {
  CurrentContext current(*opened);
  void *address = nullptr;
  CUresult code = current.code();
  if (code == CUDA_SUCCESS) {
    OutsideCapture outside(opened->driver());
    code = opened->driver().memHostAlloc(&address, bytes, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP);
  }
  if (code != CUDA_SUCCESS)
    return opened->failed(code, "allocate " + std::to_string(bytes) + " bytes of host memory");
  std::memset(address, 0, bytes);
  return address;
}

void Device::freeHost(void *address) {
  if (address)
    (void)opened->tryTo([&](const Driver &driver) {
      OutsideCapture outside(driver);
      return driver.memFreeHost(address);
    });
}

ImageFit Device::fit(const qdc::Image &image, std::span<const std::byte> bytes) const {
  return imageFit(image, bytes, about);
}

qdc::Result<std::unique_ptr<BackendImage>> Device::load(std::span<const std::byte> bytes) {
  return Image::load(*this, bytes);
}

qdc::Result<std::unique_ptr<BackendStream>> Device::createStream() { return Stream::create(*this); }

qdc::Result<std::unique_ptr<BackendStream>> Device::adoptStream(void *native) {
  return Stream::adopt(*this, static_cast<CUstream>(native));
}

qdc::Result<std::unique_ptr<BackendEvent>> Device::createEvent() { return Event::create(opened); }

qdc::Status Device::synchronize() {
  keptObjects->dropEnded();
  return (*opened)("wait for the device", [](const Driver &driver) { return driver.ctxSynchronize(); });
}

void Device::releaseCaches() {
  keptObjects->dropEnded();
  if (pool)
    (void)opened->tryTo([&](const Driver &driver) {
      OutsideCapture outside(driver);
      (void)driver.streamSynchronize(frees);
      return driver.memPoolTrimTo(pool, 0);
    });
}

const std::string *Device::keepName(const std::string &name) {
  std::lock_guard lock(namesMutex);
  return &*names.insert(name).first;
}
