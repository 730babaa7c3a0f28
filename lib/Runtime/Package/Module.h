//===- Module.h - A module of a loaded package ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one compilation made, ready on a device: its part of the manifest, the
// code of the image that was chosen for it, and its globals. Kernels refer to
// their module; modules of one package know nothing of each other.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_PACKAGE_MODULE_H
#define QDRT_PACKAGE_MODULE_H

#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Device/Device.h"
#include "Runtime/Device/SharedStream.h"
#include "Runtime/Package/ImageChoice.h"

#include "qdc/Package/PackageReader.h"

#include <atomic>
#include <deque>

namespace qdrt::loader {

/// Where a global lies. Binding an external one is the only change after loading. Thread-safe.
class GlobalState {
public:
  uint64_t bytes = 0;
  std::vector<int64_t> shape;

  /// Makes it an owned one, which has an address also where it has no elements.
  void own(DeviceMemory own) { memory = std::move(own); }
  /// Gives an external one another address.
  void bind(void *address) { bound = address; }

  /// NULL: it is external and not bound.
  void *address() const { return memory.address() ? memory.address() : bound.load(); }
  /// The same as a reference: an address that a caller bound is resolved to the buffer that it lies in now, if it does.
  MemoryReference place(const LiveBuffers &buffers) const {
    return memory.address() ? memory.at(0) : buffers.referenceTo(bound.load());
  }

private:
  DeviceMemory memory; // nothing: it is external
  std::atomic<void *> bound = nullptr;
};

class Module {
public:
  /// Picks an image of a module of a package, loads its code and makes the globals, for which it adds work to `stream`:
  /// whoever uses other streams waits for it. `name` is that of what has the images, in messages. The head of the
  /// module's part of the manifest and the device outlive it, `bytes` may go away afterwards.
  static qdc::Result<std::unique_ptr<Module>> load(Device &device, SharedStream stream, const qdc::Module &head,
                                                   const qdc::ModuleBytes &bytes, const std::string &name,
                                                   const ImageChoice &choice);

  /// Without kernels, and what images have for them.
  const qdc::Module &description() const { return head; }
  /// In the manifest's order.
  const std::vector<ImageState> &images() const { return imageStates; }
  /// The one that was chosen, and its code.
  const qdc::Image &image() const { return head.images[chosen]; }
  size_t chosenImage() const { return chosen; }
  BackendImage &code() const { return *loaded; }

  /// In the manifest's order.
  const std::deque<GlobalState> &globals() const { return globalStates; }
  /// Where global `index`, one that is bound or owned, lies now.
  MemoryReference placeOfGlobal(uint32_t index) const { return globalStates[index].place(device.buffers()); }
  /// Gives external global `index` another address. No kernel of the module is running.
  void bindGlobal(uint32_t index, void *address);
  /// Changes whenever a global's address does.
  uint64_t globalGeneration() const { return generation.load(std::memory_order_acquire); }

private:
  Module(const Device &device, const qdc::Module &head) : device(device), head(head) {}
  qdc::Status loadImage(Device &device, qdc::ByteSpan bytes);
  qdc::Status makeGlobals(Device &device, SharedStream stream, std::span<const std::byte> data);

  const Device &device;
  const qdc::Module &head;
  std::vector<ImageState> imageStates;
  size_t chosen = 0;
  std::unique_ptr<BackendImage> loaded;
  std::deque<GlobalState> globalStates; // never moved
  std::atomic<uint64_t> generation = 1;
};

} // namespace qdrt::loader

#endif // QDRT_PACKAGE_MODULE_H
