//===- Buffer.h - Device memory of a caller ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_DEVICE_BUFFER_H
#define QDRT_DEVICE_BUFFER_H

#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Device/Device.h"

namespace qdrt::loader {

/// Shared by its handle and by DLPack tensors that view it. Immutable, but for the contents.
class Buffer {
public:
  /// Zeroed. outOfMemory names the size.
  static qdc::Result<std::shared_ptr<Buffer>> allocate(std::shared_ptr<Device> device, uint64_t bytes);
  /// Over memory of the caller's, of a device that shares objects (BackendDevice::importBuffer). invalidArgument also
  /// where it overlaps another buffer of the device.
  static qdc::Result<std::shared_ptr<Buffer>> import(std::shared_ptr<Device> device, const qdrt_vulkan_buffer &range);
  ~Buffer();

  const std::shared_ptr<Device> &device() const { return owner; }
  std::byte *address() const { return static_cast<std::byte *>(block->address()); }
  MemoryReference at(uint64_t offset) const { return block->at(offset); }
  uint64_t bytes() const { return size; }
  /// Its memory, for who needs it longer than the buffer is there; the device outlives it.
  std::shared_ptr<const DeviceMemory> memory() const { return block; }

  /// Whether [offset, offset + count) lies inside; the error tells both.
  qdc::Status checkRange(uint64_t offset, uint64_t count) const;

private:
  Buffer(std::shared_ptr<Device> device, DeviceMemory memory, uint64_t size);
  static qdc::Result<std::shared_ptr<Buffer>> make(std::shared_ptr<Device> device, DeviceMemory memory, uint64_t size);

  const std::shared_ptr<Device> owner;
  const std::shared_ptr<const DeviceMemory> block;
  const uint64_t size;
  bool isListed = false; // among the device's buffers
};

} // namespace qdrt::loader

#endif // QDRT_DEVICE_BUFFER_H
