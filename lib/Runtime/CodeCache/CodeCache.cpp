//===- CodeCache.cpp - Code that a driver compiled, kept ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CodeCache/CodeCache.h"

#include "Runtime/Core/Environment.h"
#include "Runtime/Core/Error.h"

#include "qdc/Cache/PrivatePath.h"

using namespace qdrt::loader;

qdc::Status CodeCache::open(const qdrt_device_options &options) {
  std::string path = options.cache ? options.cache : cacheFromEnvironment();
  if (path.empty())
    return {};
  qdc::Status status = qdc::checkPrivate(path);
  // What the system refuses now it refuses later too, which is no reason not to run.
  if (!status && status.error().code == qdc::ErrorCode::invalidArgument)
    return within(status.error(), "{}", options.cache ? "option 'cache'" : "environment variable 'QDRT_CACHE'");
  folder.emplace(std::move(path), qdc::CacheSharing::privateToUser);
  return {};
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
