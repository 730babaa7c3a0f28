//===- CacheEntry.h - One file of a cache -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry carries its key and the digest of its content, so that whoever reads
// it knows that it is whole and the right one, whatever became of the file:
//
//   8 bytes   "QDCACHE1"
//   64 bytes  the key, 64 lower-case hexadecimal digits
//   64 bytes  the SHA-256 of the content, likewise
//   8 bytes   the size of the content, little-endian
//   ...       the content, to the end of the file
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_CACHEENTRY_H
#define QDC_CACHE_CACHEENTRY_H

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <string_view>

namespace qdc {

/// An entry's bytes. `key` is 64 lower-case hexadecimal digits.
ByteVector writeCacheEntry(std::string_view key, ByteSpan content);

/// The content of an entry, which refers to `bytes`. Any bytes are right as input; fails with
/// ErrorCode::invalidPackage, saying what is wrong, unless they are the whole entry of `key`: "it ends early".
Result<ByteSpan> readCacheEntry(ByteSpan bytes, std::string_view key);

} // namespace qdc

#endif // QDC_CACHE_CACHEENTRY_H
