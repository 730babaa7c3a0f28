//===- Device.h - A device that runs nothing --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_NULL_DEVICE_H
#define QDRT_NULL_DEVICE_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader::null {

/// As most devices are: the host's arrays are copied, and a launch may return before it is complete.
inline constexpr BackendCapabilities kCapabilities = {.isAsynchronous = true, .hasGraphs = true};

/// Memory of the host that counts as the device's. Tests derive devices from it that do more. What a driver knows as an
/// object of its own goes to Allocation::native.
class Device : public BackendDevice {
public:
  const BackendCapabilities &capabilities() const override { return kCapabilities; }
  std::string unusableReason(const void *address) const override { return {}; }
  /// All memory is the host's.
  qdc::Result<Allocation> allocate(uint64_t bytes, MemoryUse use) override;
  void free(const Allocation &allocation, MemoryUse use) override;
  qdc::Status signal(const MemoryReference &to, uint32_t value) override;
  /// Nothing here takes any time. A driver has figures that were measured on a device.
  LoopCosts loopCosts() const override { return {}; }
  std::string target() const override { return "null:any"; }
  /// "null:any" is the one target.
  ImageFit fit(const qdc::Image &image, std::span<const std::byte> bytes) const override;
  qdc::Result<std::unique_ptr<BackendImage>> load(std::span<const std::byte> bytes) override;
  qdc::Result<std::unique_ptr<BackendStream>> createStream() override;
  qdc::Result<std::unique_ptr<BackendEvent>> createEvent() override;
  qdc::Status synchronize() override { return {}; }
  void releaseCaches() override {}
};

} // namespace qdrt::loader::null

#endif // QDRT_NULL_DEVICE_H
