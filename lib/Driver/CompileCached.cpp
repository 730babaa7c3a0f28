//===- CompileCached.cpp - A compile that is kept -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/CompileCached.h"

#include "CachedPackage.h"
#include "RunPhases.h"
#include "qdc/Cache/FileDigest.h"
#include "qdc/Driver/CacheKey.h"

using namespace qdc;

namespace {
/// One compile's use of a cache: first for its package, then for each image.
class CacheUse final : public ImageCache {
public:
  CacheUse(const KernelSource &source, const CompileOptions &options, const CacheFolder &cache,
           CompileListener &listener)
      : source(source), options(options), cache(cache), listener(listener),
        digestOf([&cache](const std::string &path) { return rememberedDigest(cache, path); }) {}

  Result<std::string> packageKey() const { return cacheKey(source, options, digestOf); }

  /// What `read` makes of the content of an entry; nothing, if there is no whole one.
  template <typename Read>
  auto findEntry(const std::string &key, const std::string &what, Read read) -> decltype(read(ByteSpan())) {
    Result<std::optional<ByteVector>> content = cache.read(key);
    if (!content)
      note(content.error().message);
    if (!content || !*content) {
      listener.log("cache: no " + cache.file(key) + " for " + what);
      return std::nullopt;
    }
    auto found = read(**content);
    if (found)
      listener.log("cache: found " + cache.file(key) + " for " + what);
    else
      note(formatText("the cache entry '{}' is damaged: it holds something else", cache.file(key)));
    return found;
  }

  /// False, if the cache does not take it.
  bool keepEntry(const std::string &key, ByteSpan content) {
    Status status = cache.write(key, content);
    if (!status)
      note(status.error().message);
    return status.ok();
  }

  std::optional<CachedImage> find(const std::string &target, const std::string &variant) override {
    Result<std::string> key = imageCacheKey(source, options, target, variant, digestOf);
    return key ? findEntry(*key, target + (variant.empty() ? "" : " " + variant), readCachedImage) : std::nullopt;
  }
  void keep(const std::string &target, const std::string &variant, CachedImage image) override {
    if (Result<std::string> key = imageCacheKey(source, options, target, variant, digestOf); key)
      keepEntry(*key, writeCachedImage(std::move(image)));
  }

  /// The first counts: a cache that cannot be used tends to say so again and again.
  void note(const std::string &reason) {
    if (trouble.empty())
      trouble = reason;
  }

  std::string trouble;

private:
  const KernelSource &source;
  const CompileOptions &options;
  const CacheFolder &cache;
  CompileListener &listener;
  DigestOfFile digestOf;
};
} // namespace

Result<CachedCompile> qdc::compileCached(const KernelSource &source, const CompileOptions &options,
                                         const CacheFolder &cache, CompileListener &listener) {
  CacheUse use(source, options, cache, listener);
  Result<std::string> key = use.packageKey();
  if (!key) {
    // What is missing, a target or a tool, the compile tells best.
    Result<ByteVector> package = compilePackage(source, options, listener);
    if (!package)
      return package.error();
    return CachedCompile{std::move(*package), false, "the cache cannot be used: " + key.error().message};
  }
  if (std::optional<CachedPackage> found = use.findEntry(*key, "the package", readCachedPackage)) {
    replay(*found, source.name, listener);
    return CachedCompile{std::move(found->package), true, ""};
  }
  RecordingListener recorder(listener, source.name);
  Result<ByteVector> package = compileWithImages(source, options, recorder, &use);
  if (!package)
    return package.error();
  const bool isKept = use.keepEntry(*key, writeCachedPackage(recorder.take(*package)));
  return CachedCompile{std::move(*package), isKept, use.trouble};
}
