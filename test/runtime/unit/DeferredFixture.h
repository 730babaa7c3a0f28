//===- DeferredFixture.h - Packages on the deferred device ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_RUNTIME_DEFERREDFIXTURE_H
#define QDC_UNIT_RUNTIME_DEFERREDFIXTURE_H

#include "../Fixture.h"
#include "DeferredDevice.h"
#include "Runtime/API/Handles.h"

#include <optional>

namespace runtime_test {

/// A package that is put together, then loaded on a device whose work runs late. Nothing is left at the end.
class DeferredFixture {
public:
  DeferredFixture() { open(); }
  ~DeferredFixture() {
    unload();
    opened.reset();
    CHECK(state.blocks.empty());
  }

  const qdrt::Device &device() const { return *opened; }
  /// Opens the device, in place of the one that is open and has nothing loaded: as the environment has it now, so that
  /// both ways of running tasks can be tested with the same program.
  void open() {
    opened.reset();
    opened.emplace(new qdrt_device_s{openDeferredDevice(state)});
  }
  void load() { loaded.emplace(device(), package.bytes()); }
  void unload() { loaded.reset(); }
  const qdrt::Package &loadedPackage() const { return *loaded; }
  qdrt::Kernel kernel(const std::string &name) const { return loaded->kernel(name); }
  /// Kernels of the device print to `lines` from now on.
  void keepLines() {
    auto receive = [](void *user, const char *text, const char *, uint32_t) {
      static_cast<DeferredFixture *>(user)->lines.push_back(text);
    };
    REQUIRE(qdrt_device_set_print(device().get(), receive, this) == QDRT_OK);
  }

  DeferredState state;
  PackageBuilder package;
  std::vector<std::string> lines;

private:
  struct OpenDevice : qdrt::Device {
    explicit OpenDevice(qdrt_device device) { handle = device; }
  };
  std::optional<OpenDevice> opened;
  std::optional<qdrt::Package> loaded;
};

/// The same with a kernel "k", which the test puts together.
struct KernelFixture : DeferredFixture {
  KernelBuilder &k = package.kernel("k");
};

using Values = std::vector<int64_t>; // of a qdrt::Array

} // namespace runtime_test

#endif // QDC_UNIT_RUNTIME_DEFERREDFIXTURE_H
