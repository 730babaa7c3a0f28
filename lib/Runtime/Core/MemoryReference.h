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

/// A block that a device gave: memory of its own, or memory of the host for copies.
struct Allocation {
  void *address = nullptr; // of its first byte: that which tasks use, or, in memory of the host, that of the host
  void *native = nullptr;  // the driver's object; NULL for a driver that knows blocks by their address
  bool operator==(const Allocation &) const = default;
};

/// A byte of an allocation, or of memory that a caller brought, of which only the address is known.
class MemoryReference {
public:
  MemoryReference() = default; // nothing
  explicit MemoryReference(const Allocation &allocation, uint64_t offset = 0) : block(allocation), byteOffset(offset) {}
  static MemoryReference ofCaller(const void *address) { return MemoryReference({const_cast<void *>(address)}); }

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
