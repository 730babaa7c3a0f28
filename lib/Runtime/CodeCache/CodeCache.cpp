//===- CodeCache.cpp - Code that a driver compiled, kept ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CodeCache/CodeCache.h"

#include "Runtime/Core/Environment.h"
#include "Runtime/Core/Error.h"

#include "qdc/Cache/PrivatePath.h"

#include <cerrno>
#include <climits>
#include <system_error>
#include <unistd.h>

using namespace qdrt::loader;

/// Of a path of now, what it is called wherever the process goes later.
static qdc::Result<std::string> absolutePath(std::string path) {
  if (path.starts_with('/'))
    return path;
  char current[PATH_MAX];
  if (!::getcwd(current, sizeof(current)))
    return qdc::makeError(qdc::ErrorCode::inputOutput, "cannot find the folder '{}': {}", path,
                          std::generic_category().message(errno));
  return qdc::formatText("{}/{}", current, path);
}

qdc::Status CodeCache::open(const qdrt_device_options &options) {
  std::string path = options.cache ? options.cache : cacheFromEnvironment();
  if (path.empty())
    return {};
  qdc::Result<std::string> absolute = absolutePath(std::move(path));
  if (!absolute) {
    noteFailure(absolute.error());
    return {};
  }
  qdc::Status status = qdc::checkPrivate(*absolute);
  // What the system refuses now it refuses later too, which is no reason not to run.
  if (!status && status.error().code == qdc::ErrorCode::invalidArgument)
    return within(status.error(), "{}", options.cache ? "option 'cache'" : "environment variable 'QDRT_CACHE'");
  folder.emplace(std::move(*absolute), qdc::CacheSharing::privateToUser);
  return {};
}

void CodeCache::close(const qdc::Error &reason) {
  folder.reset();
  noteFailure(reason);
}

qdc::ByteVector CodeCache::find(const std::string &key) {
  qdc::Result<std::optional<qdc::ByteVector>> kept = folder->read(key);
  if (!kept)
    noteFailure(kept.error());
  return kept && *kept ? std::move(**kept) : qdc::ByteVector();
}

void CodeCache::keep(const std::string &key, qdc::ByteSpan code) {
  if (qdc::Status written = folder->write(key, code); !written)
    return noteFailure(written.error());
  std::lock_guard lock(mutex);
  ++counted.kept;
}

void CodeCache::noteCompiled() {
  std::lock_guard lock(mutex);
  ++counted.compiled;
}

void CodeCache::noteCached() {
  std::lock_guard lock(mutex);
  ++counted.cached;
}

void CodeCache::noteFailure(const qdc::Error &error) {
  std::lock_guard lock(mutex);
  if (counted.failures == 0)
    firstFailure = error.message;
  ++counted.failures;
}

CodeUse CodeCache::use() const {
  std::lock_guard lock(mutex);
  CodeUse use = counted;
  use.firstFailure = firstFailure.c_str();
  return use;
}
