//===- CachePlace.cpp - Where content is kept by key ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CachePlace.h"

#include "qdc/Cache/CacheEntry.h"

using namespace qdc;

Result<std::optional<ByteVector>> qdc::contentOfEntry(const CachePlace &place, const std::string &key, ByteVector bytes,
                                                      std::string_view secret) {
  Result<ByteSpan> content = readCacheEntry(bytes, key, secret);
  if (!content)
    return makeError(content.error().code, "the cache entry '{}' {}", place.entry(key), content.error().message);
  bytes.erase(bytes.begin(), bytes.begin() + (content->data() - bytes.data()));
  return std::optional<ByteVector>(std::move(bytes));
}
