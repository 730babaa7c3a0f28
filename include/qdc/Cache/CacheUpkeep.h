//===- CacheUpkeep.h - What is in a cache, and less of it -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other processes may use the cache at the same time: what they remove meanwhile
// is no error, and an entry that is removed while they read it is read whole.
// Files that are not named as a cache's are neither counted nor removed.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_CACHEUPKEEP_H
#define QDC_CACHE_CACHEUPKEEP_H

#include "qdc/Cache/CacheFolder.h"

#include <cstdint>
#include <string>
#include <vector>

namespace qdc {

/// How much there is.
struct CacheSize {
  uint64_t entries = 0;
  uint64_t bytes = 0; // of their files
};

/// Of all entries. Each function here fails with ErrorCode::notFound where there is no such folder, and with
/// inputOutput where the system refuses; the error names the file.
Result<CacheSize> measureCache(const CacheFolder &cache);

/// Reads all entries. Gives, in the order of their keys, what is wrong with those that are not whole.
Result<std::vector<Error>> verifyCache(const CacheFolder &cache);

/// Removes the entries that were used longest ago until the others have `most` bytes or less, and what was left, an
/// hour ago or earlier, by processes that were killed while they wrote. Gives what was removed.
Result<CacheSize> shrinkCache(const CacheFolder &cache, uint64_t most);

/// Removes all entries, and what was left by processes that were killed. The folder itself stays.
Result<CacheSize> clearCache(const CacheFolder &cache);

} // namespace qdc

#endif // QDC_CACHE_CACHEUPKEEP_H
