//===- ManifestReader.h - JSON to Manifest ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_MANIFESTREADER_H
#define QDC_PACKAGE_MANIFESTREADER_H

#include "qdc/Package/Manifest.h"

namespace qdc {

/// Reads the JSON of a manifest and verifies it (ManifestVerifier.h), so that
/// nothing after this has to check an index, a size or an expression again.
///
/// Messages name the place, for example 'kernels[0].tasks[2].extent'. The code
/// is incompatible for a major version, a required feature, a node kind or
/// another enumerator that this reader does not know, and invalidPackage for
/// everything else. All keys are required, but those of std::optional members;
/// other keys are ignored in a manifest of a newer minor version and refused
/// otherwise.
Result<Manifest> readManifest(std::string_view json);

} // namespace qdc

#endif // QDC_PACKAGE_MANIFESTREADER_H
