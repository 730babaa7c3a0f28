//===- ContainerTest.cpp - Tests of Container.h ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/Container.h"

#include "qdc/Support/ByteWriter.h"

#include <catch2/catch.hpp>

using namespace qdc;

namespace {

ByteVector twoEntries() {
  ContainerEntry first{.strings = {{"triple", "a-b-c"}, {"empty", ""}}, .image = asBytes("0123456789")};
  ContainerEntry second{.kind = {OffloadImageKind::spirv, OffloadProducer::hip}, .strings = {}, .image = {}};
  return writeContainer({first, second});
}

std::string readError(ByteSpan bytes) {
  auto entries = readContainer(bytes);
  return entries ? "no error" : entries.error().message;
}

/// The error after writing `value` as 64 bits at `offset` of the first entry.
std::string errorWith(size_t offset, uint64_t value) {
  ByteVector bytes = twoEntries();
  for (size_t i = 0; i < 8; ++i)
    bytes[offset + i] = static_cast<std::byte>(value >> (8 * i));
  return readError(bytes);
}

} // namespace

TEST_CASE("a container reads back, its images at aligned places of the file") {
  ByteVector bytes = twoEntries();
  auto entries = readContainer(bytes);
  REQUIRE(entries.ok());
  REQUIRE(entries->size() == 2);
  const ContainerEntry &first = (*entries)[0], &second = (*entries)[1];
  CHECK(asText(first.image) == "0123456789");
  CHECK(*first.find("triple") == "a-b-c");
  CHECK(first.find("empty")->empty());
  CHECK(first.find("other") == nullptr);
  CHECK(first.kind == OffloadKind());
  CHECK(second.kind == OffloadKind{OffloadImageKind::spirv, OffloadProducer::hip});
  CHECK(second.strings.empty());
  CHECK(second.image.empty());
  CHECK((first.image.data() - bytes.data()) % kContainerAlignment == 0);
  CHECK((second.image.data() - bytes.data()) % kContainerAlignment == 0);
  CHECK(twoEntries() == bytes);
}

TEST_CASE("the bytes are those of an LLVM offload binary") {
  // Header, entry and string map as llvm/Object/OffloadBinary.h lays them out.
  ByteVector bytes = writeContainer({{.strings = {{"k", "v"}}, .image = asBytes("x")}});
  const uint8_t expected[] = {0x10, 0xff, 0x10, 0xad, 1, 0, 0, 0, 192, 0, 0, 0, 0, 0, 0, 0, 32,  0, 0,   0, 0, 0, 0, 0,
                              40,   0,    0,    0,    0, 0, 0, 0, 0,   0, 0, 0, 0, 0, 0, 0, 72,  0, 0,   0, 0, 0, 0, 0,
                              1,    0,    0,    0,    0, 0, 0, 0, 128, 0, 0, 0, 0, 0, 0, 0, 1,   0, 0,   0, 0, 0, 0, 0,
                              88,   0,    0,    0,    0, 0, 0, 0, 90,  0, 0, 0, 0, 0, 0, 0, 'k', 0, 'v', 0};
  REQUIRE(bytes.size() == 192);
  CHECK(asText(ByteSpan(bytes).first(sizeof(expected))) ==
        std::string_view(reinterpret_cast<const char *>(expected), sizeof(expected)));
  CHECK(bytes[128] == std::byte{'x'});
}

TEST_CASE("a container is read from memory of any alignment") {
  ByteVector bytes = twoEntries();
  bytes.insert(bytes.begin(), std::byte{0});
  auto entries = readContainer(ByteSpan(bytes).subspan(1));
  REQUIRE(entries.ok());
  CHECK(asText(entries->front().image) == "0123456789");
}

/// A container of one entry with `count` strings of the same `length`, which all lie in one text, a byte apart.
static ByteVector overlappingStrings(uint64_t count, uint64_t length) {
  constexpr uint64_t kMap = 72;
  uint64_t text = kMap + 16 * count, end = text + count + length;
  ByteWriter out;
  for (uint64_t value :
       {uint64_t{0x1AD10FF10}, end, uint64_t{32}, uint64_t{40}, uint64_t{0}, kMap, count, text, uint64_t{0}})
    out.u64(value);
  for (uint64_t i = 0; i < count; ++i) {
    out.u64(text + i);
    out.u64(end - 1);
  }
  out.zeroTerminated(std::string(count + length - 1, 'k'));
  return out.take();
}

TEST_CASE("strings that share bytes are read up to the size of their binary") {
  CHECK(readError(overlappingStrings(3, 20)) == "no error");
  CHECK(readError(overlappingStrings(1000, 100000)) ==
        "not a valid package: the offload binary at byte 0 has strings that together are longer than itself");
}

TEST_CASE("a string map may be long") {
  ContainerEntry entry;
  for (int i = 0; i < 200000; ++i)
    entry.strings.emplace_back("key " + std::to_string(i), "");
  auto entries = readContainer(writeContainer({entry}));
  REQUIRE(entries.ok());
  CHECK(entries->front().strings.size() == 200000);
}

TEST_CASE("container errors name the byte and the rule") {
  const std::string at0 = "not a valid package: the offload binary at byte 0 ";
  const uint64_t huge = UINT64_MAX - 7;
  CHECK(readError({}) == "not a valid package: it is empty");
  CHECK(readError(ByteSpan(twoEntries()).first(31)) == at0 + "is cut off in its header");
  CHECK(errorWith(0, 1) == at0 + "does not start with the magic bytes 10 FF 10 AD");
  CHECK(errorWith(0, 0x2AD10FF10) == at0 + "has version 2; version 1 is read");
  CHECK(errorWith(8, huge) == at0 + "has the size 18446744073709551608, but 320 bytes are left in the file");
  CHECK(errorWith(8, 8) == at0 + "has the size 8, but 320 bytes are left in the file");
  CHECK(errorWith(16, huge) == at0 + "has an entry that reaches past its end");
  CHECK(errorWith(24, 39) == at0 + "has an entry that reaches past its end");
  CHECK(errorWith(32, 7) == at0 + "has the unknown image kind 7");
  CHECK(errorWith(32, 0x80000) == at0 + "has the unknown producer 8");
  CHECK(errorWith(40, huge) == at0 + "has a string map that reaches past its end");
  CHECK(errorWith(48, uint64_t{1} << 60) == at0 + "has a string map that reaches past its end");
  CHECK(errorWith(56, huge) == at0 + "has an image that reaches past its end");
  CHECK(errorWith(64, huge) == at0 + "has an image that reaches past its end");
  CHECK(errorWith(72, huge) == at0 + "has a string that reaches past its end");
  CHECK(errorWith(88, 104) == at0 + "has the key 'triple' twice");

  ByteVector bytes = twoEntries();
  bytes.push_back(std::byte{0});
  CHECK(readError(bytes) == "not a valid package: the offload binary at byte 320 is cut off in its header");
  bytes.resize(bytes.size() - 2);
  CHECK(readError(bytes) ==
        "not a valid package: the offload binary at byte 192 has the size 128, but 127 bytes are left in the file");
}
