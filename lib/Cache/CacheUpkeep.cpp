//===- CacheUpkeep.cpp - What is in a cache, and less of it ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheUpkeep.h"

#include "qdc/Support/Sha256.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <dirent.h>
#include <memory>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <unistd.h>

using namespace qdc;

namespace {
struct CacheFile {
  std::string path;
  std::string key; // empty: what writeFileAtomically left when its process was killed
  uint64_t bytes = 0;
  timespec used = {};
};
} // namespace

static Status refused(const char *what, const std::string &path, int reason) {
  return makeError(reason == ENOENT ? ErrorCode::notFound : ErrorCode::inputOutput, "cannot {} '{}': {}", what, path,
                   std::generic_category().message(reason));
}

/// What a folder holds, sorted.
static Result<std::vector<std::string>> namesIn(const std::string &folder) {
  std::unique_ptr<DIR, int (*)(DIR *)> opened(::opendir(folder.c_str()), &::closedir);
  if (!opened)
    return refused("read the folder", folder, errno);
  std::vector<std::string> names;
  errno = 0;
  while (const dirent *entry = ::readdir(opened.get()))
    names.emplace_back(entry->d_name);
  if (errno != 0)
    return refused("read the folder", folder, errno);
  std::ranges::sort(names);
  return names;
}

/// ".<62 hex>.PID-NUMBER.tmp" (AtomicFile.h)
static bool isLeftOver(const std::string &name) {
  constexpr size_t kDigits = 62;
  return name.starts_with('.') && name.ends_with(".tmp") && name.size() > kDigits + 1 &&
         isSha256Hex("00" + name.substr(1, kDigits)) && name[kDigits + 1] == '.';
}

/// Adds the files of one folder of the cache.
static Status listFolder(const CacheFolder &cache, const std::string &folder, std::vector<CacheFile> &files) {
  Result<std::vector<std::string>> names = namesIn(cache.path() + "/" + folder);
  if (!names)
    return names.error().code == ErrorCode::notFound ? Status() : Status(names.error());
  for (const std::string &name : *names) {
    CacheFile file{cache.path() + "/" + folder + "/" + name, isSha256Hex(folder + name) ? folder + name : ""};
    struct stat status;
    if ((file.key.empty() && !isLeftOver(name)) || ::lstat(file.path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
      continue;
    file.bytes = static_cast<uint64_t>(status.st_size);
    file.used = status.st_mtim;
    files.push_back(std::move(file));
  }
  return {};
}

/// All files, in the order of their names.
static Result<std::vector<CacheFile>> listFiles(const CacheFolder &cache) {
  Result<std::vector<std::string>> folders = namesIn(cache.path());
  if (!folders)
    return folders.error();
  std::vector<CacheFile> files;
  for (const std::string &folder : *folders)
    if (folder.size() == 2 && isSha256Hex(folder + std::string(62, '0')))
      if (Status status = listFolder(cache, folder, files); !status)
        return status;
  return files;
}

static Status removeFile(const CacheFile &file, CacheSize &removed) {
  if (::unlink(file.path.c_str()) != 0)
    return errno == ENOENT ? Status() : refused("remove", file.path, errno);
  removed.entries += !file.key.empty();
  removed.bytes += file.bytes;
  return {};
}

Result<CacheSize> qdc::measureCache(const CacheFolder &cache) {
  Result<std::vector<CacheFile>> files = listFiles(cache);
  if (!files)
    return files.error();
  CacheSize size;
  for (const CacheFile &file : *files)
    if (!file.key.empty())
      size = {size.entries + 1, size.bytes + file.bytes};
  return size;
}

Result<std::vector<Error>> qdc::verifyCache(const CacheFolder &cache) {
  Result<std::vector<CacheFile>> files = listFiles(cache);
  if (!files)
    return files.error();
  std::vector<Error> findings;
  for (const CacheFile &file : *files)
    if (!file.key.empty())
      if (Result<std::optional<ByteVector>> content = cache.read(file.key); !content)
        findings.push_back(content.error());
  return findings;
}

Result<CacheSize> qdc::shrinkCache(const CacheFolder &cache, uint64_t most) {
  Result<std::vector<CacheFile>> files = listFiles(cache);
  if (!files)
    return files.error();
  constexpr time_t kHour = 3600;
  const time_t leftLongAgo = std::time(nullptr) - kHour;
  std::ranges::sort(*files, {},
                    [](const CacheFile &file) { return std::tuple(file.used.tv_sec, file.used.tv_nsec, file.path); });
  uint64_t bytes = 0;
  for (const CacheFile &file : *files)
    bytes += file.key.empty() ? 0 : file.bytes;
  CacheSize removed;
  for (const CacheFile &file : *files) {
    const bool isEntry = !file.key.empty();
    if (isEntry ? bytes <= most : file.used.tv_sec > leftLongAgo)
      continue;
    if (Status status = removeFile(file, removed); !status)
      return status;
    bytes -= isEntry ? file.bytes : 0;
  }
  return removed;
}

Result<CacheSize> qdc::clearCache(const CacheFolder &cache) {
  Result<std::vector<CacheFile>> files = listFiles(cache);
  if (!files)
    return files.error();
  CacheSize removed;
  for (const CacheFile &file : *files)
    if (Status status = removeFile(file, removed); !status)
      return status;
  return removed;
}
