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
    uses.push_back({*cache.folder, nullptr});
  if (cache.server && cache.server->isAsked())
    uses.push_back({*cache.server, cache.server.get(), cache.server->takesEntries()});
  // Each image asks for the digests of its tools. Without a folder there is nothing that remembers them.
  digestOf = [this, &cache](const std::string &path) {
    auto known = digests.find(path);
    if (known == digests.end())
      known = digests.emplace(path, cache.folder ? rememberedDigest(*cache.folder, path) : fileDigest(path)).first;
    return known->second;
  };
}

/// The first counts: a place that cannot be used tends to say so again and again.
void CacheUse::note(Use &use, const Error &error, bool isOfKeeping) {
  if (error.code == ErrorCode::toolMissing)
    missingTool = error;
  if (!use.trouble.empty())
    return;
  use.trouble = error.message;
  use.isTroubleOfKeeping = isOfKeeping;
}

void CacheUse::keepIn(Use &use, const std::string &key, ByteSpan content) {
  if (!use.isWritten)
    return;
  Status status =
      use.server && goal == CacheGoal::fill ? use.server->provide(key, content) : use.place.write(key, content);
  if (status)
    return;
  note(use, status.error(), true);
  use.lacksEntries = true;
}

void CacheUse::keepEntry(const std::string &key, ByteSpan content) {
  for (Use &use : uses)
    keepIn(use, key, content);
}

/// What `read` makes of the content of an entry; nothing, if no place has a whole one. Places that were asked in vain
/// get it.
template <typename Read>
auto CacheUse::findEntry(const std::string &key, const std::string &what, Read read) -> decltype(read(ByteSpan())) {
  for (Use &use : uses) {
    Result<std::optional<ByteVector>> content = use.place.read(key);
    if (!content)
      note(use, content.error(), false);
    auto found = content && *content ? read(**content) : std::nullopt;
    if (content && *content && !found)
      note(use,
           makeError(ErrorCode::invalidPackage, "the cache entry '{}' is damaged: it holds something else",
                     use.place.entry(key))
               .error(),
           false);
    listener.log((found ? "cache: found " : "cache: no ") + use.place.entry(key) + " for " + what);
    if (!found)
      continue;
    bool isAfter = false;
    for (Use &other : uses) {
      isAfter |= &other == &use;
      if (&other != &use && (!isAfter || goal == CacheGoal::fill))
        keepIn(other, key, **content);
    }
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

bool CacheUse::isKept() const { return std::ranges::none_of(uses, &Use::lacksEntries); }

std::vector<CacheTrouble> CacheUse::troubles(bool hasPackage) const {
  std::vector<CacheTrouble> all;
  for (const Use &use : uses)
    if (!use.trouble.empty())
      all.push_back({use.trouble, use.isTroubleOfKeeping ? "not kept"
                                  : hasPackage           ? "the package was found all the same"
                                                         : "compiled without it"});
  return all;
}
