//===- CachePlace.h - Where content is kept by key --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_CACHEPLACE_H
#define QDC_CACHE_CACHEPLACE_H

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <optional>
#include <string>

namespace qdc {

/// So many digits of a key name the folder of its entry, or one folder would have too many files.
inline constexpr size_t cacheFolderDigits = 2;

/// A place that has entries: a folder (CacheFolder.h) or a server (CacheServer.h). A key is 64 lower-case hexadecimal
/// digits, as Sha256 gives them. Entries are checked whenever they are read (CacheEntry.h). A folder may be used by any
/// number of threads at the same time, a server by one.
class CachePlace {
public:
  virtual ~CachePlace() = default;

  /// What messages call the entry of a key, whether or not there is one: "DIR/<2 hex>/<62 hex>", or the same with a
  /// URL.
  virtual std::string entry(const std::string &key) const = 0;

  /// What was written for a key; nothing if nothing was. Fails, naming the entry, with ErrorCode::invalidPackage where
  /// it is not whole, not that of the key or not signed as it must be.
  virtual Result<std::optional<ByteVector>> read(const std::string &key) const = 0;

  /// Keeps the content for a key, in the place of what was there. The error has the system's or the server's reason,
  /// and names the entry, or the folder or the server that stands in its way; its code is inputOutput, and what else
  /// the place says.
  virtual Status write(const std::string &key, ByteSpan content) const = 0;

  /// Sees to it that there is an entry of this content, with the errors of write(). With `isWrong`, what is there was
  /// read, and is not it.
  virtual Status provide(const std::string &key, ByteSpan content, [[maybe_unused]] bool isWrong) const {
    return write(key, content);
  }
};

/// Takes an entry apart that was read as `bytes`: its content, in the same memory, or the error of CachePlace::read.
Result<std::optional<ByteVector>> contentOfEntry(const CachePlace &place, const std::string &key, ByteVector bytes,
                                                 std::string_view secret);

} // namespace qdc

#endif // QDC_CACHE_CACHEPLACE_H
