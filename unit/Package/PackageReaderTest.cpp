//===- PackageReaderTest.cpp - Tests of PackageReader.h and PackageWriter.h ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/PackageReader.h"

#include "SampleManifest.h"
#include "qdc/Package/Container.h"
#include "qdc/Package/ManifestWriter.h"
#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace qdc;

namespace {

ByteVector samplePackage() {
  Result<ByteVector> bytes = writePackage(sampleManifest(), sampleContents());
  INFO((bytes ? "" : bytes.error().message));
  REQUIRE(bytes.ok());
  return *bytes;
}

std::string readError(ByteSpan bytes) {
  Result<Package> package = readPackage(bytes);
  return package ? "no error" : package.error().message;
}

/// The container of the sample package without entry `left` out, if that is in
/// range, and with `added` at the end.
ByteVector repacked(size_t left, std::vector<ContainerEntry> added = {}) {
  ByteVector bytes = samplePackage();
  auto entries = readContainer(bytes);
  REQUIRE(entries.ok());
  if (left < entries->size())
    entries->erase(entries->begin() + static_cast<ptrdiff_t>(left));
  entries->insert(entries->end(), added.begin(), added.end());
  return writeContainer(*entries);
}

/// The sample package with the string of a key in one entry replaced.
ByteVector withString(size_t index, std::string_view key, std::string value) {
  ByteVector bytes = samplePackage();
  auto entries = readContainer(bytes);
  REQUIRE(entries.ok());
  for (auto &[name, old] : (*entries)[index].strings)
    if (name == key)
      old = value;
  return writeContainer(*entries);
}

/// The sample package with the bytes of one entry replaced, but not what stands beside them.
ByteVector withImage(size_t index, ByteSpan image) {
  ByteVector bytes = samplePackage();
  auto entries = readContainer(bytes);
  REQUIRE(entries.ok());
  (*entries)[index].image = image;
  return writeContainer(*entries);
}

/// The sample package with the kind of one entry replaced.
ByteVector withKind(size_t index, OffloadImageKind image, OffloadProducer producer) {
  ByteVector bytes = samplePackage();
  auto entries = readContainer(bytes);
  REQUIRE(entries.ok());
  (*entries)[index].kind = {image, producer};
  return writeContainer(*entries);
}

/// True if `bytes` is refused, or everything that a loader takes from it equals
/// the sample.
bool isRefusedOrEqual(ByteSpan bytes) {
  static const ByteVector sample = samplePackage();
  static const Result<Package> expected = readPackage(sample);
  Result<Package> package = readPackage(bytes);
  if (!package)
    return !package.error().message.empty();
  if (package->manifestText != expected->manifestText)
    return false;
  for (size_t m = 0; m < package->modules.size(); ++m) {
    const ModuleBytes &module = package->modules[m], &other = expected->modules[m];
    for (size_t i = 0; i < module.images.size(); ++i)
      if (verifyImageDigest(*package, m, i) && asText(module.images[i]) != asText(other.images[i]))
        return false;
    if (asText(module.data) != asText(other.data))
      return false;
  }
  return true;
}

} // namespace

TEST_CASE("a package reads back") {
  ByteVector bytes = samplePackage();
  Result<Package> package = readPackage(bytes);
  REQUIRE(package.ok());
  CHECK(writeManifest(package->manifest) == writeManifest(sampleManifest()));
  CHECK(package->manifestText == writeManifest(sampleManifest()));
  REQUIRE(package->modules.size() == 2);
  const std::vector<ModuleContents> contents = sampleContents();
  for (size_t m = 0; m < contents.size(); ++m) {
    CHECK(asText(package->modules[m].data) == asText(contents[m].data));
    REQUIRE(package->modules[m].images.size() == contents[m].images.size());
    for (size_t i = 0; i < contents[m].images.size(); ++i) {
      ByteSpan image = package->modules[m].images[i];
      CHECK(asText(image) == asText(contents[m].images[i].bytes));
      CHECK((image.data() - bytes.data()) % kContainerAlignment == 0);
      CHECK(verifyImageDigest(*package, m, i).ok());
    }
  }
}

TEST_CASE("equal packages have equal bytes") { CHECK(samplePackage() == samplePackage()); }

TEST_CASE("a module without data has no entry for it") {
  Manifest manifest = sampleManifest();
  manifest.modules[0].globals[1].initial = GlobalInitial::zero;
  std::vector<ModuleContents> contents = sampleContents();
  contents[0].data = {};
  Result<ByteVector> bytes = writePackage(manifest, contents);
  REQUIRE(bytes.ok());
  CHECK(readContainer(*bytes)->size() == 8);
  Result<Package> package = readPackage(*bytes);
  REQUIRE(package.ok());
  CHECK(package->modules[0].data.empty());
  CHECK(asText(package->modules[1].data) == asText(contents[1].data));
}

