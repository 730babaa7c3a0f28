//===- Image.h - A CPU image in this process --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CPU_IMAGE_H
#define QDRT_CPU_IMAGE_H

#include "Runtime/Core/Backend.h"

#include "qdc/Support/FileDescriptor.h"

namespace qdrt::loader::cpu {

/// A function of an image, and those of its private form (KernelABI.h).
struct Entry final : BackendEntry {
  const qdc::EntryPoint *description = nullptr;
  qd_cpu_entry code = nullptr;
  qd_cpu_entry privateCode = nullptr; // NULL: it has no private form
  std::vector<qd_cpu_entry> merges;   // of each array of the private form
};

/// A shared object as qdc's linker makes them, loaded from memory. None of its code runs before an entry is called.
/// Destroying it unloads the code; no entry is running then.
class Image final : public BackendImage {
public:
  /// invalidPackage names what is refused: what is no ELF shared object for x86-64, what is damaged, and all that would
  /// run code or bind to other libraries (CPUImage.h). inputOutput: the operating system refused to
  /// load it.
  static qdc::Result<std::unique_ptr<BackendImage>> load(std::span<const std::byte> bytes);
  ~Image() override;

  qdc::Result<std::unique_ptr<BackendEntry>> prepare(const qdc::EntryPoint &description) override;
  /// invalidPackage names a symbol that is not there.
  qdc::Result<qd_cpu_entry> find(const std::string &symbol) const;

private:
  explicit Image(qdc::FileDescriptor file) : file(std::move(file)) {}

  // An in-memory file. It stays open until the code is unloaded: the dynamic linker knows objects by path, and a
  // reused number would give the code of the image that had it before.
  qdc::FileDescriptor file;
  void *library = nullptr;
};

} // namespace qdrt::loader::cpu

#endif // QDRT_CPU_IMAGE_H
