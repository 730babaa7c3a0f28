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
#include "qdc/Support/FileDescriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>

using namespace qdc;

std::string CacheFolder::entry(const std::string &key) const {
  const std::string_view digits = key;
  return formatText("{}/{}/{}", folder, digits.substr(0, cacheFolderDigits), digits.substr(cacheFolderDigits));
}

Status CacheFolder::checkFolders(const std::string &entry) const {
  if (sharing == CacheSharing::shared)
    return {};
  Status inner = checkPrivate(entry.substr(0, entry.rfind('/')));
  return inner ? checkPrivate(folder) : inner;
}

/// The bytes of the file of an entry; notFound: there is none.
static Result<ByteVector> readEntryFile(const std::string &path, CacheSharing sharing) {
  auto damaged = [&](const std::string &what) {
    return makeError(ErrorCode::invalidPackage, "the cache entry '{}' is damaged: {}", path, what);
  };
  // A pipe that nobody writes must not make anybody wait.
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file && (errno == ELOOP || errno == ENXIO))
    return damaged("it is no regular file");
  struct stat status;
  if (!file || ::fstat(file.get(), &status) != 0) {
    const int reason = errno;
    return makeError(reason == ENOENT ? ErrorCode::notFound : ErrorCode::inputOutput, "cannot read '{}': {}", path,
                     std::generic_category().message(reason));
  }
  if (!S_ISREG(status.st_mode))
    return damaged("it is no regular file");
  if (sharing == CacheSharing::privateToUser)
    if (Status isPrivate = checkPrivate(status, path); !isPrivate)
      return isPrivate.error();
  if (static_cast<uint64_t>(status.st_size) > cacheEntryMost)
    return damaged(formatText("it has more than {} bytes", cacheEntryMost));
  // What is removed first is what was used longest ago. Where the time cannot be set, it was written longest ago.
  (void)::futimens(file.get(), nullptr);
  return readOpenFile(file.get(), formatText("'{}'", path));
}

Result<std::optional<ByteVector>> CacheFolder::read(const std::string &key) const {
  const std::string path = entry(key);
  if (Status status = checkFolders(path); !status)
    return status.error();
  Result<ByteVector> bytes = readEntryFile(path, sharing);
  if (!bytes && bytes.error().code == ErrorCode::notFound)
    return std::optional<ByteVector>();
  if (!bytes)
    return bytes.error();
  return contentOfEntry(*this, key, std::move(*bytes), secret);
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
  constexpr mode_t kAsUmaskSays = 0666, kUserAlone = 0600;
  const std::string path = entry(key);
  if (content.size() > cacheEntryMost - cacheEntryHead)
    return makeError(ErrorCode::inputOutput, "cannot write '{}': it has more than {} bytes", path, cacheEntryMost);
  const bool isPrivate = sharing == CacheSharing::privateToUser;
  const size_t privateSize = isPrivate ? folder.find_last_not_of('/') + 1 : std::string::npos;
  if (Status status = makeFolder(path.substr(0, path.rfind('/')), privateSize); !status)
    return status;
  // Only now: somebody else may have made them.
  if (Status status = checkFolders(path); !status)
    return status;
  return replaceFileAtomically(path, writeCacheEntry(key, content, secret), isPrivate ? kUserAlone : kAsUmaskSays);
}
