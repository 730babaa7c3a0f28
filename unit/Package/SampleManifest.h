//===- SampleManifest.h - A manifest with one of everything -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_PACKAGE_SAMPLEMANIFEST_H
#define QDC_UNIT_PACKAGE_SAMPLEMANIFEST_H

#include "qdc/Package/PackageWriter.h"

namespace qdc {

/// A valid manifest of two modules that uses every node, slot, global and site kind. Digests
/// are those of sampleContents().
Manifest sampleManifest();

/// The same without what libqdrt doesn't take yet.
Manifest launchableManifest();

/// Images of different lengths, among them an empty one, and data, to go with both.
std::vector<ModuleContents> sampleContents();

} // namespace qdc

#endif // QDC_UNIT_PACKAGE_SAMPLEMANIFEST_H
