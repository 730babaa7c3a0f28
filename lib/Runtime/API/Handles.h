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

#include "Runtime/Core/Error.h"
#include "Runtime/Device/Buffer.h"
#include "Runtime/Launch/Stream.h"
#include "Runtime/Package/Package.h"

#include <mutex>

struct qdrt_device_s {
  std::shared_ptr<qdrt::loader::Session> session;
};

struct qdrt_stream_s {
  std::shared_ptr<qdrt::loader::Session> session;
  std::unique_ptr<qdrt::loader::Stream> stream;
};

struct qdrt_event_s {
  std::shared_ptr<qdrt::loader::Session> session;
  std::unique_ptr<qdrt::loader::BackendEvent> event;
  std::atomic<bool> recorded = false;
};

struct qdrt_buffer_s {
  std::shared_ptr<qdrt::loader::Session> session;
  std::shared_ptr<qdrt::loader::Buffer> buffer;
};

/// Belongs to its package's handle.
struct qdrt_kernel_s {
  qdrt_kernel_s(qdrt::loader::Session &session, std::unique_ptr<qdrt::loader::Kernel> read)
      : session(session), kernel(std::move(read)) {}

  qdrt::loader::Session &session;
  const std::unique_ptr<qdrt::loader::Kernel> kernel;
};

struct qdrt_package_s {
  qdrt_package_s(std::shared_ptr<qdrt::loader::Session> session, std::shared_ptr<qdrt::loader::Package> package);
  /// Frees the instances of its kernels.
  ~qdrt_package_s();

  /// The kernel of that index, which the first call reads. Any thread.
  qdc::Result<qdrt_kernel> kernel(uint32_t index);

  const std::shared_ptr<qdrt::loader::Session> session;
  const std::shared_ptr<qdrt::loader::Package> package;

private:
  std::mutex mutex;
  std::vector<std::unique_ptr<qdrt_kernel_s>> kernels; // as in the package; NULL: nobody asked for it
};

namespace qdrt::loader {

/// The stream of a handle, the default one for NULL. NULL if it is of another device, which failForeignStream() tells.
inline Stream *streamOf(Session &session, qdrt_stream handle) {
  if (!handle)
    return &session.defaultStream();
  return handle->session.get() == &session ? handle->stream.get() : nullptr;
}
[[gnu::cold]] qdrt_status failForeignStream();

} // namespace qdrt::loader

#endif // QDRT_API_HANDLES_H
