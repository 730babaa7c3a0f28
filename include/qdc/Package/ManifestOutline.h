//===- ManifestOutline.h - A manifest, read kernel by kernel ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A package may have thousands of kernels, of which a program launches a few. So
// a loader reads a manifest in two steps: its outline when the package is opened,
// and a kernel, with what one image has for it, when somebody asks for it. Each
// is verified when it is read, and trusted afterwards. ManifestReader.h reads all
// at once.
//
// The outline has all that spans kernels: versions, globals, sites, images, and,
// as the package's index has it, of each kernel its name, its variant and which
// entry points are for it. What else stands in a kernel, or in an entry point,
// was not looked at.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_MANIFESTOUTLINE_H
#define QDC_PACKAGE_MANIFESTOUTLINE_H

#include "qdc/Package/Manifest.h"
#include "qdc/Support/Bytes.h"

#include <memory>

namespace qdc {

/// A kernel that is not read yet.
struct KernelOutline {
  std::string name;
  std::string variant;        // see variantOf()
  bool isSpecialized = false; // it has specialized values
  std::string_view text;      // its JSON
};

/// A region, an entry point or a loop of an image that is not read yet.
struct CodeOutline {
  uint32_t kernel = 0;   // that it is for
  uint32_t place = 0;    // in the image's list
  std::string_view text; // its JSON
};

/// Each list ascends by kernels, and for one kernel by places.
struct ImageOutline {
  std::vector<CodeOutline> regions, entryPoints, loops;
};

struct ModuleOutline {
  std::vector<KernelOutline> kernels;
  std::vector<ImageOutline> images;
};

struct ManifestOutline {
  std::unique_ptr<const std::string> text; // the JSON as stored, which the parts are views of
  Manifest head; // its modules have no kernels, its images no regions, entry points and loops
  std::vector<ModuleOutline> modules;
};

/// Reads the outline by the manifest's index (ManifestIndex.h) and verifies what spans kernels (ManifestVerifier.h).
/// Errors are those of readManifest, and an index that is none or of another manifest; what is wrong inside of one
/// kernel, or what an image has for it, also that it is not as the index says, is told by readKernel.
Result<ManifestOutline> readOutline(std::string json, ByteSpan index);

/// A kernel of the manifest, with what an image has for it.
struct KernelWithCode {
  Kernel kernel;
  std::vector<ImageRegion> regions;
  std::vector<EntryPoint> entryPoints;
  std::vector<LoopCode> loops; // an `entryPoint` is a position in this entryPoints
};

/// Reads and verifies kernel `general` of module `module`, which has no specialized values, and before it in the
/// result those of its name and variant that have some, each with what image `image` of that variant has for it. Any
/// number of threads may read kernels of one outline. Errors are those of readManifest, for these parts.
Result<std::vector<KernelWithCode>> readKernel(const ManifestOutline &outline, size_t module, size_t general,
                                               size_t image);

} // namespace qdc

#endif // QDC_PACKAGE_MANIFESTOUTLINE_H
