//===- CacheFolder.cpp - Content by key, in files -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheFolder.h"

#include "qdc/Cache/CacheEntry.h"
#include "qdc/Cache/PrivatePath.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Support/FileBytes.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>

using namespace qdc;

std::string CacheFolder::entry(const std::string &key) const {
  const std::string_view digits = key;
  return formatText("{}/{}/{}", folder, digits.substr(0, cacheFolderDigits), digits.substr(cacheFolderDigits));
}

Status CacheFolder::checkSharing(std::string path) const {
  constexpr int kLevels = 3; // the entry, and the two folders that it is in
  for (int level = 0; level < kLevels && sharing == CacheSharing::privateToUser; ++level) {
    if (Status status = checkPrivate(path); !status)
      return status;
    path.resize(path.rfind('/'));
  }
  return {};
}

Result<std::optional<ByteVector>> CacheFolder::read(const std::string &key) const {
  const std::string path = entry(key);
  if (Status status = checkSharing(path); !status)
    return status.error();
  Result<ByteVector> bytes = readFileBytes(path);
  if (!bytes && bytes.error().code == ErrorCode::notFound)
    return std::optional<ByteVector>();
  if (!bytes)
    return bytes.error();
  Result<std::optional<ByteVector>> content = contentOfEntry(*this, key, std::move(*bytes), secret);
  // What is removed first is what was used longest ago. Where the time cannot be set, it was written longest ago.
  if (content)
    (void)::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  return content;
}

/// Makes a folder, and those around it that are missing, as the umask says; from the name of `privateSize` bytes on
/// nobody but the user can enter them.
static Status makeFolder(const std::string &path, size_t privateSize) {
  constexpr mode_t kAsUmaskSays = 0777, kUserAlone = 0700;
  for (size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string part = path.substr(0, end);
    if (::mkdir(part.c_str(), part.size() < privateSize ? kAsUmaskSays : kUserAlone) == 0 || errno == EEXIST)
      continue;
    // A folder that may not be written to, or lies on a disk that is read-only, may be there all the same.
    const int reason = errno;
    struct stat status;
    if (::stat(part.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
      return makeError(ErrorCode::inputOutput, "cannot make the folder '{}': {}", part,
                       std::generic_category().message(reason));
  }
  return {};
}

Status CacheFolder::write(const std::string &key, ByteSpan content) const {
  const std::string path = entry(key);
  const size_t privateSize = sharing == CacheSharing::shared ? std::string::npos : folder.find_last_not_of('/') + 1;
  if (Status status = makeFolder(path.substr(0, path.rfind('/')), privateSize); !status)
    return status;
  // Only now: somebody else may have made them.
  if (Status status = checkSharing(path); !status)
    return status;
  return writeFileAtomically(path, writeCacheEntry(key, content, secret));
}
