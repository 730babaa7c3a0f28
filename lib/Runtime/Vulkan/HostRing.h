//===- HostRing.h - Memory through which the host hands over ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_HOSTRING_H
#define QDRT_VULKAN_HOSTRING_H

#include "Runtime/Vulkan/Allocator.h"

namespace qdrt::loader::vulkan {

/// A ring of memory that both the host and the commands of one stream use: slots of tasks, and bytes on their way to or
/// from the device. A piece is used again once the submission is done that was being recorded when it was taken. Used
/// by the thread that uses the stream.
class HostRing {
public:
  /// `bytes` is a multiple of RangeAllocator::kUnit. The memory is allocated by the first take().
  HostRing(Allocator &allocator, Place place, uint64_t bytes) : allocator(allocator), place(place), bytes(bytes) {}
  /// What used it is done.
  ~HostRing();
  HostRing(const HostRing &) = delete;
  HostRing &operator=(const HostRing &) = delete;

  uint64_t size() const { return bytes; }
  struct Piece {
    std::byte *host = nullptr;
    BufferPlace device;
  };
  /// A piece of so many bytes, size() at most, for the command that `commands` records next. Where there is no room it
  /// waits for submissions, and submits what was recorded if its pieces are wanted.
  qdc::Result<Piece> take(uint64_t wanted, Commands &commands);

private:
  struct Use {
    uint64_t end; // of the pieces
    uint64_t submission; // that they are for
  };

  Allocator &allocator;
  const Place place;
  const uint64_t bytes;
  Allocation memory;
  // Positions only grow; the byte of one is that many from the start, modulo the size.
  uint64_t head = 0, tail = 0;
  std::deque<Use> uses; // of what lies between the two, in order
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_HOSTRING_H
