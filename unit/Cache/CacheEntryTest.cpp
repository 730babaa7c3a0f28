//===- CacheEntryTest.cpp - One file of a cache ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheEntry.h"

#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

using namespace qdc;

static const std::string kKey = sha256Hex(asBytes("a key"));

static std::string finding(ByteSpan bytes, const std::string &key = kKey) {
  Result<ByteSpan> content = readCacheEntry(bytes, key);
  return content ? "" : content.error().message;
}

TEST_CASE("an entry has its content back, also an empty one") {
  for (std::string_view content : {"", "some bytes"}) {
    ByteVector entry = writeCacheEntry(kKey, asBytes(content));
    Result<ByteSpan> read = readCacheEntry(entry, kKey);
    REQUIRE(read.ok());
    CHECK(asText(*read) == content);
  }
}

TEST_CASE("an entry that is cut, damaged, longer or another one is refused") {
  const ByteVector entry = writeCacheEntry(kKey, asBytes("some bytes"));
  for (size_t size = 0; size < entry.size(); ++size)
    CHECK(finding(ByteSpan(entry).first(size)) != "");
  for (size_t at = 0; at < entry.size(); ++at)
    for (unsigned bit : {1u, 128u}) {
      ByteVector damaged = entry;
      damaged[at] ^= static_cast<std::byte>(bit);
      CHECK(finding(damaged) != "");
    }
  CHECK(finding({}) == "it is empty");
  CHECK(finding(asBytes("something else that is no entry")) == "it is no entry of a cache of this version");
  CHECK(finding(ByteSpan(entry).first(100)) == "it ends early");
  CHECK(finding(ByteSpan(entry).first(entry.size() - 1)) == "it ends early");
  CHECK(finding(entry, sha256Hex({})) == "it is the entry of another key");
  ByteVector longer = entry;
  longer.push_back(std::byte(0));
  CHECK(finding(longer) == "more follows its end");
  ByteVector changed = entry;
  changed.back() ^= std::byte(1);
  CHECK(finding(changed) == "its content has another digest");
}
