//===- CacheEntry.cpp - One entry of a cache ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheEntry.h"

#include "qdc/Support/ByteReader.h"
#include "qdc/Support/ByteWriter.h"
#include "qdc/Support/HmacSha256.h"
#include "qdc/Support/Sha256.h"

using namespace qdc;

static constexpr std::string_view kMagic = "QDCACHE2";
static constexpr uint64_t kDigits = 64;
static constexpr uint64_t kKeyAt = kMagic.size(), kDigestAt = kKeyAt + kDigits, kSizeAt = kDigestAt + kDigits,
                          kSignatureAt = kSizeAt + sizeof(uint64_t);
static_assert(cacheEntryHead == kSignatureAt + kDigits);

/// In the place of a signature.
static constexpr std::string_view kUnsigned = "----------------------------------------------------------------";
static_assert(kUnsigned.size() == kDigits);

ByteVector qdc::writeCacheEntry(std::string_view key, ByteSpan content, std::string_view secret) {
  ByteWriter head;
  head.append(asBytes(kMagic));
  head.append(asBytes(key));
  head.append(asBytes(sha256Hex(content)));
  head.u64(content.size());
  ByteVector entry = head.take();
  const std::string signature = secret.empty() ? std::string(kUnsigned) : hmacSha256Hex(asBytes(secret), entry);
  entry.reserve(cacheEntryHead + content.size());
  const ByteSpan bytes = asBytes(signature);
  entry.insert(entry.end(), bytes.begin(), bytes.end());
  entry.insert(entry.end(), content.begin(), content.end());
  return entry;
}

Result<ByteSpan> qdc::readCacheEntry(ByteSpan bytes, std::string_view key, std::string_view secret) {
  auto wrong = [](const char *what) { return Error{ErrorCode::invalidPackage, what}; };
  const ByteReader entry(bytes);
  if (bytes.empty())
    return wrong("is damaged: it is empty");
  std::optional<ByteSpan> magic = entry.slice(0, kMagic.size());
  if (!magic || asText(*magic) != kMagic)
    return wrong("is damaged: it is no entry of a cache of this version");
  std::optional<ByteSpan> signature = entry.slice(kSignatureAt, kDigits);
  if (!signature)
    return wrong("is damaged: it ends early");
  if (asText(*entry.slice(kKeyAt, kDigits)) != key)
    return wrong("is damaged: it is the entry of another key");
  if (!secret.empty() && asText(*signature) == kUnsigned)
    return wrong("is refused: it is not signed by the secret");
  if (!secret.empty() &&
      !isSameSignature(asText(*signature), hmacSha256Hex(asBytes(secret), bytes.first(kSignatureAt))))
    return wrong("is refused: its signature is not by the secret");
  const uint64_t size = *entry.u64(kSizeAt), present = bytes.size() - cacheEntryHead;
  if (present != size)
    return wrong(present < size ? "is damaged: it ends early" : "is damaged: more follows its end");
  ByteSpan content = bytes.subspan(cacheEntryHead);
  if (asText(*entry.slice(kDigestAt, kDigits)) != sha256Hex(content))
    return wrong("is damaged: its content has another digest");
  return content;
}
