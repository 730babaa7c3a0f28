//===- Image.h - A CPU image in this process --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CPU_IMAGE_H
#define QDRT_CPU_IMAGE_H

#include "Runtime/Backend.h"

#include "qdc/Support/FileDescriptor.h"

namespace qdrt::loader::cpu {

/// A shared object without needed libraries, loaded from memory. Destroying it unloads the code; no entry is running
/// then.
class Image final : public BackendImage {
public:
  /// invalidPackage: not an ELF shared object for x86-64, or one that needs a library. inputOutput: the operating
  /// system refused to load it.
  static qdc::Result<std::unique_ptr<BackendImage>> load(std::span<const std::byte> bytes);
  ~Image() override;

  qdc::Result<EntryHandle> find(const std::string &symbol) override;

private:
  explicit Image(qdc::FileDescriptor file) : file(std::move(file)) {}

  // An in-memory file. It stays open until the code is unloaded: the dynamic linker knows objects by path, and a
  // reused number would give the code of the image that had it before.
  qdc::FileDescriptor file;
  void *library = nullptr;
};

} // namespace qdrt::loader::cpu

#endif // QDRT_CPU_IMAGE_H
