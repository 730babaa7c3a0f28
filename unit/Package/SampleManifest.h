//===- SampleManifest.h - A manifest with one of everything -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_PACKAGE_SAMPLEMANIFEST_H
#define QDC_UNIT_PACKAGE_SAMPLEMANIFEST_H

#include "qdc/Package/PackageWriter.h"

namespace qdc {

/// A valid manifest that uses every node, slot, global and site kind. Digests
/// are those of sampleImages() and sampleData().
Manifest sampleManifest();

/// Images of different lengths, among them an empty one, to go with it.
std::vector<ImageBytes> sampleImages();
ByteSpan sampleData();

} // namespace qdc

#endif // QDC_UNIT_PACKAGE_SAMPLEMANIFEST_H
