//===- CacheUse.cpp - One compile's use of a cache ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CacheUse.h"

#include "qdc/Cache/FileDigest.h"
#include "qdc/Driver/CacheKey.h"

#include <algorithm>

using namespace qdc;

CacheUse::CacheUse(const KernelSource &source, const CompileOptions &options, const CachePlaces &cache, CacheGoal goal,
                   CompileListener &listener)
    : source(source), options(options), goal(goal), listener(listener) {
  if (cache.folder)
    uses.push_back({*cache.folder});
  if (cache.server && cache.server->isAsked())
    uses.push_back({*cache.server, cache.server->takesEntries()});
  // Each image asks for the digests of its tools. Without a folder there is nothing that remembers them.
  digestOf = [this, &cache](const std::string &path) {
    auto known = digests.find(path);
    if (known == digests.end())
      known = digests.emplace(path, cache.folder ? rememberedDigest(*cache.folder, path) : fileDigest(path)).first;
    return known->second;
  };
}

/// The first counts: a place that cannot be used tends to say so again and again.
void CacheUse::noteReading(Use &use, const std::string &key, const Error &error) {
  if (error.code == ErrorCode::toolMissing)
    missingTool = error;
  if (error.code == ErrorCode::invalidPackage)
    use.wrong.insert(key);
  if (use.readingTrouble.empty())
    use.readingTrouble = error.message;
}

void CacheUse::noteKeeping(Use &use, const Error &error) {
  if (error.code == ErrorCode::toolMissing)
    missingTool = error;
  if (!use.keepingTrouble.empty())
    return;
  use.keepingTrouble = error.message;
  use.isKeepingFirst = use.readingTrouble.empty();
}

void CacheUse::keepIn(Use &use, const std::string &key, ByteSpan content) {
  if (!use.takesEntries)
    return;
  Status status = goal == CacheGoal::fill ? use.place.provide(key, content, use.wrong.contains(key))
                                          : use.place.write(key, content);
  if (!status)
    noteKeeping(use, status.error());
}

void CacheUse::keepEntry(const std::string &key, ByteSpan content) {
  for (Use &use : uses)
    keepIn(use, key, content);
}

/// Gives an entry that one place has to those that were asked before it, in vain; where the cache is filled, to all
/// others.
void CacheUse::share(const Use &from, const std::string &key, ByteSpan content) {
  for (Use &other : uses) {
    if (&other != &from)
      keepIn(other, key, content);
    else if (goal != CacheGoal::fill)
      return;
  }
}

/// What `read` makes of the content of an entry; nothing, if no place has a whole one.
template <typename Read>
auto CacheUse::findEntry(const std::string &key, const std::string &what, Read read) -> decltype(read(ByteSpan())) {
  for (Use &use : uses) {
    Result<std::optional<ByteVector>> content = use.place.read(key);
    if (!content)
      noteReading(use, key, content.error());
    const bool isThere = content && *content;
    auto found = isThere ? read(**content) : std::nullopt;
    if (isThere && !found)
      noteReading(use, key,
                  makeError(ErrorCode::invalidPackage, "the cache entry '{}' is damaged: it holds something else",
                            use.place.entry(key))
                      .error());
    listener.log((found ? "cache: found " : "cache: no ") + use.place.entry(key) + " for " + what);
    if (!found)
      continue;
    share(use, key, **content);
    return found;
  }
  return std::nullopt;
}

Result<std::string> CacheUse::packageKey() { return cacheKey(source, options, digestOf); }

std::optional<CachedPackage> CacheUse::findPackage(const std::string &key) {
  return findEntry(key, "the package", readCachedPackage);
}

void CacheUse::keepPackage(const std::string &key, CachedPackage package) {
  keepEntry(key, writeCachedPackage(std::move(package)));
}

Result<std::string> CacheUse::imageKey(const std::string &target, const std::string &variant) {
  return imageCacheKey(source, options, target, variant, digestOf);
}

std::optional<CachedImage> CacheUse::find(const std::string &target, const std::string &variant) {
  Result<std::string> key = imageKey(target, variant);
  return key ? findEntry(*key, target + (variant.empty() ? "" : " " + variant), readCachedImage) : std::nullopt;
}

void CacheUse::keep(const std::string &target, const std::string &variant, CachedImage image) {
  if (Result<std::string> key = imageKey(target, variant); key)
    keepEntry(*key, writeCachedImage(std::move(image)));
}

bool CacheUse::isKept() const {
  return std::ranges::all_of(uses, [](const Use &use) { return use.keepingTrouble.empty(); });
}

std::vector<CacheTrouble> CacheUse::troubles(bool hasPackage) const {
  std::vector<CacheTrouble> all;
  for (const Use &use : uses) {
    const bool isOfKeeping = !use.keepingTrouble.empty() && (use.isKeepingFirst || goal == CacheGoal::fill);
    if (isOfKeeping)
      all.push_back({use.keepingTrouble, "not kept"});
    else if (!use.readingTrouble.empty())
      all.push_back({use.readingTrouble, hasPackage ? "the package was found all the same" : "compiled without it"});
  }
  return all;
}
