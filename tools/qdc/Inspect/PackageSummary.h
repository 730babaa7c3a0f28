//===- PackageSummary.h - What inspect shows --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_PACKAGESUMMARY_H
#define QDC_TOOLS_INSPECT_PACKAGESUMMARY_H

#include "Inspect/GivenSizes.h"
#include "Inspect/ImageCode.h"
#include "Inspect/SourceText.h"
#include "qdc/Package/Manifest.h"

#include <string>
#include <vector>

namespace qdc {

/// What the file holds of a module besides its part of the manifest.
struct ModuleSummary {
  std::vector<uint64_t> imageBytes; // one for each image
  std::vector<ImageCode> imageCode; // likewise
};

struct PackageSummary {
  std::string path; // as given
  uint64_t bytes = 0;
  Manifest manifest;
  std::string manifestText;           // the JSON as stored
  std::vector<ModuleSummary> modules; // as the manifest's
  std::optional<SourceText> source;   // if it was asked for
  GivenSizes sizes;                   // at which bytes are told
};

/// Reads a package whole, and checks the digests of its images. The error names the path.
Result<PackageSummary> summarizePackage(const std::string &path, ByteSpan bytes);

/// "module 1", where there are several; else empty.
std::string moduleTitle(const PackageSummary &package, size_t module);

/// Makes every name and message one that may be shown (printableLine), as all but
/// inspectJson need. Lines of the source stay: the page escapes them itself.
void makePrintable(PackageSummary &package);

/// Everything in the package, for a person.
std::string inspectText(const PackageSummary &package);
/// One JSON object: the file, the sizes of its parts, and the manifest, with
/// what is not for show as JSON's escapes.
std::string inspectJson(const PackageSummary &package);
/// The graphs of the kernels in Graphviz's language: a cluster for each kernel
/// and each control node, edges in the order in which nodes run.
std::string inspectDot(const PackageSummary &package);
/// The graphs of the kernels as a picture (GraphPicture.h), one below the other.
std::string inspectSvg(const PackageSummary &package);
/// All of that as one page that needs no other file, no network and no script.
std::string inspectHtml(const PackageSummary &package);

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_PACKAGESUMMARY_H
