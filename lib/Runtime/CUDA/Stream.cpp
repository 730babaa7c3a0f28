//===- Stream.cpp - Work in order on a GPU of CUDA ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Stream.h"

#include "Runtime/CUDA/Device.h"
#include "Runtime/CUDA/Graph.h"
#include "Runtime/CUDA/Launch.h"

#include <algorithm>
#include <cstring>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

Stream::Stream(Device &device, CUstream handle, bool isAdopted)
    : BackendStream(device.capabilities()), owner(device), shared(device.context()), handle(handle),
      isAdopted(isAdopted), memory(device) {}

qdc::Result<std::unique_ptr<BackendStream>> Stream::create(Device &device) {
  std::unique_ptr<Stream> stream(new Stream(device, nullptr, false));
  qdc::Status made = stream->context()("create a stream", [&](const Driver &driver) {
    OutsideCapture outside(driver);
    return driver.streamCreate(&stream->handle, CU_STREAM_NON_BLOCKING);
  });
  if (!made)
    return made;
  device.allocator().attach(*stream);
  return std::unique_ptr<BackendStream>(std::move(stream));
}

qdc::Result<std::unique_ptr<BackendStream>> Stream::adopt(Device &device, CUstream handle) {
  CUcontext context = nullptr;
  qdc::Status asked = (*device.context())("use the given stream",
                                          [&](const Driver &driver) { return driver.streamGetCtx(handle, &context); });
  if (!asked)
    return device.context()->isLost() ? std::move(asked)
                                      : qdc::makeError(qdc::ErrorCode::invalidArgument, "{}", asked.error().message);
  if (context != device.context()->handle())
    return qdc::makeError(qdc::ErrorCode::invalidArgument, "the given stream is of another context than device '{}'",
                          device.context()->spelling());
  std::unique_ptr<Stream> stream(new Stream(device, handle, true));
  device.allocator().attach(*stream);
  return std::unique_ptr<BackendStream>(std::move(stream));
}

Stream::~Stream() {
  owner.allocator().detach(*this);
  if (handle && !isAdopted)
    (void)shared->tryTo([&](const Driver &driver) {
      OutsideCapture outside(driver);
      return driver.streamDestroy(handle);
    });
}

qdc::Status Stream::withTasks(qdc::Status status) {
  if (!status && shared->isLost() && tasksUnderWay != 0) {
    qdc::Error error = status.error();
    error.message += tasksUnderWay == 1 ? qdc::formatText("; task '{}' was under way", *lastTask)
                                        : qdc::formatText("; {} tasks were under way, the last of them '{}'",
                                                          tasksUnderWay, *lastTask);
    return error;
  }
  return status;
}

qdc::Status Stream::refuseWhileCapturing(const char *attempted) const {
  if (!isCapturing())
    return {};
  return qdc::makeError(qdc::ErrorCode::unsupported,
                        "cannot {} while the stream is being captured; do it before or after", attempted);
}

qdc::Status Stream::write(const MemoryReference &to, const void *from, uint64_t bytes) {
  if (bytes == 0)
    return {};
  qdc::Status allowed = refuseWhileCapturing("copy from the host");
  if (!allowed)
    return allowed;
  return withTasks(call("copy to the device", [&](const Driver &driver) {
    CUresult code = driver.memcpyHtoDAsync(deviceAddress(to), from, bytes, handle);
    // The driver copies pageable memory, of which it knows no type, before it returns, and reads what is page-locked
    // later. (Asked for the one attribute, it would call an address that it does not know an error.)
    CUpointer_attribute asked = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    int type = 0;
    void *answer = &type;
    if (code == CUDA_SUCCESS)
      code = driver.pointerGetAttributes(1, &asked, &answer, deviceAddress(from));
    return code == CUDA_SUCCESS && type != 0 ? driver.streamSynchronize(handle) : code;
  }));
}

qdc::Status Stream::read(void *to, const MemoryReference &from, uint64_t bytes) {
  qdc::Status status = addRead(to, from, bytes);
  return status ? synchronize() : status;
}

qdc::Status Stream::readLater(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
  return addRead(to.address(), from, bytes);
}

