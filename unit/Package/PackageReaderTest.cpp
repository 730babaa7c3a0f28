//===- PackageReaderTest.cpp - Tests of PackageReader.h and PackageWriter.h ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/PackageReader.h"

#include "SampleManifest.h"
#include "qdc/Package/Container.h"
#include "qdc/Package/ManifestWriter.h"

#include <catch2/catch.hpp>

using namespace qdc;

namespace {

ByteVector samplePackage() {
  Result<ByteVector> bytes = writePackage(sampleManifest(), sampleImages(), sampleData());
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
  for (size_t i = 0; i < package->images.size(); ++i)
    if (!verifyImageDigest(*package, i))
      return true;
  bool imagesEqual = package->images.size() == expected->images.size();
  for (size_t i = 0; imagesEqual && i < package->images.size(); ++i)
    imagesEqual = asText(package->images[i]) == asText(expected->images[i]);
  return imagesEqual && package->manifestText == expected->manifestText &&
         asText(package->data) == asText(expected->data);
}

} // namespace

TEST_CASE("a package reads back") {
  ByteVector bytes = samplePackage();
  Result<Package> package = readPackage(bytes);
  REQUIRE(package.ok());
  CHECK(writeManifest(package->manifest) == writeManifest(sampleManifest()));
  CHECK(package->manifestText == writeManifest(sampleManifest()));
  CHECK(asText(package->data) == asText(sampleData()));
  REQUIRE(package->images.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    CHECK(asText(package->images[i]) == asText(sampleImages()[i].bytes));
    CHECK((package->images[i].data() - bytes.data()) % kContainerAlignment == 0);
    CHECK(verifyImageDigest(*package, i).ok());
  }
}

TEST_CASE("equal packages have equal bytes") { CHECK(samplePackage() == samplePackage()); }

TEST_CASE("a package without data has no entry for it") {
  Manifest manifest = sampleManifest();
  manifest.globals[1].initial = GlobalInitial::zero;
  Result<ByteVector> bytes = writePackage(manifest, sampleImages(), {});
  REQUIRE(bytes.ok());
  CHECK(readContainer(*bytes)->size() == 4);
  Result<Package> package = readPackage(*bytes);
  REQUIRE(package.ok());
  CHECK(package->data.empty());
}

TEST_CASE("the writer refuses a manifest that no reader takes") {
  Manifest manifest = sampleManifest();
  manifest.kernels[1].tasks[0].extent = SizeExpr::scalar(9);
  Result<ByteVector> bytes = writePackage(manifest, sampleImages(), sampleData());
  REQUIRE_FALSE(bytes.ok());
  CHECK(bytes.error().code == ErrorCode::internal);
  CHECK(bytes.error().message == "manifest: 'kernels[1].tasks[0].extent' refers to argument 9, but the kernel has 4");
  CHECK(writePackage(sampleManifest(), {}, sampleData()).error().message ==
        "the manifest describes 3 images, but 0 were made");
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
  CHECK(readError(repacked(1)) == start + "the manifest describes 26 bytes of data, but the file holds 0");
  CHECK(readError(repacked(4)) == start + "the manifest describes 3 images, but the file holds 2");
  CHECK(readError(repacked(2)) == start + "the digest of image 0 ('cpu:x86-64-v2') is another one in the manifest "
                                          "than beside the image");
  CHECK(readError(repacked(99, {{.strings = {{"qdc.kind", "image"}}, .image = {}}})) ==
        start + "the manifest describes 3 images, but the file holds 4");
  const std::string rule = "; after the manifest stand images and at most one entry with data";
  CHECK(readError(repacked(99, {{.strings = {{"qdc.kind", "data"}}, .image = {}}})) ==
        start + "entry 5 is of kind 'data'" + rule);
  CHECK(readError(repacked(99, {{}})) == start + "entry 5 is of kind ''" + rule);
  CHECK(readError(withString(1, "qdc.sha256", "00")) ==
        start + "the digest of the data is another one in the manifest than beside the data");
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
  CHECK(kinds(samplePackage()) == std::vector<OffloadKind>{{}, {}, shared, shared, {cubin, OffloadProducer::cuda}});
  const std::string start = "not a valid package: the entry of ";
  CHECK(readError(withKind(0, object, OffloadProducer::none)) ==
        start + "the manifest has the kind 'object' and the producer 'none' where it takes the kind 'none' and the "
                "producer 'none'");
  CHECK(readError(withKind(1, none, OffloadProducer::hip)) ==
        start + "the data has the kind 'none' and the producer 'HIP' where it takes the kind 'none' and the producer "
                "'none'");
  CHECK(readError(withKind(2, ptx, OffloadProducer::none)) ==
        start + "the image for 'cpu:x86-64-v2' has the kind 'PTX' and the producer 'none' where it takes the kind "
                "'object' and the producer 'none'");
  CHECK(readError(withKind(4, cubin, OffloadProducer::none)) ==
        start + "the image for 'cuda:sm_90' has the kind 'cubin' and the producer 'none' where it takes the kind "
                "'cubin' and the producer 'CUDA'");
}

TEST_CASE("the image for a target that is not known may be of any kind") {
  Manifest manifest = sampleManifest();
  manifest.images[2].target = "vulkan:1.3";
  Result<ByteVector> bytes = writePackage(manifest, sampleImages(), sampleData());
  REQUIRE(bytes.ok());
  auto entries = readContainer(*bytes);
  CHECK(entries->back().kind == OffloadKind());
  entries->back().kind.image = OffloadImageKind::spirv;
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
        "not a valid package: the bytes of the data do not have the SHA-256 that the manifest names");
  ByteVector bytes = damaged("machine code");
  Result<Package> package = readPackage(bytes);
  REQUIRE(package.ok());
  CHECK(verifyImageDigest(*package, 0).error().message ==
        "not a valid package: the bytes of the image for 'cpu:x86-64-v2' do not have the SHA-256 that the manifest "
        "names");
  CHECK(verifyImageDigest(*package, 2).ok());
}