TEST_CASE("the writer refuses a manifest that no reader takes") {
  Manifest manifest = sampleManifest();
  manifest.modules[0].kernels[1].tasks[0].extent = SizeExpr::scalar(9);
  Result<ByteVector> bytes = writePackage(manifest, sampleContents());
  REQUIRE_FALSE(bytes.ok());
  CHECK(bytes.error().code == ErrorCode::internal);
  CHECK(bytes.error().message ==
        "manifest: 'modules[0].kernels[1].tasks[0].extent' refers to argument 9, but the kernel has 4");
  CHECK(writePackage(sampleManifest(), {}).error().message == "the manifest describes 2 modules, but 0 were made");
  CHECK(writePackage(sampleManifest(), std::vector<ModuleContents>(2)).error().message ==
        "module 0 of the manifest describes 3 images, but 0 were made");
}

TEST_CASE("a package cut at any length is refused") {
  ByteVector bytes = samplePackage();
  for (size_t length = 0; length < bytes.size(); ++length) {
    // A copy of its own lets a sanitizer see a read past the end.
    ByteVector cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(length));
    INFO(length);
    REQUIRE_FALSE(readPackage(cut).ok());
  }
}

TEST_CASE("a package with any byte changed is refused or means the same") {
  ByteVector bytes = samplePackage();
  for (size_t at = 0; at < bytes.size(); ++at)
    for (int change : {0x01, 0x80, 0xff}) {
      ByteVector changed = bytes;
      changed[at] ^= static_cast<std::byte>(change);
      INFO("byte " << at << " xor " << change);
      REQUIRE(isRefusedOrEqual(changed));
    }
}

TEST_CASE("entries that do not fit the manifest are refused") {
  const std::string start = "not a valid package: ";
  CHECK(readError(repacked(0)) == start + "its first entry is not a manifest");
  // Then the data of both modules, three images and two, and the index.
  CHECK(readError(repacked(2)) ==
        start + "the manifest describes 2 modules with data, but the file holds the data of 1");
  CHECK(readError(repacked(1)) ==
        start + "the digest of the data of module 0 is another one in the manifest than beside the data");
  CHECK(readError(repacked(7)) == start + "the manifest describes 5 images, but the file holds 4");
  CHECK(readError(repacked(3)) == start + "the digest of image 0 ('cpu:x86-64-v2') is another one in the manifest "
                                          "than beside the image");
  CHECK(readError(repacked(99, {{.strings = {{"qdc.kind", "image"}}, .image = {}}})) ==
        start + "the manifest describes 5 images, but the file holds 6");
  CHECK(readError(repacked(99, {{.strings = {{"qdc.kind", "data"}}, .image = {}}})) ==
        start + "the manifest describes 2 modules with data, but the file holds the data of 3");
  CHECK(readError(repacked(99, {{}})) ==
        start + "entry 9 is of kind ''; after the manifest stand images, data and an index");
  CHECK(readError(withString(2, "qdc.sha256", "00")) ==
        start + "the digest of the data of module 1 is another one in the manifest than beside the data");
  ByteVector longer = withImage(2, asBytes("more values and more"));
  CHECK(readError(longer) == start + "the data of module 1 has 11 bytes in the manifest, but 20 in the file");
}

/// What both ways to read a package say.
static std::string errorOfBoth(ByteSpan bytes) {
  const std::string error = readError(bytes);
  Result<PackageOutline> outline = readPackageOutline(bytes);
  CHECK((outline ? "no error" : outline.error().message) == error);
  return error;
}

TEST_CASE("a package has one index, which is that of its manifest") {
  const std::string start = "not a valid package: ";
  CHECK(errorOfBoth(samplePackage()) == "no error");
  const std::string none = start +
                           "it has no index of its manifest, so another version of qdc made it; compile it with "
                           "this one";
  CHECK(errorOfBoth(repacked(8)) == none);
  CHECK(readPackage(repacked(8)).error().code == ErrorCode::incompatible);
  const ByteVector sample = samplePackage();
  const ContainerEntry index = readContainer(sample)->back();
  CHECK(errorOfBoth(repacked(99, {index})) == start + "it has two indexes of its manifest");
  CHECK(errorOfBoth(withImage(8, asBytes("no index"))) ==
        start + "the bytes of the index do not have the SHA-256 that stands beside them");
  CHECK(errorOfBoth(withKind(8, OffloadImageKind::object, OffloadProducer::none)) ==
        start +
            "the entry of the index has the kind 'object' and the producer 'none' where it takes the kind 'none' and "
            "the producer 'none'");
  // It may stand anywhere after the manifest.
  auto entries = readContainer(sample);
  std::rotate(entries->begin() + 1, entries->end() - 1, entries->end());
  CHECK(errorOfBoth(writeContainer(*entries)) == "no error");
  std::rotate(entries->begin() + 1, entries->begin() + 2, entries->end());
  // A name of a kernel that is another one in the index.
  ByteVector changed(index.image.begin(), index.image.end());
  changed[asText(index.image).find("heat")] = std::byte{'m'};
  entries->back().image = changed;
  for (auto &[key, value] : entries->back().strings)
    if (key == "qdc.sha256")
      value = sha256Hex(changed);
  CHECK(readError(writeContainer(*entries)) == start + "its index is not that of its manifest");
}

