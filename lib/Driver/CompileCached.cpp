//===- CompileCached.cpp - A compile that is kept -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/CompileCached.h"

#include "CacheUse.h"
#include "RunPhases.h"

using namespace qdc;

/// Has each place given the images that another one has.
static void spreadImages(const PackageOptions &options, CacheUse &use) {
  std::vector<std::string> variants = {""};
  variants.insert(variants.end(), options.variants.begin(), options.variants.end());
  for (const std::string &variant : variants)
    for (const std::string &target : options.targets)
      (void)use.find(target, variant);
}

Result<CachedCompile> qdc::compileCached(const KernelSource &source, const CompileOptions &options,
                                         const CachePlaces &cache, CacheGoal goal, CompileListener &listener) {
  CacheUse use(source, options, cache, goal, listener);
  Result<std::string> key = use.packageKey();
  if (!key) {
    // What is missing, a target or a tool, the compile tells best.
    Result<ByteVector> package = compilePackage(source, options, listener);
    if (!package)
      return package.error();
    return CachedCompile{
        std::move(*package), false, {{"the cache cannot be used: " + key.error().message, "compiled without it"}}};
  }
  std::optional<CachedPackage> found = use.findPackage(*key);
  if (found && goal == CacheGoal::fill && cache.folder && cache.server)
    spreadImages(options.package, use);
  if (use.refusal())
    return *use.refusal();
  if (found) {
    replay(*found, source.name, listener);
    return CachedCompile{std::move(found->package), use.isKept(), use.troubles(true)};
  }
  RecordingListener recorder(listener, source.name);
  Result<ByteVector> package = compileWithImages(source, options, recorder, &use);
  if (!package)
    return package.error();
  use.keepPackage(*key, recorder.take(*package));
  return CachedCompile{std::move(*package), use.isKept(), use.troubles(false)};
}
