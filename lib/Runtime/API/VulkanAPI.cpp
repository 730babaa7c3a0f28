//===- VulkanAPI.cpp - Shared buffers and semaphores of vulkan.h ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/Handles.h"
#include "Runtime/API/Structs.h"

using namespace qdrt::loader;

static qdc::Status checkShares(const Device &device) {
  if (device.backend().capabilities().sharesObjects)
    return {};
  return qdc::makeError(qdc::ErrorCode::unsupported,
                        "device '{}' shares no buffers and semaphores of Vulkan; one does that a program brings by "
                        "qdrt_device_adopt with QDRT_VULKAN",
                        device.description().spelling);
}

qdrt_status qdrt_vulkan_buffer_import(qdrt_device device, const qdrt_vulkan_buffer *given, qdrt_buffer *buffer) {
  if (!device)
    return failNull("qdrt_vulkan_buffer_import", "device");
  if (!given)
    return failNull("qdrt_vulkan_buffer_import", "range");
  if (!buffer)
    return failNull("qdrt_vulkan_buffer_import", "buffer");
  return guard([&] {
    if (qdc::Status shares = checkShares(device->session->device()); !shares)
      return fail(shares.error());
    qdrt_vulkan_buffer range;
    if (qdc::Status read = readOptions(given, "qdrt_vulkan_buffer", range); !read)
      return fail(read.error());
    qdc::Result<std::shared_ptr<Buffer>> made = Buffer::import(device->session->shareDevice(), range);
    if (!made)
      return fail(made.error());
    *buffer = new qdrt_buffer_s{device->session, std::move(*made)};
    return QDRT_OK;
  });
}

qdrt_status qdrt_vulkan_buffer_export(qdrt_buffer buffer, qdrt_vulkan_buffer *range) {
  if (!buffer)
    return failNull("qdrt_vulkan_buffer_export", "buffer");
  if (!range)
    return failNull("qdrt_vulkan_buffer_export", "range");
  return guard([&] {
    const Device &device = *buffer->buffer->device();
    if (qdc::Status shares = checkShares(device); !shares)
      return fail(shares.error());
    qdc::Result<qdrt_vulkan_buffer> found = device.backend().exportBuffer(buffer->buffer->at(0));
    if (!found)
      return fail(found.error());
    found->bytes = buffer->buffer->bytes();
    return writeInfo(range, *found, "qdrt_vulkan_buffer");
  });
}

/// Calls `work` with the stream, which it holds, where its device shares semaphores.
template <typename Work>
static qdrt_status onStream(const qdrt_device_s &device, qdrt_stream stream, Work work) {
  if (qdc::Status shares = checkShares(device.session->device()); !shares)
    return fail(shares.error());
  Stream *on = streamOf(*device.session, stream);
  if (!on)
    return failForeignStream();
  Turn turn(on->mutex);
  qdc::Status done = work(on->work());
  return done ? QDRT_OK : fail(done.error());
}

qdrt_status qdrt_vulkan_stream_wait(qdrt_device device, qdrt_stream stream, void *semaphore, uint64_t value) {
  if (!device)
    return failNull("qdrt_vulkan_stream_wait", "device");
  if (!semaphore)
    return failNull("qdrt_vulkan_stream_wait", "semaphore");
  return guard([&] {
    return onStream(*device, stream, [&](BackendStream &work) { return work.waitForSemaphore(semaphore, value); });
  });
}

qdrt_status qdrt_vulkan_stream_signal(qdrt_device device, qdrt_stream stream, void *semaphore, uint64_t value) {
  if (!device)
    return failNull("qdrt_vulkan_stream_signal", "device");
  if (!semaphore)
    return failNull("qdrt_vulkan_stream_signal", "semaphore");
  return guard([&] {
    return onStream(*device, stream, [&](BackendStream &work) { return work.signalSemaphore(semaphore, value); });
  });
}

qdrt_status qdrt_vulkan_stream_point(qdrt_device device, qdrt_stream stream, void **semaphore, uint64_t *value) {
  if (!device)
    return failNull("qdrt_vulkan_stream_point", "device");
  if (!semaphore)
    return failNull("qdrt_vulkan_stream_point", "semaphore");
  if (!value)
    return failNull("qdrt_vulkan_stream_point", "value");
  return guard([&] {
    return onStream(*device, stream, [&](BackendStream &work) -> qdc::Status {
      qdc::Result<SemaphorePoint> point = work.point();
      if (!point)
        return point.error();
      *semaphore = point->semaphore;
      *value = point->value;
      return {};
    });
  });
}
