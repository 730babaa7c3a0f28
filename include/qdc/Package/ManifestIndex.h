//===- ManifestIndex.h - Where kernels stand in a manifest ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parser goes through every character of a manifest, and a loader has not the time for that. So a package has an
// index beside its manifest: of each kernel, and of each region, entry point and loop of an image, the bytes of the
// manifest that are its JSON, and what has to be known before they are read. docs/package-format.md has the format.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_MANIFESTINDEX_H
#define QDC_PACKAGE_MANIFESTINDEX_H

#include "qdc/Package/ManifestOutline.h"
#include "qdc/Support/Bytes.h"

namespace qdc {

/// The index of a manifest that was read from `json`.
ByteVector writeIndex(const Manifest &manifest, std::string_view json);

/// Reads an index: the modules with their parts, which are views of `json`, in the order of the manifest. Parts lie
/// inside of it, and those of one list follow each other. That they are what the index says is not looked at.
Result<std::vector<ModuleOutline>> readIndex(ByteSpan index, std::string_view json);

} // namespace qdc

#endif // QDC_PACKAGE_MANIFESTINDEX_H
