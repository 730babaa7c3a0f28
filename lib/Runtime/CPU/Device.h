//===- Device.h - The processors as a device --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CPU_DEVICE_H
#define QDRT_CPU_DEVICE_H

#include "Runtime/CPU/Features.h"
#include "Runtime/CPU/ThreadPool.h"
#include "Runtime/Core/Backend.h"

namespace qdrt::loader::cpu {

/// Host memory, and a pool of threads that all streams of the device share.
class Device final : public BackendDevice {
public:
  explicit Device(uint32_t threadCount);

  /// Of a device with so many threads.
  static BackendCapabilities capabilitiesOf(uint32_t threadCount);
  const BackendCapabilities &capabilities() const override { return can; }
  std::string unusableReason(const void *address) const override { return {}; }
  /// All memory is the host's.
  qdc::Result<Allocation> allocate(uint64_t bytes, MemoryUse use) override;
  void free(const Allocation &allocation, MemoryUse use) override;
  qdc::Status signal(const MemoryReference &to, uint32_t value) override;
  LoopCosts loopCosts() const override { return {}; }
  std::string target() const override { return "cpu:native"; }
  ImageFit fit(const qdc::Image &image, std::span<const std::byte> bytes) const override;
  qdc::Result<const char *> noLaunchReason(const qdc::EntryPoint &entry) const override {
    return cpu::noLaunchReason(entry);
  }
  qdc::Result<std::unique_ptr<BackendImage>> load(std::span<const std::byte> bytes) override;
  qdc::Result<std::unique_ptr<BackendStream>> createStream() override;
  qdc::Result<std::unique_ptr<BackendEvent>> createEvent() override;
  qdc::Result<std::unique_ptr<BackendInstance>>
  createInstance(const qdc::Kernel &kernel, std::span<BackendEntry *const> entries, BackendStream &stream) override;
  qdc::Status synchronize() override { return {}; }
  void releaseCaches() override { pool.endThreads(); }

private:
  const BackendCapabilities can;
  const ProcessorFeatures features;
  ThreadPool pool;
};

} // namespace qdrt::loader::cpu

#endif // QDRT_CPU_DEVICE_H
