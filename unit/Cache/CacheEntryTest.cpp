//===- CacheEntryTest.cpp - One file of a cache ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheEntry.h"

#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace qdc;

static const std::string kKey = sha256Hex(asBytes("a key"));

static std::string finding(ByteSpan bytes, const std::string &key = kKey, const std::string &secret = "") {
  Result<ByteSpan> content = readCacheEntry(bytes, key, secret);
  return content ? "" : content.error().message;
}

TEST_CASE("an entry has its content back, also an empty one") {
  for (std::string_view content : {"", "some bytes"}) {
    for (const char *secret : {"", "a secret"}) {
      ByteVector entry = writeCacheEntry(kKey, asBytes(content), secret);
      CHECK(entry.size() == cacheEntryHead + content.size());
      Result<ByteSpan> read = readCacheEntry(entry, kKey, secret);
      REQUIRE(read.ok());
      CHECK(asText(*read) == content);
    }
  }
}

TEST_CASE("an entry that is cut, damaged, longer or another one is refused") {
  const ByteVector entry = writeCacheEntry(kKey, asBytes("some bytes"), "");
  for (size_t size = 0; size < entry.size(); ++size)
    CHECK(finding(ByteSpan(entry).first(size)) != "");
  for (size_t at = 0; at < entry.size(); ++at)
    for (unsigned bit : {1u, 128u}) {
      ByteVector damaged = entry;
      damaged[at] ^= static_cast<std::byte>(bit);
      const bool isSignature = at >= cacheEntryHead - 64 && at < cacheEntryHead; // which nobody looks at
      CHECK((finding(damaged) == "") == isSignature);
    }
  CHECK(finding({}) == "is damaged: it is empty");
  CHECK(finding(asBytes("something else that is no entry")) == "is damaged: it is no entry of a cache of this version");
  CHECK(finding(ByteSpan(entry).first(100)) == "is damaged: it ends early");
  CHECK(finding(ByteSpan(entry).first(entry.size() - 1)) == "is damaged: it ends early");
  CHECK(finding(entry, sha256Hex({})) == "is damaged: it is the entry of another key");
  ByteVector longer = entry;
  longer.push_back(std::byte(0));
  CHECK(finding(longer) == "is damaged: more follows its end");
  ByteVector changed = entry;
  changed.back() ^= std::byte(1);
  CHECK(finding(changed) == "is damaged: its content has another digest");
}

TEST_CASE("with a secret, entries that are not signed by it are refused, whatever else is right") {
  const ByteVector entry = writeCacheEntry(kKey, asBytes("some bytes"), "a secret");
  const ByteVector plain = writeCacheEntry(kKey, asBytes("some bytes"), "");
  CHECK(finding(entry, kKey, "a secret") == "");
  CHECK(finding(plain, kKey, "a secret") == "is refused: it is not signed by the secret");
  CHECK(finding(entry, kKey, "another") == "is refused: its signature is not by the secret");
  CHECK(finding(entry) == ""); // without a secret nothing can be told about it
  CHECK(finding(plain) == "");
  for (size_t at = 0; at < entry.size(); ++at) {
    ByteVector forged = entry;
    forged[at] ^= std::byte(1);
    CHECK(finding(forged, kKey, "a secret") != "");
  }
  // What somebody without the secret can make of it: other content with its digest, and an entry of another key.
  ByteVector other = writeCacheEntry(kKey, asBytes("other byte"), "");
  std::copy_n(entry.begin() + cacheEntryHead - 64, 64, other.begin() + cacheEntryHead - 64);
  CHECK(finding(other, kKey, "a secret") == "is refused: its signature is not by the secret");
  const std::string otherKey = sha256Hex({});
  ByteVector moved = entry;
  std::ranges::copy(asBytes(otherKey), moved.begin() + 8);
  CHECK(finding(moved, otherKey, "a secret") == "is refused: its signature is not by the secret");
}
