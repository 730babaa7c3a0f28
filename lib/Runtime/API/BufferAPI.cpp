//===- BufferAPI.cpp - Buffers of qdrt.h ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/Handles.h"

using namespace qdrt::loader;

qdrt_status qdrt_buffer_allocate(qdrt_device device, uint64_t bytes, qdrt_buffer *buffer) {
  if (!device)
    return failNull("qdrt_buffer_allocate", "device");
  if (!buffer)
    return failNull("qdrt_buffer_allocate", "buffer");
  return guard([&] {
    qdc::Result<std::shared_ptr<Buffer>> made = Buffer::allocate(device->session->shareDevice(), bytes);
    if (!made)
      return fail(made.error());
    *buffer = new qdrt_buffer_s{device->session, std::move(*made)};
    return QDRT_OK;
  });
}

void qdrt_buffer_free(qdrt_buffer buffer) { delete buffer; }

void *qdrt_buffer_address(qdrt_buffer buffer) { return buffer ? buffer->buffer->address() : nullptr; }

uint64_t qdrt_buffer_bytes(qdrt_buffer buffer) { return buffer ? buffer->buffer->bytes() : 0; }

/// Checks the range, then calls `work` with the stream that it holds.
template <typename Work>
static qdrt_status onRange(const qdrt_buffer_s &range, uint64_t offset, uint64_t bytes, qdrt_stream stream, Work work) {
  qdc::Status inside = range.buffer->checkRange(offset, bytes);
  if (!inside)
    return fail(inside.error());
  Stream *on = streamOf(*range.session, stream);
  if (!on)
    return failForeignStream();
  Turn turn(on->mutex);
  qdc::Status done = work(on->work());
  return done ? QDRT_OK : fail(done.error());
}

qdrt_status qdrt_buffer_write(qdrt_buffer to, uint64_t offset, const void *from, uint64_t bytes, qdrt_stream stream) {
  if (!to)
    return failNull("qdrt_buffer_write", "to");
  if (!from && bytes != 0)
    return failNull("qdrt_buffer_write", "from");
  return guard([&] {
    return onRange(*to, offset, bytes, stream,
                   [&](BackendStream &work) { return work.write(to->buffer->at(offset), from, bytes); });
  });
}

qdrt_status qdrt_buffer_read(qdrt_buffer from, uint64_t offset, void *to, uint64_t bytes, qdrt_stream stream) {
  if (!from)
    return failNull("qdrt_buffer_read", "from");
  if (!to && bytes != 0)
    return failNull("qdrt_buffer_read", "to");
  return guard([&] {
    return onRange(*from, offset, bytes, stream,
                   [&](BackendStream &work) { return work.read(to, from->buffer->at(offset), bytes); });
  });
}

qdrt_status qdrt_buffer_copy(qdrt_buffer to, uint64_t to_offset, qdrt_buffer from, uint64_t from_offset, uint64_t bytes,
                             qdrt_stream stream) {
  if (!to)
    return failNull("qdrt_buffer_copy", "to");
  if (!from)
    return failNull("qdrt_buffer_copy", "from");
  return guard([&] {
    if (to->buffer->device() != from->buffer->device())
      return fail(QDRT_INVALID_ARGUMENT, "the two buffers are of different devices");
    qdc::Status inside = from->buffer->checkRange(from_offset, bytes);
    if (!inside)
      return fail(inside.error());
    return onRange(*to, to_offset, bytes, stream, [&](BackendStream &work) {
      return work.copy(to->buffer->at(to_offset), from->buffer->at(from_offset), bytes);
    });
  });
}

qdrt_status qdrt_buffer_fill(qdrt_buffer to, uint64_t offset, uint64_t bytes, const void *pattern,
                             uint32_t pattern_bytes, qdrt_stream stream) {
  if (!to)
    return failNull("qdrt_buffer_fill", "to");
  if (!pattern)
    return failNull("qdrt_buffer_fill", "pattern");
  return guard([&] {
    if (pattern_bytes != 1 && pattern_bytes != 2 && pattern_bytes != 4 && pattern_bytes != 8)
      return fail(QDRT_INVALID_ARGUMENT, "the pattern has {} bytes; it takes 1, 2, 4 or 8", pattern_bytes);
    if (bytes % pattern_bytes != 0)
      return fail(QDRT_INVALID_ARGUMENT, "{} bytes are not a multiple of the pattern's {}", bytes, pattern_bytes);
    return onRange(*to, offset, bytes, stream, [&](BackendStream &work) {
      return work.fill(to->buffer->at(offset), bytes, {static_cast<const std::byte *>(pattern), pattern_bytes});
    });
  });
}
