//===- Package.h - A package loaded on a device -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_PACKAGE_H
#define QDRT_PACKAGE_H

#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Device/Device.h"
#include "Runtime/Device/SharedStream.h"
#include "Runtime/Package/Kernel.h"

#include "qdc/Support/Bytes.h"

#include <deque>

namespace qdrt::loader {

/// Where a global lies. Binding an external one is the only change after loading.
struct GlobalState {
  DeviceMemory memory;                 // of an owned one
  std::atomic<void *> address = nullptr; // NULL: external and not bound
  uint64_t bytes = 0;
  std::vector<int64_t> shape;

  /// Of one that is bound or owned.
  MemoryReference place() const { return memory.address() ? memory.at(0) : MemoryReference::ofCaller(address.load()); }
};

/// An image of the package and why it is not in use.
struct ImageState {
  uint64_t bytes = 0;
  bool chosen = false;
  std::string reason; // empty for the chosen one
};

/// A caller's wish for an image; empty: whatever fits.
struct ImageChoice {
  std::string target;
  std::string variant;
};

/// It outlives the instances of its kernels.
class Package {
public:
  /// Verifies the bytes, picks an image, loads its code and makes the globals, for which it adds work to `stream`:
  /// whoever uses other streams waits for it. The bytes may go away afterwards.
  static qdc::Result<std::shared_ptr<Package>> load(std::shared_ptr<Device> device, SharedStream stream,
                                                    std::span<const std::byte> bytes, const ImageChoice &choice);

  Device &device() const { return *owner; }
  const qdc::Manifest &manifest() const { return description; }
  const std::string &manifestText() const { return text; }
  const std::vector<ImageState> &images() const { return imageStates; }

  /// In the order of the source.
  std::deque<Kernel> &kernels() { return kernelList; }
  /// The kernel of that name, by its index, or notFound, which lists the names.
  qdc::Result<uint32_t> findKernel(std::string_view name) const;

  const std::deque<GlobalState> &globals() const { return globalStates; }
  /// Those that callers may name, in the manifest's order.
  const std::vector<uint32_t> &publicGlobals() const { return publicList; }
  /// A public global, or notFound, which lists the names.
  qdc::Result<uint32_t> findGlobal(std::string_view name) const;
  /// Binds external global `index` to memory of the caller. No kernel of the package is running.
  qdc::Status bindGlobal(uint32_t index, void *address, uint64_t bytes);
  /// Changes whenever a global's address does.
  uint64_t globalGeneration() const { return generation.load(std::memory_order_acquire); }

private:
  explicit Package(std::shared_ptr<Device> device) : owner(std::move(device)) {}
  qdc::Result<uint32_t> chooseImage(const ImageChoice &choice, std::span<const qdc::ByteSpan> code);
  qdc::Status planKernels(const qdc::Image &image);
  qdc::Status makeGlobals(SharedStream stream, std::span<const std::byte> data);
  static qdc::Status initialize(BackendStream &work, const qdc::Global &global, const GlobalState &state,
                                std::span<const std::byte> data);

  const std::shared_ptr<Device> owner;
  qdc::Manifest description;
  std::string text;
  std::vector<ImageState> imageStates;
  std::unique_ptr<BackendImage> code;
  std::deque<GlobalState> globalStates; // never moved
  std::vector<uint32_t> publicList;
  std::atomic<uint64_t> generation = 1;
  std::deque<Kernel> kernelList; // never moved: instances point at them
};

} // namespace qdrt::loader

#endif // QDRT_PACKAGE_H
