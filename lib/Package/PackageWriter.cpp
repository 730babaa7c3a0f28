//===- PackageWriter.cpp - A package to bytes -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/PackageWriter.h"

#include "PackageKeys.h"
#include "qdc/Package/Container.h"
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

Result<ByteVector> qdc::writePackage(Manifest manifest, const std::vector<ImageBytes> &images, ByteSpan data) {
  if (images.size() != manifest.images.size())
    return Error{ErrorCode::internal, "the manifest describes " + std::to_string(manifest.images.size()) +
                                          " images, but " + std::to_string(images.size()) + " were made"};
  manifest.major = kManifestMajor;
  manifest.minor = kManifestMinor;
  manifest.dataBytes = data.size();
  manifest.dataDigest = data.empty() ? "" : sha256Hex(data);
  for (size_t i = 0; i < images.size(); ++i)
    manifest.images[i].digest = sha256Hex(images[i].bytes);
  if (Status status = verifyManifest(manifest); !status)
    return Error{ErrorCode::internal, status.error().message};

  // LLVM's tools want a triple and an architecture in every entry.
  constexpr std::string_view noTriple = "qdc-unknown-unknown";
  std::string text = writeManifest(manifest);
  std::vector<ContainerEntry> entries;
  entries.push_back(makeEntry(kManifestKind, noTriple, kManifestKind, asBytes(text), sha256Hex(asBytes(text))));
  if (!data.empty())
    entries.push_back(makeEntry(kDataKind, noTriple, kDataKind, data, manifest.dataDigest));
  for (size_t i = 0; i < images.size(); ++i) {
    const ImageBytes &image = images[i];
    ContainerEntry &entry = entries.emplace_back(
        makeEntry(kImageKind, image.triple, image.architecture, image.bytes, manifest.images[i].digest));
    entry.kind = offloadKindOf(manifest.images[i].target).value_or(OffloadKind());
    entry.strings.emplace_back(kTargetKey, manifest.images[i].target);
  }
  return writeContainer(entries);
}
