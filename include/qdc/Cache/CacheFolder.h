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
// what its readers get, unless entries are signed: digests find damage, not
// forgery.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_CACHEFOLDER_H
#define QDC_CACHE_CACHEFOLDER_H

#include "qdc/Cache/CachePlace.h"

#include <cstdint>
#include <optional>
#include <string>

namespace qdc {

/// Whose cache it is.
enum class CacheSharing : uint8_t {
  shared,       // folders are made as the umask says
  privateToUser // nobody else can read what is made, whatever the umask, and what checkPrivate() refuses is not used
};

/// A cache in a folder. It need not exist; reading finds nothing then, and writing makes it. Any number of threads and
/// processes may use one at the same time.
class CacheFolder final : public CachePlace {
public:
  /// With a secret, entries are signed by it, and no others are taken.
  explicit CacheFolder(std::string path, CacheSharing sharing = CacheSharing::shared, std::string secret = "")
      : folder(std::move(path)), sharing(sharing), secret(std::move(secret)) {}

  const std::string &path() const { return folder; }
  /// The file of an entry.
  std::string entry(const std::string &key) const override;

  /// The entry counts as used now. What is no regular file, a link too, or larger than cacheEntryMost, is not whole.
  /// Fails with ErrorCode::inputOutput where the system does not let it be read, and with invalidArgument where it, or
  /// a folder that it is in, is not private to the user, as it has to be.
  Result<std::optional<ByteVector>> read(const std::string &key) const override;

  /// Whatever has the entry's name is replaced, but for a folder. The error has the system's reason, or says that the
  /// entry is larger than cacheEntryMost; its code is invalidArgument where one of the folders is not private to the
  /// user, as it has to be.
  Status write(const std::string &key, ByteSpan content) const override;

private:
  /// Of the entry with that file.
  Status checkFolders(const std::string &entry) const;

  std::string folder;
  CacheSharing sharing;
  std::string secret;
};

} // namespace qdc

#endif // QDC_CACHE_CACHEFOLDER_H
