//===- Device.h - A GPU of CUDA ---------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_DEVICE_H
#define QDRT_CUDA_DEVICE_H

#include "Runtime/CUDA/Allocator.h"
#include "Runtime/CUDA/Context.h"
#include "Runtime/CUDA/Features.h"
#include "Runtime/CUDA/LoopCosts.h"
#include "Runtime/CodeCache/CodeCache.h"
#include "Runtime/Core/Backend.h"
#include "Runtime/Core/GraphObjects.h"

#include <array>
#include <mutex>
#include <set>

namespace qdrt::loader::cuda {

/// Of every device.
inline constexpr BackendCapabilities kCapabilities = {
    .isAsynchronous = true, .hasGraphs = true, .adoptsStreams = true, .capturesStreams = true, .checksSizes = true};

/// Kernels that are parts of the loader.
enum class OwnKernel : uint8_t {
  decide,  // Decide.h
  publish, // Publish.h
  sizes,   // Sizes.h
};

/// A context and the memory in it.
class Device final : public BackendDevice {
public:
  static qdc::Result<std::unique_ptr<BackendDevice>> open(std::shared_ptr<Context> context,
                                                          const qdrt_device_options &options);
  ~Device() override;

  const BackendCapabilities &capabilities() const override { return kCapabilities; }
  std::string unusableReason(const void *address) const override;
  bool hasMemoryAt(const void *address) const override;
  /// Memory of the host is page-locked, and mapped: the device uses it under the address of the host.
  qdc::Result<Allocation> allocate(uint64_t bytes, MemoryUse use) override;
  void free(const Allocation &allocation, MemoryUse use) override;
  qdc::Status signal(const MemoryReference &to, uint32_t value) override { return memory.signal(to, value); }
  std::string target() const override { return targetOf(about); }
  ImageFit fit(const qdc::Image &image, std::span<const std::byte> bytes) const override;
  qdc::Result<std::unique_ptr<BackendImage>> load(std::span<const std::byte> bytes) override;
  CodeUse codeUse() const override { return cache.use(); }
  qdc::Result<std::unique_ptr<BackendStream>> createStream() override;
  qdc::Result<std::unique_ptr<BackendStream>> adoptStream(void *native) override;
  qdc::Result<std::unique_ptr<BackendEvent>> createEvent() override;
  qdc::Status synchronize() override;
  void releaseCaches() override;
  LoopCosts loopCosts() const override { return loopCostsOf(features().grid.multiprocessors); }
  const char *noDecisionsReason() const override { return cuda::noDecisionsReason(about); }
  qdc::Result<const char *> noLaunchReason(const qdc::EntryPoint &entry) const override {
    return cuda::noLaunchReason(entry, about);
  }

  const std::shared_ptr<Context> &context() const { return opened; }
  const DeviceFeatures &features() const { return about; }
  Allocator &allocator() { return memory; }
  CodeCache &codeCache() { return cache; }
  /// As LinkedCode.h has it, of when the device was opened; where nobody knew it then, the cache keeps nothing.
  const std::string &driverFile() const { return fileOfDriver; }
  /// A copy of an entry's name that lives as long as the device, so that an error may name a task whose image is gone.
  const std::string *keepName(const std::string &name);
  /// A kernel of the loader's own, which lives as long as the device. The first call loads it.
  qdc::Result<BackendEntry *> own(OwnKernel kernel);
  /// Shared with the graphs that own the objects in it: a graph may outlive the device.
  const std::shared_ptr<GraphObjects> &graphObjects() const { return objectsOfGraphs; }

private:
  explicit Device(std::shared_ptr<Context> context) : opened(std::move(context)), memory(*opened) {}
  CUresult askFeatures(const Driver &driver);
  qdc::Status openCache(const qdrt_device_options &options);
  qdc::Result<Allocation> allocatePageLocked(uint64_t bytes);

  const std::shared_ptr<Context> opened;
  const std::shared_ptr<GraphObjects> objectsOfGraphs = std::make_shared<GraphObjects>();
  DeviceFeatures about;
  Allocator memory;
  CodeCache cache;
  std::string fileOfDriver;
  std::mutex namesMutex;
  std::set<std::string> names;
  struct Own {
    std::unique_ptr<BackendImage> image;
    std::unique_ptr<BackendEntry> entry;
  };
  std::mutex ownMutex;
  std::array<Own, 3> ownKernels; // as OwnKernel; nothing: not loaded yet
};

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_DEVICE_H
