//===- PackageReader.cpp - Bytes to a package -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/PackageReader.h"

#include "PackageKeys.h"
#include "qdc/Package/CPUImage.h"
#include "qdc/Package/Container.h"
#include "qdc/Package/ManifestIndex.h"
#include "qdc/Package/ManifestReader.h"
#include "qdc/Support/Sha256.h"

#include <algorithm>

using namespace qdc;

[[gnu::cold]] static Status packageError(FormatPattern what, FormatValues values) {
  return makeError(ErrorCode::invalidPackage, "not a valid package: {}", formatText(what, values));
}

template <typename... Args>
static Status packageError(FormatString<Args...> what, const Args &...args) {
  return packageError(what, {args...});
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
    return formatText("the kind '{}' and the producer '{}'", offloadImageKindName(kind.image),
                      offloadProducerName(kind.producer));
  };
  return packageError("the entry of {} has {} where it takes {}", what, words(entry.kind), words(expected));
}

static Status placeImage(const ContainerEntry &entry, size_t number, const Image &image, ModuleBytes &module) {
  if (stringOf(entry, kDigestKey) != image.digest)
    return packageError("the digest of image {} ('{}') is another one in the manifest than beside the image", number,
                        image.target);
  module.images.push_back(entry.image);
  std::optional<OffloadKind> expected = offloadKindOf(image.target);
  return expected ? checkKind(entry, *expected, formatText("the image for '{}'", image.target)) : Status();
}

static Status placeData(const ContainerEntry &entry, size_t number, const Module &description, ModuleBytes &module) {
  const std::string what = formatText("the data of module {}", number);
  if (stringOf(entry, kDigestKey) != description.dataDigest)
    return packageError("the digest of {} is another one in the manifest than beside the data", what);
  if (entry.image.size() != description.dataBytes)
    return packageError("{} has {} bytes in the manifest, but {} in the file", what, description.dataBytes,
                        entry.image.size());
  module.data = entry.image;
  return checkKind(entry, OffloadKind(), what);
}

/// Sorts the entries after the manifest by the modules that they belong to.
static Status placeEntries(const std::vector<ContainerEntry> &entries, const std::vector<Module> &modules,
                           std::vector<ModuleBytes> &bytes) {
  bytes.resize(modules.size());
  std::vector<std::pair<size_t, size_t>> images; // module and image
  std::vector<size_t> withData;
  for (size_t m = 0; m < modules.size(); ++m) {
    for (size_t i = 0; i < modules[m].images.size(); ++i)
      images.emplace_back(m, i);
    if (modules[m].dataBytes != 0)
      withData.push_back(m);
  }
  size_t imageCount = 0, dataCount = 0;
  for (size_t e = 1; e < entries.size(); ++e) {
    std::string_view kind = stringOf(entries[e], kKindKey);
    Status status;
    if (kind == kImageKind) {
      if (size_t number = imageCount++; number < images.size()) {
        auto [m, i] = images[number];
        status = placeImage(entries[e], number, modules[m].images[i], bytes[m]);
      }
    } else if (kind == kDataKind) {
      if (size_t number = dataCount++; number < withData.size())
        status = placeData(entries[e], withData[number], modules[withData[number]], bytes[withData[number]]);
    } else if (kind != kIndexKind) {
      status = packageError("entry {} is of kind '{}'; after the manifest stand images, data and an index", e, kind);
    }
    if (!status)
      return status;
  }
  if (imageCount != images.size())
    return packageError("the manifest describes {} images, but the file holds {}", images.size(), imageCount);
  if (dataCount != withData.size())
    return packageError("the manifest describes {} modules with data, but the file holds the data of {}",
                        withData.size(), dataCount);
  return {};
}

static Status checkDigest(const ContainerEntry &entry, std::string_view what) {
  if (sha256Hex(entry.image) != stringOf(entry, kDigestKey))
    return packageError("the bytes of the {} do not have the SHA-256 that stands beside them", what);
  return {};
}

/// The entry of the manifest, whose bytes have the digest that stands beside them.
static Status checkManifest(const ContainerEntry &entry) {
  if (stringOf(entry, kKindKey) != kManifestKind)
    return packageError("its first entry is not a manifest");
  if (Status status = checkKind(entry, OffloadKind(), "the manifest"); !status)
    return status;
  return checkDigest(entry, "manifest");
}

