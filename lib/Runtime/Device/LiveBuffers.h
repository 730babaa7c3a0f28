//===- LiveBuffers.h - Which buffers a device has ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_DEVICE_LIVEBUFFERS_H
#define QDRT_DEVICE_LIVEBUFFERS_H

#include "Runtime/Core/MemoryReference.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace qdrt::loader {

/// The buffers of a device that callers allocated or imported and did not destroy. They tell whether an array of an
/// earlier launch lies in one that is gone, and of which allocation an address is part. Of memory that a caller has
/// from elsewhere they know nothing. Thread-safe.
class LiveBuffers {
public:
  /// `bytes` is 1 or more. false, and nothing is added: the block overlaps one that is there.
  bool add(const MemoryReference &start, uint64_t bytes);
  /// One that was added.
  void remove(const std::byte *address);
  /// Whether `address` lies in a buffer; then `resolved` is a reference to that byte of it.
  bool resolve(const void *address, MemoryReference &resolved) const;
  /// The byte at `address`, of the buffer that it lies in, or else of memory that somebody else allocated.
  MemoryReference referenceTo(void *address) const {
    MemoryReference found = MemoryReference::ofForeign(address);
    (void)resolve(address, found);
    return found;
  }
  /// How many were removed.
  uint64_t removals() const { return removed.load(std::memory_order_relaxed); }

private:
  struct Block {
    const std::byte *begin, *end;
    MemoryReference start;
  };
  std::vector<Block>::const_iterator after(const std::byte *address) const;

  mutable std::mutex mutex;
  std::vector<Block> blocks; // ascending
  std::atomic<uint64_t> removed = 0;
};

} // namespace qdrt::loader

#endif // QDRT_DEVICE_LIVEBUFFERS_H
