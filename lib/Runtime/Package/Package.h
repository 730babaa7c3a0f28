//===- Package.h - A package loaded on a device -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_PACKAGE_PACKAGE_H
#define QDRT_PACKAGE_PACKAGE_H

#include "Runtime/Package/Kernel.h"
#include "Runtime/Package/Module.h"

#include <deque>
#include <functional>

namespace qdrt::loader {

/// A global that callers may name.
struct PublicGlobal {
  std::reference_wrapper<Module> module;
  uint32_t index = 0; // among those of the module

  const qdc::Global &description() const { return module.get().description().globals[index]; }
  const GlobalState &state() const { return module.get().globals()[index]; }
};

/// An image as the manifest describes it, and what became of it.
struct PackageImage {
  const qdc::Image &description;
  const ImageState &state;
};

/// It outlives the instances of its kernels.
class Package {
public:
  /// Verifies the bytes and loads each module: picks an image, loads its code and makes the globals, for which it adds
  /// work to `stream`: whoever uses other streams waits for it. The bytes may go away afterwards.
  static qdc::Result<std::shared_ptr<Package>> load(std::shared_ptr<Device> device, SharedStream stream,
                                                    std::span<const std::byte> bytes, const ImageChoice &choice);

  Device &device() const { return *owner; }
  const std::string &manifestText() const { return text; }
  /// Whether that is a module of this package.
  bool holds(const Module &module) const;

  /// Those of all modules, in their order; `number` counts all.
  uint32_t imageCount() const;
  PackageImage image(uint32_t number) const;

  /// Those of all modules, in the order of the sources.
  std::deque<Kernel> &kernels() { return kernelList; }
  /// The kernel of that name, by its index, or notFound, which lists the names.
  qdc::Result<uint32_t> findKernel(std::string_view name) const;

  /// Whether any module has a global, public or not.
  bool hasGlobals() const;
  /// Those of all modules, in the manifest's order.
  const std::vector<PublicGlobal> &publicGlobals() const { return publicList; }
  /// A public global, or notFound, which lists the names.
  qdc::Result<PublicGlobal> findGlobal(std::string_view name) const;
  /// Binds an external global to memory of the caller. No kernel of the package is running.
  qdc::Status bindGlobal(const PublicGlobal &global, void *address, uint64_t bytes);

private:
  explicit Package(std::shared_ptr<Device> device) : owner(std::move(device)) {}
  qdc::Status planKernels(Module &module);
  void listGlobals(Module &module);

  const std::shared_ptr<Device> owner;
  std::string text;
  std::vector<std::unique_ptr<Module>> moduleList;
  std::vector<PublicGlobal> publicList;
  std::deque<Kernel> kernelList; // never moved: instances point at them
};

} // namespace qdrt::loader

#endif // QDRT_PACKAGE_PACKAGE_H
