//===- CacheUse.h - One compile's use of a cache ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_CACHEUSE_H
#define QDC_LIB_DRIVER_CACHEUSE_H

#include "CachedPackage.h"
#include "ImageCache.h"
#include "qdc/Driver/CompileCached.h"

#include <map>
#include <set>

namespace qdc {

/// Looks for a package and for its images in the places of a cache, keeps there what is made, and remembers what went
/// wrong. Its references must outlive it.
class CacheUse final : public ImageCache {
public:
  CacheUse(const KernelSource &source, const CompileOptions &options, const CachePlaces &cache, CacheGoal goal,
           CompileListener &listener);

  Result<std::string> packageKey();
  std::optional<CachedPackage> findPackage(const std::string &key);
  void keepPackage(const std::string &key, CachedPackage package);

  std::optional<CachedImage> find(const std::string &target, const std::string &variant) override;
  void keep(const std::string &target, const std::string &variant, CachedImage image) override;

  /// An error that is more than trouble: there is no way to ask a server.
  const std::optional<Error> &refusal() const { return missingTool; }
  /// Whether all that was kept or found is in every place now.
  bool isKept() const;
  /// Of each place the first, or, where it is filled, what kept an entry from it. `hasPackage`: it was found.
  std::vector<CacheTrouble> troubles(bool hasPackage) const;

private:
  /// A place that is used.
  struct Use {
    const CachePlace &place;
    bool takesEntries = true; // as far as is known
    std::set<std::string> wrong = {}; // keys of which it had an entry that is damaged or not signed
    // The first of each kind; empty: there is none. An entry that it did not take is one of keeping.
    std::string readingTrouble = "", keepingTrouble = "";
    bool isKeepingFirst = false;
  };

  void share(const Use &from, const std::string &key, ByteSpan content);
  template <typename Read>
  auto findEntry(const std::string &key, const std::string &what, Read read) -> decltype(read(ByteSpan()));
  void keepEntry(const std::string &key, ByteSpan content);
  void keepIn(Use &use, const std::string &key, ByteSpan content);
  void noteReading(Use &use, const std::string &key, const Error &error);
  void noteKeeping(Use &use, const Error &error);
  Result<std::string> imageKey(const std::string &target, const std::string &variant);

  const KernelSource &source;
  const CompileOptions &options;
  CacheGoal goal;
  CompileListener &listener;
  std::vector<Use> uses; // in the order in which they are asked
  std::optional<Error> missingTool;
  DigestOfFile digestOf;
  std::map<std::string, Result<std::string>> digests; // of tools, as digestOf gave them
};

} // namespace qdc

#endif // QDC_LIB_DRIVER_CACHEUSE_H
