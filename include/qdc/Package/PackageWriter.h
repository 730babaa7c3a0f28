//===- PackageWriter.h - A package to bytes ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_PACKAGEWRITER_H
#define QDC_PACKAGE_PACKAGEWRITER_H

#include "qdc/Package/Manifest.h"
#include "qdc/Support/Bytes.h"

namespace qdc {

/// The machine code of one image and what LLVM's tools show of it.
struct ImageBytes {
  ByteSpan bytes;
  std::string triple;       // x86_64-unknown-linux-gnu
  std::string architecture; // x86-64-v3
};

/// What goes into the file of a module besides its part of the manifest.
struct ModuleContents {
  std::vector<ImageBytes> images; // one for each of the module's images, in the same order
  ByteSpan data;                  // the initial values of globals; empty: none
};

/// The file with that manifest and the contents of its modules, in the same
/// order. Fills in the version, the digests and dataBytes of
/// the manifest, then verifies it: what verifyManifest refuses is the
/// compiler's fault, so the code of that error is internal. Equal input gives
/// equal bytes.
Result<ByteVector> writePackage(Manifest manifest, const std::vector<ModuleContents> &contents);

} // namespace qdc

#endif // QDC_PACKAGE_PACKAGEWRITER_H
