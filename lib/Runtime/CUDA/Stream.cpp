//===- Stream.cpp - Work in order on a GPU of CUDA ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Stream.h"

#include "Runtime/CUDA/Device.h"
#include "Runtime/CUDA/Graph.h"
#include "Runtime/CUDA/Launch.h"

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

CopyApart Stream::copyApart(const char *attempted) {
  return [this, attempted](const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
    return call(attempted, [&](const Driver &driver) {
      return driver.memcpyDtoDAsync(deviceAddress(to), deviceAddress(from), bytes, handle);
    });
  };
}

qdc::Status Stream::copy(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
  if (bytes == 0 || to.address() == from.address())
    return {};
  const CopyApart copy = copyApart("copy on the device");
  // The driver does not say what a copy onto itself gives.
  if (!overlapsPartly(to, from, bytes))
    return copy(to, from, bytes);
  qdc::Status allowed = refuseWhileCapturing("copy between ranges that overlap");
  return allowed ? copyOverlapping(to, from, bytes, memory, copy) : allowed;
}

qdc::Status Stream::fill(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) {
  if (bytes == 0)
    return {};
  constexpr const char *attempted = "fill memory of the device";
  CUdeviceptr target = deviceAddress(to);
  const FillPattern repeated = shortestPattern(pattern, target);
  if (repeated.bytes == 0)
    return fillByDoubling(*this, to, bytes, pattern, copyApart(attempted));
  return call(attempted, [&](const Driver &driver) {
    if (repeated.bytes == 1)
      return driver.memsetD8Async(target, static_cast<unsigned char>(repeated.value), bytes, handle);
    if (repeated.bytes == 2)
      return driver.memsetD16Async(target, static_cast<unsigned short>(repeated.value), bytes / 2, handle);
    return driver.memsetD32Async(target, repeated.value, bytes / 4, handle);
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