/// The bytes of the manifest's index, whose digest is right.
static Result<ByteSpan> findIndex(const std::vector<ContainerEntry> &entries) {
  const ContainerEntry *index = nullptr;
  for (const ContainerEntry &entry : entries) {
    if (stringOf(entry, kKindKey) != kIndexKind)
      continue;
    if (index)
      return packageError("it has two indexes of its manifest");
    index = &entry;
  }
  if (!index)
    return makeError(ErrorCode::incompatible,
                     "not a valid package: it has no index of its manifest, so another version "
                     "of qdc made it; compile it with this one");
  if (Status status = checkKind(*index, OffloadKind(), "the index"); !status)
    return status;
  if (Status status = checkDigest(*index, "index"); !status)
    return status;
  return index->image;
}

/// The bytes of every module, those of its data with the digest that the manifest names.
static Result<std::vector<ModuleBytes>> readModules(const std::vector<ContainerEntry> &entries,
                                                    const std::vector<Module> &modules) {
  std::vector<ModuleBytes> bytes;
  if (Status status = placeEntries(entries, modules, bytes); !status)
    return status;
  for (size_t m = 0; m < modules.size(); ++m)
    if (const ByteSpan data = bytes[m].data; !data.empty() && sha256Hex(data) != modules[m].dataDigest)
      return packageError("the bytes of the data of module {} do not have the SHA-256 that the manifest names", m);
  return bytes;
}

Result<PackageOutline> qdc::readPackageOutline(ByteSpan bytes) {
  Result<std::vector<ContainerEntry>> entries = readContainer(bytes);
  if (!entries)
    return entries.error();
  if (Status status = checkManifest(entries->front()); !status)
    return status;
  Result<ByteSpan> index = findIndex(*entries);
  if (!index)
    return index.error();
  const std::string_view text = asText(entries->front().image);
  Result<ManifestOutline> manifest = readOutline(std::string(text), *index);
  if (!manifest)
    return manifest.error();
  Result<std::vector<ModuleBytes>> modules = readModules(*entries, manifest->head.modules);
  if (!modules)
    return modules.error();
  return PackageOutline{*std::move(manifest), text, *std::move(modules)};
}

Result<Package> qdc::readPackage(ByteSpan bytes) {
  Result<std::vector<ContainerEntry>> entries = readContainer(bytes);
  if (!entries)
    return entries.error();
  if (Status status = checkManifest(entries->front()); !status)
    return status;
  const std::string_view text = asText(entries->front().image);
  Result<Manifest> manifest = readManifest(text);
  if (!manifest)
    return manifest.error();
  Result<ByteSpan> index = findIndex(*entries);
  if (!index)
    return index.error();
  if (!std::ranges::equal(*index, writeIndex(*manifest, text)))
    return packageError("its index is not that of its manifest");
  Result<std::vector<ModuleBytes>> modules = readModules(*entries, manifest->modules);
  if (!modules)
    return modules.error();
  return Package{*std::move(manifest), text, *std::move(modules)};
}

Error qdc::inFile(std::string_view name, const Error &error) {
  return {error.code, formatText("'{}': {}", name, error.message)};
}

Status qdc::verifyImageDigest(const Image &image, ByteSpan bytes) {
  if (sha256Hex(bytes) == image.digest)
    return {};
  return packageError("the bytes of the image for '{}' do not have the SHA-256 that the manifest names", image.target);
}

static Status verifyImage(const Image &image, ByteSpan bytes) {
  if (Status status = verifyImageDigest(image, bytes); !status)
    return status;
  std::optional<OffloadKind> kind = offloadKindOf(image.target);
  Status status = kind && kind->image == OffloadImageKind::object ? verifyCPUImage(bytes) : Status();
  return status ? status : packageError("image for '{}': {}", image.target, status.error().message);
}

Status qdc::verifyPackage(ByteSpan bytes) {
  Result<Package> package = readPackage(bytes);
  if (!package)
    return package.error();
  Status status;
  for (size_t m = 0; m < package->modules.size(); ++m)
    for (size_t i = 0; status && i < package->modules[m].images.size(); ++i)
      status = verifyImage(package->manifest.modules[m].images[i], package->modules[m].images[i]);
  return status;
}
