//===- OpenPackage.h - A package to be written again ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LINK_OPENPACKAGE_H
#define QDC_LINK_OPENPACKAGE_H

#include "qdc/Package/PackageWriter.h"

#include <string>

namespace qdc {

/// All of a package, in the form that writePackage() takes.
struct OpenPackage {
  Manifest manifest;
  std::vector<ModuleContents> contents; // of the manifest's modules; views of the file's bytes
};

/// Reads and verifies all of a file (verifyPackage), whose bytes must outlive what is made of it. `name` is the file's
/// in messages. Errors are those of readPackage, and incompatible for a manifest of a newer minor version, of which
/// something would be lost.
Result<OpenPackage> openPackage(const std::string &name, ByteSpan bytes);

/// The file with all of that, read again as the loader reads it. Equal packages give equal bytes. An error is a bug.
Result<ByteVector> closePackage(const OpenPackage &package);

} // namespace qdc

#endif // QDC_LINK_OPENPACKAGE_H
