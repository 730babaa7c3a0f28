//===- PackageContents.h - What a package was written from ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_PACKAGECONTENTS_H
#define QDC_PACKAGE_PACKAGECONTENTS_H

#include "qdc/Package/PackageReader.h"
#include "qdc/Package/PackageWriter.h"

namespace qdc {

/// What writePackage() takes beside the manifest to write a package again: for each module, the views of `package` with
/// what the file's entries tell LLVM's tools of each image. `bytes` are those that the package was read from.
std::vector<ModuleContents> contentsOf(const Package &package, ByteSpan bytes);

} // namespace qdc

#endif // QDC_PACKAGE_PACKAGECONTENTS_H
