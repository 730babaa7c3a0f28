//===- CacheFolder.h - Content by key, in files -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry of a key is the file `<2 hex>/<62 hex>` of the cache's folder,
// written by rename: at every moment it is whole or not there. There are no
// locks and no index, so any number of processes share a folder, and one that is
// killed leaves nothing that another must mend. Who may write the folder decides
// what its readers get: digests find damage, not forgery.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_CACHEFOLDER_H
#define QDC_CACHE_CACHEFOLDER_H

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace qdc {

/// Whose cache it is.
enum class CacheSharing : uint8_t {
  shared,       // folders are made as the umask says
  privateToUser // nobody else can enter folders that are made, and what checkPrivate() refuses is not used
};

/// A cache. It need not exist; reading finds nothing then, and writing makes it. Any number of threads and processes
/// may use one at the same time. A key is 64 lower-case hexadecimal digits, as Sha256 gives them.
class CacheFolder {
public:
  explicit CacheFolder(std::string path, CacheSharing sharing = CacheSharing::shared)
      : folder(std::move(path)), sharing(sharing) {}

  const std::string &path() const { return folder; }
  /// Where the entry of a key is, or would be.
  std::string file(const std::string &key) const;

  /// What was written for a key; nothing if nothing was. The entry counts as used now. Fails, naming the file,
  /// with ErrorCode::invalidPackage where the entry is not whole or not that of the key, with inputOutput where the
  /// system does not let it be read, and with invalidArgument where it is not private to the user, as it has to be.
  Result<std::optional<ByteVector>> read(const std::string &key) const;

  /// Keeps the content for a key, in the place of what was there. The error names the file and has the system's reason;
  /// its code is inputOutput, or invalidArgument as for read().
  Status write(const std::string &key, ByteSpan content) const;

private:
  Status checkSharing(std::string path) const;

  std::string folder;
  CacheSharing sharing;
};

} // namespace qdc

#endif // QDC_CACHE_CACHEFOLDER_H
