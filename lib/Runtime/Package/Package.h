//===- Package.h - A package loaded on a device -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_PACKAGE_PACKAGE_H
#define QDRT_PACKAGE_PACKAGE_H

#include "Runtime/Package/Kernel.h"
#include "Runtime/Package/Module.h"

#include <functional>

namespace qdrt::loader {

/// A global that callers may name.
struct PublicGlobal {
  std::reference_wrapper<Module> module;
  uint32_t index = 0; // among those of the module

  const qdc::Global &description() const { return module.get().description().globals[index]; }
  const GlobalState &state() const { return module.get().globals()[index]; }
  /// Of one that is bound or owned.
  MemoryReference place() const { return module.get().placeOfGlobal(index); }
};

/// An image as the manifest describes it, and what became of it.
struct PackageImage {
  const qdc::Image &description;
  const ImageState &state;
};

/// It outlives its kernels.
class Package {
public:
  /// Reads the bytes up to the kernels and loads each module: picks an image, loads its code and makes the globals, for
  /// which it adds work to `stream`: whoever uses other streams waits for it. The bytes may go away afterwards.
  static qdc::Result<std::shared_ptr<Package>> load(std::shared_ptr<Device> device, SharedStream stream,
                                                    std::span<const std::byte> bytes, const ImageChoice &choice);

  Device &device() const { return *owner; }
  const std::string &manifestText() const { return *outline.text; }
  /// Whether that is a module of this package.
  bool holds(const Module &module) const;

  /// Those of all modules, in their order; `number` counts all.
  uint32_t imageCount() const;
  PackageImage image(uint32_t number) const;

  /// Those of all modules, in the order of the sources.
  uint32_t kernelCount() const { return static_cast<uint32_t>(kernelList.size()); }
  const std::string &kernelName(uint32_t index) const;
  /// The kernel of that name, by its index, or notFound, which lists the names.
  qdc::Result<uint32_t> findKernel(std::string_view name) const;
  /// Reads a kernel and verifies it, finds its code, and plans its launches, each time anew. Any thread. Errors are
  /// those of readKernel and planVariants.
  qdc::Result<std::unique_ptr<Kernel>> readKernel(uint32_t index) const;

  /// Whether any module has a global, public or not.
  bool hasGlobals() const;
  /// Those of all modules, in the manifest's order.
  const std::vector<PublicGlobal> &publicGlobals() const { return publicList; }
  /// A public global, or notFound, which lists the names.
  qdc::Result<PublicGlobal> findGlobal(std::string_view name) const;
  /// Binds an external global to memory of the caller. No kernel of the package is running.
  qdc::Status bindGlobal(const PublicGlobal &global, void *address, uint64_t bytes);

private:
  /// All the code of one name in the chosen image, by the kernel in the module's part of the manifest that is general.
  struct KernelPlace {
    uint32_t module = 0;
    uint32_t general = 0;
  };

  Package(std::shared_ptr<Device> device, qdc::ManifestOutline manifest)
      : owner(std::move(device)), outline(std::move(manifest)) {}
  void listKernels(uint32_t module);
  void listGlobals(Module &module);

  const std::shared_ptr<Device> owner;
  const qdc::ManifestOutline outline;
  std::vector<std::unique_ptr<Module>> moduleList;
  std::vector<PublicGlobal> publicList;
  std::vector<KernelPlace> kernelList;
};

} // namespace qdrt::loader

#endif // QDRT_PACKAGE_PACKAGE_H
