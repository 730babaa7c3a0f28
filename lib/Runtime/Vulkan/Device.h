//===- Device.h - A device of Vulkan ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_DEVICE_H
#define QDRT_VULKAN_DEVICE_H

#include "Runtime/CodeCache/CodeCache.h"
#include "Runtime/Core/Backend.h"
#include "Runtime/Vulkan/Allocator.h"
#include "Runtime/Vulkan/Image.h"

#include <array>

namespace qdrt::loader::vulkan {

/// Of every device that was opened; one of the caller's shares objects besides.
inline constexpr BackendCapabilities kCapabilities = {
    .isAsynchronous = true, .hasGraphs = true, .replaysLoops = true, .checksSizes = true};

/// Kernels that are parts of the loader.
enum class OwnKernel : uint8_t {
  publish, // Publish.h
  sizes,   // Sizes.h
  proceed, // Proceed.h
};

/// A device and the memory on it.
class Device final : public BackendDevice {
public:
  static qdc::Result<std::unique_ptr<BackendDevice>> open(std::shared_ptr<Context> context,
                                                          const qdrt_device_options &options);

  const BackendCapabilities &capabilities() const override { return can; }
  std::string unusableReason(const void *address) const override;
  bool hasMemoryAt(const void *address) const override { return memory->hasAddress(address); }
  qdc::Result<Allocation> allocate(uint64_t bytes, MemoryUse use) override;
  ~Device() override;
  /// What streams have under way may use it: it is given to others once that is done. Memory of the caller's is waited
  /// for.
  void free(const Allocation &allocation, MemoryUse use) override;
  qdc::Result<Allocation> importBuffer(const qdrt_vulkan_buffer &range) override;
  qdc::Result<qdrt_vulkan_buffer> exportBuffer(const MemoryReference &start) const override;
  qdc::Status signal(const MemoryReference &to, uint32_t value) override;
  std::string target() const override { return kTarget; }
  ImageFit fit(const qdc::Image &image, std::span<const std::byte> bytes) const override;
  qdc::Result<std::unique_ptr<BackendImage>> load(std::span<const std::byte> bytes) override;
  qdc::Result<std::unique_ptr<BackendStream>> createStream() override;
  qdc::Result<std::unique_ptr<BackendEvent>> createEvent() override;
  /// Streams are waited for one by one; the device does nothing else.
  qdc::Status synchronize() override { return shared->checkValidation(); }
  void releaseCaches() override;
  LoopCosts loopCosts() const override;
  qdc::Result<const char *> noLaunchReason(const qdc::EntryPoint &entry) const override {
    return vulkan::noLaunchReason(entry, shared->features());
  }
  CodeUse codeUse() const override { return cache.use(); }

  const std::shared_ptr<Context> &context() const { return shared; }
  Allocator &allocator() { return *memory; }
  CodeCache &codeCache() { return cache; }
  /// Streams say when they come and go: what is freed is kept for their work. One that goes has none left.
  void attach(const Commands &ofStream);
  void detach(const Commands &ofStream);
  /// A kernel of the loader's own, which lives as long as the device. The first call loads it.
  qdc::Result<const Entry *> own(OwnKernel kernel);

private:
  Device(std::shared_ptr<Context> context, std::unique_ptr<Allocator> memory)
      : shared(std::move(context)), can(capabilitiesOf(*shared)), memory(std::move(memory)) {}
  static BackendCapabilities capabilitiesOf(const Context &context);

  /// Memory that was freed, and the work that may use it: a submission of each stream that had some.
  struct Retired {
    Allocation allocation;
    std::vector<std::pair<std::shared_ptr<Timeline>, uint64_t>> after;
  };
  Retired retire(const Allocation &allocation);
  void finishStreams();
  /// Frees what nothing uses any more; with `waits` all. Whether there was something.
  bool collect(bool waits);

  const std::shared_ptr<Context> shared;
  const BackendCapabilities can;
  const std::unique_ptr<Allocator> memory;
  CodeCache cache;
  std::mutex streamsMutex; // guards `streams`
  std::vector<const Commands *> streams;
  std::mutex retiredMutex; // guards `retired`
  std::vector<Retired> retired;
  struct Own {
    std::unique_ptr<BackendImage> image;
    std::unique_ptr<BackendEntry> entry;
  };
  std::mutex ownMutex;
  std::array<Own, 3> ownKernels; // as OwnKernel; nothing: not loaded yet
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_DEVICE_H
