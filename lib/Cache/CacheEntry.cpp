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

Result<ByteSpan> qdc::readCacheEntry(ByteSpan bytes, std::string_view key) {
  auto damaged = [](const char *what) { return Error{ErrorCode::invalidPackage, what}; };
  const ByteReader entry(bytes);
  if (bytes.empty())
    return damaged("it is empty");
  std::optional<ByteSpan> magic = entry.slice(0, kMagic.size());
  if (!magic || asText(*magic) != kMagic)
    return damaged("it is no entry of a cache of this version");
  std::optional<uint64_t> size = entry.u64(kSizeAt);
  if (!size)
    return damaged("it ends early");
  if (asText(*entry.slice(kKeyAt, kDigits)) != key)
    return damaged("it is the entry of another key");
  const uint64_t present = bytes.size() - kContentAt;
  if (present != *size)
    return damaged(present < *size ? "it ends early" : "more follows its end");
  ByteSpan content = bytes.subspan(kContentAt);
  if (asText(*entry.slice(kDigestAt, kDigits)) != sha256Hex(content))
    return damaged("its content has another digest");
  return content;
}
