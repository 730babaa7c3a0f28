//===- DeviceMemory.h - Blocks of memory of a device ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_DEVICEMEMORY_H
#define QDRT_CORE_DEVICEMEMORY_H

#include "Runtime/Core/Backend.h"

#include <utility>

namespace qdrt::loader {

/// Owns a block of memory that a device gives; the device outlives it. A block of 0 bytes has no address. Or borrows a
/// part of a block that somebody else owns, and that outlives it.
template <MemoryUse use>
class OwnedMemory {
public:
  OwnedMemory() = default;
  /// Zeroed. outOfMemory names the size.
  static qdc::Result<OwnedMemory> allocate(BackendDevice &device, uint64_t bytes) {
    if (bytes == 0)
      return OwnedMemory();
    qdc::Result<Allocation> block = device.allocate(bytes, use);
    if (!block)
      return block.error();
    return own(device, *block, bytes);
  }
  /// Takes over a block that the device gave for this use.
  static OwnedMemory own(BackendDevice &device, const Allocation &block, uint64_t bytes) {
    OwnedMemory memory;
    memory.device = &device;
    memory.block = block;
    memory.bytes = bytes;
    return memory;
  }
  static OwnedMemory borrow(const MemoryReference &start, uint64_t bytes) {
    OwnedMemory memory;
    memory.block = start.allocation();
    memory.begin = start.offset();
    memory.bytes = bytes;
    return memory;
  }
  OwnedMemory(OwnedMemory &&other) noexcept { swap(other); }
  OwnedMemory &operator=(OwnedMemory &&other) noexcept {
    OwnedMemory moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~OwnedMemory() {
    if (device)
      device->free(block, use);
  }

  void *address() const { return at(0).address(); }
  MemoryReference at(uint64_t offset) const { return MemoryReference(block, begin + offset); }
  operator MemoryReference() const { return at(0); }
  uint64_t size() const { return bytes; }

private:
  void swap(OwnedMemory &other) noexcept {
    std::swap(device, other.device);
    std::swap(block, other.block);
    std::swap(begin, other.begin);
    std::swap(bytes, other.bytes);
  }

  BackendDevice *device = nullptr; // NULL: borrowed, or none
  Allocation block;
  uint64_t begin = 0, bytes = 0;
};

/// Memory of the device.
using DeviceMemory = OwnedMemory<MemoryUse::device>;
/// Memory of the device that the host signals by.
using SignalMemory = OwnedMemory<MemoryUse::signalled>;
/// Memory of the host that the device writes while the host goes on.
using HostMemory = OwnedMemory<MemoryUse::hostVisible>;

} // namespace qdrt::loader

#endif // QDRT_CORE_DEVICEMEMORY_H
