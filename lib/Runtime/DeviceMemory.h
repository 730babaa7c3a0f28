//===- DeviceMemory.h - A block of device memory ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_DEVICEMEMORY_H
#define QDRT_DEVICEMEMORY_H

#include "Runtime/Backend.h"

#include <utility>

namespace qdrt::loader {

/// Owns a block of device memory; the device outlives it. A block of 0 bytes has no address.
class DeviceMemory {
public:
  DeviceMemory() = default;
  /// Zeroed. outOfMemory names the size.
  static qdc::Result<DeviceMemory> allocate(BackendDevice &device, uint64_t bytes) {
    DeviceMemory memory;
    memory.bytes = bytes;
    if (bytes == 0)
      return memory;
    qdc::Result<void *> address = device.allocate(bytes);
    if (!address)
      return address.error();
    memory.device = &device;
    memory.start = *address;
    return memory;
  }
  DeviceMemory(DeviceMemory &&other) noexcept { swap(other); }
  DeviceMemory &operator=(DeviceMemory &&other) noexcept {
    DeviceMemory moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~DeviceMemory() {
    if (device)
      device->free(start);
  }

  void *address() const { return start; }
  uint64_t size() const { return bytes; }

private:
  void swap(DeviceMemory &other) noexcept {
    std::swap(device, other.device);
    std::swap(start, other.start);
    std::swap(bytes, other.bytes);
  }

  BackendDevice *device = nullptr;
  void *start = nullptr;
  uint64_t bytes = 0;
};

} // namespace qdrt::loader

#endif // QDRT_DEVICEMEMORY_H
