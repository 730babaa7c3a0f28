//===- Stream.cpp - Work in order on a Vulkan device ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Stream.h"

#include "Runtime/Vulkan/Device.h"
#include "Runtime/Vulkan/Graph.h"

#include <algorithm>
#include <cstring>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

// A launch in a ring of slots takes 64 bytes or more.
static constexpr uint64_t kSlotBytes = 256 << 10;
// Arrays are copied through it in pieces of half its size, so that the host fills one while the device copies the
// other.
static constexpr uint64_t kTransferBytes = 4 << 20;

Stream::Stream(Device &device, std::unique_ptr<Commands> made)
    : BackendStream(device.capabilities()), owner(device), commands(std::move(made)),
      slotRing(device.allocator(), Place::shared, kSlotBytes),
      transfers(device.allocator(), Place::host, kTransferBytes), memory(device) {
  device.attach(*commands);
}

qdc::Result<std::unique_ptr<BackendStream>> Stream::create(Device &device) {
  qdc::Result<std::unique_ptr<Commands>> commands = Commands::create(device.context(), device.context()->nextQueue());
  if (!commands)
    return commands.error();
  return std::unique_ptr<BackendStream>(new Stream(device, std::move(*commands)));
}

Stream::~Stream() {
  (void)synchronize();
  if (commands->last() != 0)
    commands->timeline()->finish(commands->last());
  owner.detach(*commands);
}

qdc::Status Stream::endCall(qdc::Status added) {
  if (isLaunching)
    return added;
  if (added)
    return commands->submit();
  // Nothing stays open: memory that it uses may be freed before the next submission.
  commands->drop();
  return added;
}

qdc::Status Stream::checkOwn(const MemoryReference &place) const {
  if (place.allocation().native)
    return {};
  return qdc::makeError(qdc::ErrorCode::unsupported,
                        "memory that does not lie in a buffer of '{}' can't be copied or filled; tasks can use it, and "
                        "qdrt_vulkan_buffer_import makes one of a VkBuffer",
                        context().spelling());
}

qdc::Status Stream::addCopy(const BufferPlace &to, const BufferPlace &from, uint64_t bytes) {
  qdc::Result<VkCommandBuffer> buffer = commands->next();
  if (!buffer)
    return buffer.error();
  const VkBufferCopy range = {from.offset, to.offset, bytes};
  context().driver().cmdCopyBuffer(*buffer, from.buffer, to.buffer, 1, &range);
  return {};
}

qdc::Status Stream::write(const MemoryReference &to, const void *from, uint64_t bytes) {
  if (qdc::Status own = checkOwn(to); !own)
    return own;
  for (uint64_t at = 0; at < bytes;) {
    const uint64_t part = std::min(bytes - at, kTransferBytes / 2);
    qdc::Result<HostRing::Piece> piece = transfers.take(part, *commands);
    if (!piece)
      return endCall(piece.error());
    std::memcpy(piece->host, static_cast<const std::byte *>(from) + at, part);
    if (qdc::Status added = endCall(addCopy(placeOf(to + at), piece->device, part)); !added)
      return added;
    at += part;
  }
  return {};
}

qdc::Status Stream::read(void *to, const MemoryReference &from, uint64_t bytes) {
  if (qdc::Status own = checkOwn(from); !own)
    return own;
  for (uint64_t at = 0; at < bytes;) {
    const uint64_t part = std::min(bytes - at, kTransferBytes);
    qdc::Result<HostRing::Piece> piece = transfers.take(part, *commands);
    if (!piece)
      return piece.error();
    qdc::Status done = addCopy(piece->device, placeOf(from + at), part);
    if (done)
      done = synchronize();
    if (!done)
      return done;
    std::memcpy(static_cast<std::byte *>(to) + at, piece->host, part);
    at += part;
  }
  return bytes == 0 ? synchronize() : qdc::Status();
}

qdc::Status Stream::readLater(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
  if (bytes == 0)
    return {};
  qdc::Status added = checkOwn(from);
  if (added)
    added = addCopy(placeOf(to), placeOf(from), bytes);
  return endCall(std::move(added));
}

CopyApart Stream::copyApart() {
  return [this](const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
    return addCopy(placeOf(to), placeOf(from), bytes);
  };
}

qdc::Status Stream::copy(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
  if (bytes == 0 || to.address() == from.address())
    return {};
  qdc::Status added = checkOwn(to);
  if (added)
    added = checkOwn(from);
  if (added)
    added = overlapsPartly(to, from, bytes) ? copyOverlapping(to, from, bytes, memory, copyApart())
                                            : addCopy(placeOf(to), placeOf(from), bytes);
  return endCall(std::move(added));
}

qdc::Status Stream::fill(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) {
  if (qdc::Status own = checkOwn(to); !own)
    return own;
  // The driver fills words.
  constexpr uint64_t word = sizeof(uint32_t);
  const BufferPlace place = placeOf(to);
  const uint64_t aligned = place.offset % word == 0 ? bytes / word * word : 0;
  const FillPattern repeated = shortestPattern(pattern, word);
  if (repeated.bytes == 0 || aligned == 0) {
    if (bytes == 0)
      return {};
    return endCall(fillByDoubling(*this, to, bytes, pattern, copyApart()));
  }
  uint32_t value = repeated.value;
  for (uint32_t has = repeated.bytes; has < word; has *= 2)
    value |= value << 8 * has;
  qdc::Result<VkCommandBuffer> buffer = commands->next();
  if (!buffer)
    return buffer.error();
  context().driver().cmdFillBuffer(*buffer, place.buffer, place.offset, aligned, value);
  if (aligned != bytes)
    return write(to + aligned, &value, bytes - aligned);
  return endCall({});
}

qdc::Status Stream::synchronize() {
  qdc::Status done = commands->submitAll(); // with what it waits for alone
  if (commands->last() != 0)
    if (qdc::Status waited = commands->wait(commands->last(), "wait for the stream"); done)
      done = std::move(waited);
  if (done)
    done = context().checkNotLost("wait for the stream");
  if (done) {
    memory.release();
    done = context().checkValidation();
  }
  return done;
}

qdc::Status Stream::waitForSemaphore(void *semaphore, uint64_t value) {
  commands->waitFor(static_cast<VkSemaphore>(semaphore), value);
  return {};
}

qdc::Status Stream::signalSemaphore(void *semaphore, uint64_t value) {
  const auto other = static_cast<VkSemaphore>(semaphore);
  uint64_t reached = 0;
  const VkResult code = context().driver().getSemaphoreCounterValue(context().device(), other, &reached);
  if (code != VK_SUCCESS)
    return context().failed(code, "signal a semaphore");
  if (value <= reached)
    return qdc::makeError(qdc::ErrorCode::invalidArgument,
                          "the semaphore can't be raised to {}: it has reached {}, and takes more", value, reached);
  return commands->signal(other, value);
}

qdc::Result<SemaphorePoint> Stream::point() {
  if (qdc::Status submitted = commands->submitAll(); !submitted)
    return submitted.error();
  return SemaphorePoint{commands->timeline()->semaphore(), commands->last()};
}

qdc::Result<std::unique_ptr<BackendGraph>> Stream::buildGraph(std::span<const GraphNode> nodes) {
  return Graph::build(*this, nodes);
}
