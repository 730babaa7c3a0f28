//===- Container.h - The file around manifest and images --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A package is a sequence of LLVM offload binaries of version 1, one after the
// other, each with one image and a map of strings. docs/package-format.md has
// the layout. This is our own code for it, because the loader has no LLVM;
// llvm-objdump --offloading and llvm-offload-binary read what it writes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_CONTAINER_H
#define QDC_PACKAGE_CONTAINER_H

#include "qdc/Package/OffloadKind.h"
#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace qdc {

/// Where the bytes of every image start in a file that writeContainer made: at
/// a multiple of this.
inline constexpr uint64_t kContainerAlignment = 64;

/// One offload binary.
struct ContainerEntry {
  OffloadKind kind = {};
  std::vector<std::pair<std::string, std::string>> strings; // keys are unique; neither holds a zero byte
  ByteSpan image;                                           // of somebody else

  /// The string of that key, or NULL.
  const std::string *find(std::string_view key) const;
};

/// The entries of a file, in order. Every offset and size was checked, the
/// images are slices of `bytes`. Alignment is not required. The error names the
/// byte; its code is incompatible for another version of the format, else
/// invalidPackage.
Result<std::vector<ContainerEntry>> readContainer(ByteSpan bytes);

/// The bytes of a file with these entries, the same for equal entries.
ByteVector writeContainer(const std::vector<ContainerEntry> &entries);

} // namespace qdc

#endif // QDC_PACKAGE_CONTAINER_H
