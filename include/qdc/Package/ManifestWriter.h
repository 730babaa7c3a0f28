//===- ManifestWriter.h - Manifest to JSON ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_MANIFESTWRITER_H
#define QDC_PACKAGE_MANIFESTWRITER_H

#include "qdc/Package/Manifest.h"

namespace qdc {

/// The manifest as JSON: every key that the value's kind has, in one order, so
/// equal manifests give equal bytes. `indent` 0 gives one line, as packages
/// hold it. The strings must be UTF-8 (verifyManifest makes sure).
std::string writeManifest(const Manifest &manifest, unsigned indent = 0);

} // namespace qdc

#endif // QDC_PACKAGE_MANIFESTWRITER_H
