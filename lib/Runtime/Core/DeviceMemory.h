//===- DeviceMemory.h - Blocks of memory of a device -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_DEVICEMEMORY_H
#define QDRT_DEVICEMEMORY_H

#include "Runtime/Core/Backend.h"

#include <utility>

namespace qdrt::loader {

/// Owns a block of memory that a device gives; the device outlives it. A block of 0 bytes has no address.
template <auto allocateBlock, auto freeBlock>
class OwnedMemory {
public:
  OwnedMemory() = default;
  /// Zeroed. outOfMemory names the size.
  static qdc::Result<OwnedMemory> allocate(BackendDevice &device, uint64_t bytes) {
    OwnedMemory memory;
    memory.bytes = bytes;
    if (bytes == 0)
      return memory;
    qdc::Result<void *> address = (device.*allocateBlock)(bytes);
    if (!address)
      return address.error();
    memory.device = &device;
    memory.start = *address;
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
      (device->*freeBlock)(start);
  }

  void *address() const { return start; }
  uint64_t size() const { return bytes; }

private:
  void swap(OwnedMemory &other) noexcept {
    std::swap(device, other.device);
    std::swap(start, other.start);
    std::swap(bytes, other.bytes);
  }

  BackendDevice *device = nullptr;
  void *start = nullptr;
  uint64_t bytes = 0;
};

/// Memory of the device.
using DeviceMemory = OwnedMemory<&BackendDevice::allocate, &BackendDevice::free>;
/// Memory of the host that the device copies to and from while the host goes on.
using HostMemory = OwnedMemory<&BackendDevice::allocateHost, &BackendDevice::freeHost>;

} // namespace qdrt::loader

#endif // QDRT_DEVICEMEMORY_H