TEST_CASE("an entry says what its bytes are, as their target decides") {
  using enum OffloadImageKind;
  auto kinds = [](const ByteVector &bytes) {
    std::vector<OffloadKind> list;
    auto entries = readContainer(bytes);
    REQUIRE(entries.ok());
    for (const ContainerEntry &entry : *entries)
      list.push_back(entry.kind);
    return list;
  };
  const OffloadKind shared{object, OffloadProducer::none};
  CHECK(kinds(samplePackage()) ==
        std::vector<OffloadKind>{{}, {}, {}, shared, shared, {cubin, OffloadProducer::cuda}, shared, shared, {}});
  const std::string start = "not a valid package: the entry of ";
  CHECK(readError(withKind(0, object, OffloadProducer::none)) ==
        start + "the manifest has the kind 'object' and the producer 'none' where it takes the kind 'none' and the "
                "producer 'none'");
  CHECK(readError(withKind(1, none, OffloadProducer::hip)) ==
        start + "the data of module 0 has the kind 'none' and the producer 'HIP' where it takes the kind 'none' and "
                "the producer "
                "'none'");
  CHECK(readError(withKind(3, ptx, OffloadProducer::none)) ==
        start + "the image for 'cpu:x86-64-v2' has the kind 'PTX' and the producer 'none' where it takes the kind "
                "'object' and the producer 'none'");
  CHECK(readError(withKind(5, cubin, OffloadProducer::none)) ==
        start + "the image for 'cuda:sm_90' has the kind 'cubin' and the producer 'none' where it takes the kind "
                "'cubin' and the producer 'CUDA'");
}

TEST_CASE("the image for a target that is not known may be of any kind") {
  Manifest manifest = sampleManifest();
  manifest.modules[0].images[2].target = "metal:3";
  Result<ByteVector> bytes = writePackage(manifest, sampleContents());
  REQUIRE(bytes.ok());
  auto entries = readContainer(*bytes);
  CHECK((*entries)[5].kind == OffloadKind());
  (*entries)[5].kind.image = OffloadImageKind::spirv;
  CHECK(readError(writeContainer(*entries)) == "no error");
}

TEST_CASE("damaged bytes of manifest, data and images are found") {
  auto damaged = [](std::string_view part) {
    ByteVector bytes = samplePackage();
    size_t at = asText(bytes).find(part);
    REQUIRE(at != std::string_view::npos);
    bytes[at] ^= std::byte{1};
    return bytes;
  };
  CHECK(readError(damaged("{\"version\"")) ==
        "not a valid package: the bytes of the manifest do not have the SHA-256 that stands beside them");
  CHECK(readError(damaged("initial values of")) ==
        "not a valid package: the bytes of the data of module 0 do not have the SHA-256 that the manifest names");
  ByteVector bytes = damaged("machine code");
  Result<Package> package = readPackage(bytes);
  REQUIRE(package.ok());
  CHECK(verifyImageDigest(*package, 0, 0).error().message ==
        "not a valid package: the bytes of the image for 'cpu:x86-64-v2' do not have the SHA-256 that the manifest "
        "names");
  CHECK(verifyImageDigest(*package, 0, 2).ok());
}

TEST_CASE("a package is verified with its images") {
  ByteVector bytes = samplePackage();
  CHECK(verifyPackage(bytes).error().message ==
        "not a valid package: image for 'cpu:x86-64-v2': the CPU image is not an ELF shared object for x86-64");
  CHECK(verifyPackage(withString(0, "qdc.kind", "image")).error().message ==
        "not a valid package: its first entry is not a manifest");
  const std::string other = "other code";
  CHECK(verifyPackage(withImage(3, asBytes(other))).error().message ==
        "not a valid package: the bytes of the image for 'cpu:x86-64-v2' do not have the SHA-256 that the manifest "
        "names");
}
