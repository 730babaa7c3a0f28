//===- PackageWriter.cpp - A package to bytes -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/PackageWriter.h"

#include "PackageKeys.h"
#include "qdc/Package/Container.h"
#include "qdc/Package/ManifestIndex.h"
#include "qdc/Package/ManifestVerifier.h"
#include "qdc/Package/ManifestWriter.h"
#include "qdc/Support/Sha256.h"

using namespace qdc;

static ContainerEntry makeEntry(std::string_view kind, std::string_view triple, std::string_view architecture,
                                ByteSpan bytes, const std::string &digest) {
  ContainerEntry entry;
  entry.image = bytes;
  entry.strings = {{std::string(kTripleKey), std::string(triple)},
                   {std::string(kArchitectureKey), std::string(architecture)},
                   {std::string(kKindKey), std::string(kind)},
                   {std::string(kDigestKey), digest}};
  return entry;
}

/// Fills in what follows from the contents.
static Status describeContents(Manifest &manifest, const std::vector<ModuleContents> &contents) {
  manifest.major = kManifestMajor;
  manifest.minor = kManifestMinor;
  if (contents.size() != manifest.modules.size())
    return makeError(ErrorCode::internal, "the manifest describes {} modules, but {} were made",
                     manifest.modules.size(), contents.size());
  for (size_t m = 0; m < contents.size(); ++m) {
    Module &module = manifest.modules[m];
    const std::vector<ImageBytes> &images = contents[m].images;
    if (images.size() != module.images.size())
      return makeError(ErrorCode::internal, "module {} of the manifest describes {} images, but {} were made", m,
                       module.images.size(), images.size());
    module.dataBytes = contents[m].data.size();
    module.dataDigest = contents[m].data.empty() ? "" : sha256Hex(contents[m].data);
    for (size_t i = 0; i < images.size(); ++i)
      module.images[i].digest = sha256Hex(images[i].bytes);
  }
  Status status = verifyManifest(manifest);
  return status ? status : Error{ErrorCode::internal, status.error().message};
}

Result<ByteVector> qdc::writePackage(Manifest manifest, const std::vector<ModuleContents> &contents) {
  if (Status status = describeContents(manifest, contents); !status)
    return status;

  // LLVM's tools want a triple and an architecture in every entry.
  constexpr std::string_view noTriple = "qdc-unknown-unknown";
  const std::string text = writeManifest(manifest);
  const ByteVector index = writeIndex(manifest, text);
  std::vector<ContainerEntry> entries;
  entries.push_back(makeEntry(kManifestKind, noTriple, kManifestKind, asBytes(text), sha256Hex(asBytes(text))));
  for (size_t m = 0; m < contents.size(); ++m)
    if (ByteSpan data = contents[m].data; !data.empty())
      entries.push_back(makeEntry(kDataKind, noTriple, kDataKind, data, manifest.modules[m].dataDigest));
  for (size_t m = 0; m < contents.size(); ++m)
    for (size_t i = 0; i < contents[m].images.size(); ++i) {
      const ImageBytes &image = contents[m].images[i];
      const Image &description = manifest.modules[m].images[i];
      ContainerEntry &entry = entries.emplace_back(
          makeEntry(kImageKind, image.triple, image.architecture, image.bytes, description.digest));
      entry.kind = offloadKindOf(description.target).value_or(OffloadKind());
      entry.strings.emplace_back(kTargetKey, description.target);
    }
  entries.push_back(makeEntry(kIndexKind, noTriple, kIndexKind, index, sha256Hex(index)));
  return writeContainer(entries);
}
