//===- PackageReader.cpp - Bytes to a package -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/PackageReader.h"

#include "PackageKeys.h"
#include "qdc/Package/Container.h"
#include "qdc/Package/ManifestReader.h"
#include "qdc/Support/Sha256.h"

using namespace qdc;

static Error packageError(const std::string &what) {
  return {ErrorCode::invalidPackage, "not a valid package: " + what};
}

static std::string_view stringOf(const ContainerEntry &entry, std::string_view key) {
  const std::string *value = entry.find(key);
  return value ? std::string_view(*value) : std::string_view();
}

/// Checks that an entry says of its bytes what they are; `what` names them.
static Status checkKind(const ContainerEntry &entry, const OffloadKind &expected, const std::string &what) {
  if (entry.kind == expected)
    return {};
  auto words = [](const OffloadKind &kind) {
    return "the kind '" + std::string(offloadImageKindName(kind.image)) + "' and the producer '" +
           std::string(offloadProducerName(kind.producer)) + "'";
  };
  return packageError("the entry of " + what + " has " + words(entry.kind) + " where it takes " + words(expected));
}

static Status checkImageKind(const ContainerEntry &entry, const Image &image) {
  std::optional<OffloadKind> expected = offloadKindOf(image.target);
  return expected ? checkKind(entry, *expected, "the image for '" + image.target + "'") : Status();
}

/// Sorts the entries after the manifest into the package.
static Status placeEntries(const std::vector<ContainerEntry> &entries, Package &package) {
  const std::vector<Image> &images = package.manifest.images;
  bool hasData = false;
  for (size_t i = 1; i < entries.size(); ++i) {
    std::string_view kind = stringOf(entries[i], kKindKey), digest = stringOf(entries[i], kDigestKey);
    if (kind == kImageKind) {
      size_t index = package.images.size();
      if (index < images.size() && digest != images[index].digest)
        return packageError("the digest of image " + std::to_string(index) + " ('" + images[index].target +
                            "') is another one in the manifest than beside the image");
      if (index < images.size())
        if (Status status = checkImageKind(entries[i], images[index]); !status)
          return status;
      package.images.push_back(entries[i].image);
    } else if (kind == kDataKind && !hasData) {
      hasData = true;
      package.data = entries[i].image;
      if (digest != package.manifest.dataDigest)
        return packageError("the digest of the data is another one in the manifest than beside the data");
      if (Status status = checkKind(entries[i], OffloadKind(), "the data"); !status)
        return status;
    } else {
      return packageError("entry " + std::to_string(i) + " is of kind '" + std::string(kind) +
                          "'; after the manifest stand images and at most one entry with data");
    }
  }
  if (package.images.size() != images.size())
    return packageError("the manifest describes " + std::to_string(images.size()) + " images, but the file holds " +
                        std::to_string(package.images.size()));
  if (package.data.size() != package.manifest.dataBytes)
    return packageError("the manifest describes " + std::to_string(package.manifest.dataBytes) +
                        " bytes of data, but the file holds " + std::to_string(package.data.size()));
  return {};
}

Result<Package> qdc::readPackage(ByteSpan bytes) {
  Result<std::vector<ContainerEntry>> entries = readContainer(bytes);
  if (!entries)
    return entries.error();
  const ContainerEntry &first = entries->front();
  if (stringOf(first, kKindKey) != kManifestKind)
    return packageError("its first entry is not a manifest");
  if (Status status = checkKind(first, OffloadKind(), "the manifest"); !status)
    return status.error();
  if (sha256Hex(first.image) != stringOf(first, kDigestKey))
    return packageError("the bytes of the manifest do not have the SHA-256 that stands beside them");

  Package package;
  package.manifestText = asText(first.image);
  Result<Manifest> manifest = readManifest(package.manifestText);
  if (!manifest)
    return manifest.error();
  package.manifest = *std::move(manifest);
  if (Status status = placeEntries(*entries, package); !status)
    return status.error();
  if (!package.data.empty() && sha256Hex(package.data) != package.manifest.dataDigest)
    return packageError("the bytes of the data do not have the SHA-256 that the manifest names");
  return package;
}

Status qdc::verifyImageDigest(const Package &package, size_t index) {
  const Image &image = package.manifest.images[index];
  if (sha256Hex(package.images[index]) == image.digest)
    return {};
  return packageError("the bytes of the image for '" + image.target +
                      "' do not have the SHA-256 that the manifest names");
}
