//===- CacheEntry.h - One entry of a cache ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry carries its key and the digest of its content, so that whoever reads
// it knows that it is whole and the right one, whatever became of it, and who
// wrote it where writers and readers share a secret. It is the same in a folder
// and on a server:
//
//   8 bytes   "QDCACHE2"
//   64 bytes  the key, 64 lower-case hexadecimal digits
//   64 bytes  the SHA-256 of the content, likewise
//   8 bytes   the size of the content, little-endian
//   64 bytes  the HMAC-SHA-256 of the 144 bytes before, likewise; of an entry
//             that is not signed 64 times '-'
//   ...       the content, to the end
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_CACHEENTRY_H
#define QDC_CACHE_CACHEENTRY_H

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <cstdint>
#include <string_view>

namespace qdc {

/// The bytes of an entry before its content.
inline constexpr uint64_t cacheEntryHead = 208;

/// The bytes of the largest entry that is read or written, wherever it is.
inline constexpr uint64_t cacheEntryMost = uint64_t{256} << 20;

/// An entry's bytes. `key` is 64 lower-case hexadecimal digits. It is signed by the secret, unless that is empty.
ByteVector writeCacheEntry(std::string_view key, ByteSpan content, std::string_view secret);

/// The content of an entry, which refers to `bytes`. Any bytes are right as input; fails with
/// ErrorCode::invalidPackage, saying what is wrong with it, unless they are the whole entry of `key`: "is damaged: it
/// ends early". With a secret, one that is not signed by it fails too: "is refused: it is not signed". Without one, it
/// does not matter whether it is signed.
Result<ByteSpan> readCacheEntry(ByteSpan bytes, std::string_view key, std::string_view secret);

} // namespace qdc

#endif // QDC_CACHE_CACHEENTRY_H
