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

/// The buffers that callers made on a device and that are there still: so that a launch does not use the memory of one
/// that is gone, and knows the allocation of each address that a caller gives. Thread-safe.
class LiveBuffers {
public:
  /// The block begins at an address of its own; `bytes` is 1 or more.
  void add(const MemoryReference &start, uint64_t bytes);
  /// One that was added.
  void remove(const std::byte *address);
  /// Whether `address` lies in a buffer; then `resolved` names it by that, for drivers that know memory by objects.
  bool resolve(const void *address, MemoryReference &resolved) const;
  /// How many are gone.
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
