//===- PackageReader.h - Bytes to a package ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_PACKAGEREADER_H
#define QDC_PACKAGE_PACKAGEREADER_H

#include "qdc/Package/ManifestOutline.h"
#include "qdc/Support/Bytes.h"

namespace qdc {

/// What the file holds of a module besides its part of the manifest.
struct ModuleBytes {
  std::vector<ByteSpan> images; // as many as the module's images, in the same order; see verifyImageDigest
  ByteSpan data;                // the initial values of globals, dataBytes of the module
};

/// A package in memory. The views are slices of the bytes given to readPackage.
struct Package {
  Manifest manifest;
  std::string_view manifestText;    // the JSON as stored
  std::vector<ModuleBytes> modules; // as many as manifest.modules, in the same order
};

/// Reads and verifies container, manifest and data. The digests of manifest and
/// data are checked, those of images are compared with the manifest but not
/// computed, because a loader uses one image of many. Nothing is copied but the
/// manifest; `bytes` must outlive the package. The code of the error is
/// invalidPackage or incompatible.
Result<Package> readPackage(ByteSpan bytes);

/// A package whose kernels are read one by one. The views are slices of the bytes
/// given to readPackageOutline, but for those of the manifest, which it owns.
struct PackageOutline {
  ManifestOutline manifest;
  std::string_view manifestText;    // the JSON as stored
  std::vector<ModuleBytes> modules; // as many as the manifest has, in the same order
};

/// As readPackage, but for the kernels (ManifestOutline.h).
Result<PackageOutline> readPackageOutline(ByteSpan bytes);

/// The error with the name of the file that it is about: "'a.fatbin': ".
Error inFile(std::string_view name, const Error &error);

/// Computes the digest of an image's bytes, which must be called once before they
/// are used. The error names the image's target.
Status verifyImageDigest(const Image &image, ByteSpan bytes);
/// The same for an image of a module.
inline Status verifyImageDigest(const Package &package, size_t module, size_t image) {
  return verifyImageDigest(package.manifest.modules[module].images[image], package.modules[module].images[image]);
}

/// Whether the loader takes all of a package, whatever the device: readPackage, the digest of each image, and what a
/// CPU would load (CPUImage.h). Images for GPUs have no other check than their driver's.
Status verifyPackage(ByteSpan bytes);

} // namespace qdc

#endif // QDC_PACKAGE_PACKAGEREADER_H
