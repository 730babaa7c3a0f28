//===- Handles.h - What the handles of qdrt.h are ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handle is a share of the object that it names, so that a child keeps its
// parent alive whatever the order in which a caller lets go.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_API_HANDLES_H
#define QDRT_API_HANDLES_H

#include "Runtime/Buffer.h"
#include "Runtime/Device.h"
#include "Runtime/Error.h"
#include "Runtime/Package.h"
#include "Runtime/Stream.h"

struct qdrt_device_s {
  std::shared_ptr<qdrt::loader::Device> device;
};

struct qdrt_stream_s {
  std::shared_ptr<qdrt::loader::Device> device;
  std::unique_ptr<qdrt::loader::Stream> stream;
};

struct qdrt_event_s {
  std::shared_ptr<qdrt::loader::Device> device;
  std::unique_ptr<qdrt::loader::BackendEvent> event;
  std::atomic<bool> recorded = false;
};

struct qdrt_buffer_s {
  std::shared_ptr<qdrt::loader::Buffer> buffer;
};

struct qdrt_package_s {
  std::shared_ptr<qdrt::loader::Package> package;
};

namespace qdrt::loader {

/// Kernels belong to their package, so their handle is the object itself.
inline Kernel &kernelOf(qdrt_kernel handle) { return *reinterpret_cast<Kernel *>(handle); }
inline qdrt_kernel handleOf(Kernel &kernel) { return reinterpret_cast<qdrt_kernel>(&kernel); }

/// The stream of a handle, the default one for NULL. NULL if it is of another device, which failForeignStream() tells.
inline Stream *streamOf(Device &device, qdrt_stream handle) {
  if (!handle)
    return &device.defaultStream();
  return handle->device.get() == &device ? handle->stream.get() : nullptr;
}
[[gnu::cold]] qdrt_status failForeignStream();

} // namespace qdrt::loader

#endif // QDRT_API_HANDLES_H
