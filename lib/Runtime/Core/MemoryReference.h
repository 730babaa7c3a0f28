//===- MemoryReference.h - A place in memory of a device --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some drivers copy between addresses, others between objects that they made
// (a buffer) and offsets in them. So what is copied, filled or read is named by
// both: the allocation and the bytes from its start.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_MEMORYREFERENCE_H
#define QDRT_CORE_MEMORYREFERENCE_H

#include <cstddef>
#include <cstdint>

namespace qdrt::loader {

/// What a block is for, by which a backend places it.
enum class MemoryUse : uint8_t {
  device,      // memory that tasks use: arrays, workspaces, slots
  signalled,   // the same, which BackendDevice::signal writes too: stop words
  hostVisible, // memory of the host that the device writes and the host reads: reports of launches
};

/// A block that a device gave.
struct Allocation {
  void *address = nullptr; // of its first byte: that which tasks use, or, in memory of the host, that of the host
  void *native = nullptr;  // the driver's object; NULL for a driver that knows blocks by their address
  bool operator==(const Allocation &) const = default;
};

/// A byte of an allocation, or of memory that no device of the loader gave, of which only the address is known.
class MemoryReference {
public:
  MemoryReference() = default; // nothing
  explicit MemoryReference(const Allocation &allocation, uint64_t offset = 0) : block(allocation), byteOffset(offset) {}
  /// Of memory that somebody else allocated; LiveBuffers.h resolves addresses in buffers.
  static MemoryReference ofForeign(const void *address) { return MemoryReference({const_cast<void *>(address)}); }

  const Allocation &allocation() const { return block; }
  /// In bytes, from the start of the allocation.
  uint64_t offset() const { return byteOffset; }
  void *address() const { return static_cast<std::byte *>(block.address) + byteOffset; }
  MemoryReference operator+(uint64_t bytes) const { return MemoryReference(block, byteOffset + bytes); }
  explicit operator bool() const { return block.address != nullptr; }
  bool operator==(const MemoryReference &) const = default;

private:
  Allocation block;
  uint64_t byteOffset = 0;
};

} // namespace qdrt::loader

#endif // QDRT_CORE_MEMORYREFERENCE_H
