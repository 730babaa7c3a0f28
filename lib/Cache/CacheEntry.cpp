//===- CacheEntry.cpp - One file of a cache -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheEntry.h"

#include "qdc/Support/ByteReader.h"
#include "qdc/Support/ByteWriter.h"
#include "qdc/Support/Sha256.h"

using namespace qdc;

static constexpr std::string_view kMagic = "QDCACHE1";
static constexpr uint64_t kDigits = 64;
static constexpr uint64_t kKeyAt = kMagic.size(), kDigestAt = kKeyAt + kDigits, kSizeAt = kDigestAt + kDigits,
                          kContentAt = kSizeAt + sizeof(uint64_t);

ByteVector qdc::writeCacheEntry(std::string_view key, ByteSpan content) {
  ByteWriter entry;
  entry.append(asBytes(kMagic));
  entry.append(asBytes(key));
  entry.append(asBytes(sha256Hex(content)));
  entry.u64(content.size());
  entry.append(content);
  return entry.take();
}

/// What is wrong with an entry; NULL: nothing.
static const char *findDamage(const ByteReader &entry, uint64_t bytes, std::string_view key) {
  if (bytes == 0)
    return "it is empty";
  const std::optional<ByteSpan> magic = entry.slice(0, kMagic.size());
  if (!magic || asText(*magic) != kMagic)
    return "it is no entry of a cache of this version";
  const std::optional<uint64_t> size = entry.u64(kSizeAt);
  if (!size)
    return "it ends early";
  if (asText(*entry.slice(kKeyAt, kDigits)) != key)
    return "it is the entry of another key";
  const uint64_t present = bytes - kContentAt;
  if (present != *size)
    return present < *size ? "it ends early" : "more follows its end";
  const bool isRight = asText(*entry.slice(kDigestAt, kDigits)) == sha256Hex(*entry.slice(kContentAt, present));
  return isRight ? nullptr : "its content has another digest";
}

Result<ByteSpan> qdc::readCacheEntry(ByteSpan bytes, std::string_view key) {
  if (const char *damage = findDamage(ByteReader(bytes), bytes.size(), key))
    return Error{ErrorCode::invalidPackage, damage};
  return bytes.subspan(kContentAt);
}