qdc::Status Stream::addRead(void *to, const MemoryReference &from, uint64_t bytes) {
  if (bytes == 0)
    return {};
  qdc::Status allowed = refuseWhileCapturing("copy to the host");
  if (!allowed)
    return allowed;
  return withTasks(call("copy from the device", [&](const Driver &driver) {
    return driver.memcpyDtoHAsync(to, deviceAddress(from), bytes, handle);
  }));
}

qdc::Status Stream::copy(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
  CUdeviceptr target = deviceAddress(to), source = deviceAddress(from);
  auto copyApart = [&](CUdeviceptr first, CUdeviceptr second) {
    return call("copy on the device",
                [&](const Driver &driver) { return driver.memcpyDtoDAsync(first, second, bytes, handle); });
  };
  if (bytes == 0 || target == source)
    return {};
  if (isCapturing() && target < source + bytes && source < target + bytes)
    return refuseWhileCapturing("copy between ranges that overlap");
  if (target >= source + bytes || source >= target + bytes)
    return copyApart(target, source);
  // The driver does not say what a copy onto itself gives.
  qdc::Result<MemoryReference> between = memory.temporary(bytes);
  if (!between)
    return between.error();
  qdc::Status status = copyApart(deviceAddress(*between), source);
  return status ? copyApart(target, deviceAddress(*between)) : status;
}

/// The shortest pattern, of 1, 2 or 4 bytes, that gives the same; nothing if there is none.
static uint32_t shortestPattern(std::span<const std::byte> pattern, uint64_t alignment) {
  for (uint32_t size : {1u, 2u, 4u}) {
    if (size > pattern.size() || alignment % size != 0)
      return 0;
    bool repeats = true;
    for (size_t at = size; at < pattern.size(); ++at)
      repeats &= pattern[at] == pattern[at - size];
    if (repeats)
      return size;
  }
  return 0;
}

qdc::Status Stream::fill(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) {
  if (bytes == 0)
    return {};
  CUdeviceptr target = deviceAddress(to);
  uint32_t size = shortestPattern(pattern, target);
  if (size == 0)
    return fillByDoubling(to, bytes, pattern);
  uint32_t value = 0;
  std::memcpy(&value, pattern.data(), size);
  return call("fill memory of the device", [&](const Driver &driver) {
    if (size == 1)
      return driver.memsetD8Async(target, static_cast<unsigned char>(value), bytes, handle);
    if (size == 2)
      return driver.memsetD16Async(target, static_cast<unsigned short>(value), bytes / 2, handle);
    return driver.memsetD32Async(target, value, bytes / 4, handle);
  });
}

qdc::Status Stream::fillByDoubling(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) {
  std::byte start[1024]; // a multiple of every pattern
  for (size_t at = 0; at < sizeof(start); at += pattern.size())
    std::memcpy(start + at, pattern.data(), pattern.size());
  uint64_t first = std::min<uint64_t>(bytes, sizeof(start));
  qdc::Status written = write(to, start, first);
  if (!written)
    return written;
  return call("fill memory of the device", [&](const Driver &driver) {
    const CUdeviceptr target = deviceAddress(to);
    CUresult code = CUDA_SUCCESS;
    for (uint64_t filled = first; filled < bytes && code == CUDA_SUCCESS;) {
      uint64_t more = std::min(filled, bytes - filled);
      code = driver.memcpyDtoDAsync(target + filled, target, more, handle);
      filled += more;
    }
    return code;
  });
}

qdc::Status Stream::synchronize() {
  qdc::Status allowed = refuseWhileCapturing("wait for the stream");
  if (!allowed)
    return allowed;
  qdc::Status waited =
      withTasks(call("wait for the stream", [&](const Driver &driver) { return driver.streamSynchronize(handle); }));
  if (waited) {
    tasksUnderWay = 0;
    memory.release();
  }
  return waited;
}

qdc::Result<std::unique_ptr<BackendGraph>> Stream::buildGraph(std::span<const GraphNode> nodes) {
  return Graph::build(*this, nodes);
}

qdc::Status Stream::capture(std::span<const GraphNode> nodes, std::shared_ptr<void> kept) {
  return captureNodes(*this, nodes, std::move(kept));
}
