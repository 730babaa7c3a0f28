//===- FileDigest.cpp - The digest of a large file ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/FileDigest.h"

#include "qdc/Support/FileBytes.h"
#include "qdc/Support/Sha256.h"

#include <algorithm>
#include <ctime>
#include <sys/stat.h>

using namespace qdc;

/// What a file is known by, from its status.
static std::string keyOf(const std::string &path, const struct stat &status) {
  std::string text = formatText("qdc file digest 1\n{}:{}", path.size(), path);
  for (int64_t number :
       {static_cast<int64_t>(status.st_dev), static_cast<int64_t>(status.st_ino), static_cast<int64_t>(status.st_size),
        static_cast<int64_t>(status.st_mtim.tv_sec), static_cast<int64_t>(status.st_mtim.tv_nsec),
        static_cast<int64_t>(status.st_ctim.tv_sec), static_cast<int64_t>(status.st_ctim.tv_nsec)})
    text += formatText(" {}", number);
  return sha256Hex(asBytes(text));
}

Result<std::string> qdc::fileDigest(const std::string &path) {
  Result<ByteVector> bytes = readFileBytes(path);
  if (!bytes)
    return bytes.error();
  return sha256Hex(*bytes);
}

Result<std::string> qdc::rememberedDigest(const CacheFolder &cache, const std::string &path) {
  struct stat status;
  const bool isKnown = ::stat(path.c_str(), &status) == 0;
  const std::string key = isKnown ? keyOf(path, status) : "";
  if (isKnown)
    if (Result<std::optional<ByteVector>> digest = cache.read(key); digest && *digest && isSha256Hex(asText(**digest)))
      return std::string(asText(**digest));
  Result<std::string> digest = fileDigest(path);
  constexpr time_t kSettled = 2;
  if (digest && isKnown && std::time(nullptr) - std::max(status.st_mtim.tv_sec, status.st_ctim.tv_sec) > kSettled)
    (void)cache.write(key, asBytes(*digest)); // what cannot be remembered is read again
  return digest;
}
