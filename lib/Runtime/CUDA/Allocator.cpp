//===- Allocator.cpp - The memory of a GPU of CUDA ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Allocator.h"

#include "Runtime/CUDA/Launch.h"
#include "Runtime/CUDA/Stream.h"

#include <climits>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

qdc::Status Allocator::start(bool deviceHasPools) {
  hasPools = deviceHasPools;
  return context("set up the memory of the device", [&](const Driver &driver) {
    OutsideCapture outside(driver);
    return driver.streamCreate(&work, CU_STREAM_NON_BLOCKING);
  });
}

Allocator::~Allocator() {
  (void)context.tryTo([&](const Driver &driver) {
    OutsideCapture outside(driver);
    if (fence)
      (void)driver.eventDestroy(fence);
    if (frees)
      (void)driver.streamDestroy(frees);
    for (CUstream each : {work, signals})
      if (each)
        (void)driver.streamDestroy(each);
    return pool ? driver.memPoolDestroy(pool) : CUDA_SUCCESS;
  });
}

CUresult Allocator::poolInUse(const Driver &driver, CUmemoryPool &inUse) {
  std::lock_guard lock(mutex);
  CUresult code = CUDA_SUCCESS;
  if (isReused && hasPools && !pool) {
    if (!frees)
      code = driver.streamCreate(&frees, CU_STREAM_NON_BLOCKING);
    if (code == CUDA_SUCCESS && !fence)
      code = driver.eventCreate(&fence, CU_EVENT_DISABLE_TIMING);
    CUmemPoolProps properties = {};
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, context.device()};
    CUmemoryPool made = nullptr;
    if (code == CUDA_SUCCESS)
      code = driver.memPoolCreate(&made, &properties);
    uint64_t keepAll = UINT64_MAX;
    if (code == CUDA_SUCCESS)
      code = driver.memPoolSetAttribute(made, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keepAll);
    if (code == CUDA_SUCCESS)
      pool = made;
    else if (made)
      (void)driver.memPoolDestroy(made);
  }
  inUse = pool;
  return code;
}

CUresult Allocator::allocateZeroed(const Driver &driver, uint64_t bytes, CUdeviceptr &address) {
  CUmemoryPool from = nullptr;
  CUresult code = poolInUse(driver, from);
  if (code != CUDA_SUCCESS)
    return code;
  // What remembers a direct block is there before the block: without host memory nobody could give it back.
  std::set<CUdeviceptr> remembered;
  if (!from)
    remembered.insert(0);
  code = from ? driver.memAllocFromPoolAsync(&address, bytes, from, work) : driver.memAlloc(&address, bytes);
  if (code != CUDA_SUCCESS)
    return code;
  if (!from) {
    auto node = remembered.extract(remembered.begin());
    node.value() = address;
    std::lock_guard lock(mutex);
    direct.insert(std::move(node));
  }
  code = driver.memsetD8Async(address, 0, bytes, work);
  // Other streams use it from now on.
  if (code == CUDA_SUCCESS)
    code = driver.streamSynchronize(work);
  // After the zeros, which nobody may have waited for.
  if (code != CUDA_SUCCESS)
    (void)(takeDirect(address) ? driver.memFree(address) : driver.memFreeAsync(address, work));
  return code;
}

qdc::Result<Allocation> Allocator::allocate(uint64_t bytes) {
  CurrentContext current(context);
  CUdeviceptr address = 0;
  CUresult code = current.code();
  if (code == CUDA_SUCCESS) {
    OutsideCapture outside(context.driver());
    code = allocateZeroed(context.driver(), bytes, address);
  }
  if (code != CUDA_SUCCESS)
    return context.failed(code, qdc::formatText("allocate {} bytes", bytes));
  return Allocation{reinterpret_cast<void *>(static_cast<uintptr_t>(address))};
}

bool Allocator::takeDirect(CUdeviceptr address) {
  std::lock_guard lock(mutex);
  return direct.erase(address) != 0;
}

void Allocator::free(const Allocation &allocation) {
  (void)context.tryTo([&](const Driver &driver) {
    OutsideCapture outside(driver);
    CUdeviceptr block = deviceAddress(allocation.address);
    if (!takeDirect(block))
      return freeAfterStreams(driver, block);
    isReused = true;
    return driver.memFree(block);
  });
}

CUresult Allocator::freeAfterStreams(const Driver &driver, CUdeviceptr address) {
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

qdc::Status Allocator::write(const MemoryReference &to, const void *from, uint64_t bytes) {
  return context("copy to the device", [&](const Driver &driver) {
    OutsideCapture outside(driver);
    CUresult code = driver.memcpyHtoDAsync(deviceAddress(to), from, bytes, work);
    return code == CUDA_SUCCESS ? driver.streamSynchronize(work) : code;
  });
}

qdc::Status Allocator::signal(const MemoryReference &to, uint32_t value) {
  return context("tell the device to stop", [&](const Driver &driver) {
    OutsideCapture outside(driver);
    std::lock_guard lock(signalsMutex);
    CUresult code = CUDA_SUCCESS;
    // The driver takes the highest priority that there is: streams of others don't share its queues.
    if (!signals)
      code = driver.streamCreateWithPriority(&signals, CU_STREAM_NON_BLOCKING, INT_MIN);
    if (code == CUDA_SUCCESS)
      code = driver.memcpyHtoDAsync(deviceAddress(to), &value, sizeof(value), signals);
    return code == CUDA_SUCCESS ? driver.streamSynchronize(signals) : code;
  });
}

void Allocator::trim() {
  CUmemoryPool trimmed = nullptr;
  {
    std::lock_guard lock(mutex); // not held while the device is waited for
    trimmed = pool;
  }
  if (trimmed)
    (void)context.tryTo([&](const Driver &driver) {
      OutsideCapture outside(driver);
      (void)driver.streamSynchronize(frees);
      return driver.memPoolTrimTo(trimmed, 0);
    });
}

void Allocator::attach(const Stream &stream) {
  std::lock_guard lock(streamsMutex);
  streams.push_back(&stream);
}

void Allocator::detach(const Stream &stream) {
  std::lock_guard lock(streamsMutex);
  std::erase(streams, &stream);
}
