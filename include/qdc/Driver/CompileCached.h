//===- CompileCached.h - A compile that is kept -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_COMPILECACHED_H
#define QDC_DRIVER_COMPILECACHED_H

#include "qdc/Cache/CachePlaces.h"
#include "qdc/Driver/CompilePackage.h"

#include <vector>

namespace qdc {

/// What a compile with a cache is for.
enum class CacheGoal : uint8_t {
  package, // the package: a place is asked only if those before it do not have it
  fill,    // that every place has it afterwards, and its images
};

/// Why a place could not be used, or what was wrong with an entry.
struct CacheTrouble {
  std::string reason;  // "cannot read 'store/01/23...': Not a directory"
  std::string outcome; // what was done then: "compiled without it", "not kept"
};

/// A package, and how it went with the cache.
struct CachedCompile {
  ByteVector package;
  bool isKept = false; // every place that is used has it now
  std::vector<CacheTrouble> troubles; // of each place the first one
};

/// Does what compilePackage does, and gives the same bytes and diagnostics. What the cache has is not compiled: neither
/// are threads started then, nor is anything of LLVM or MLIR set up. Of a package that it does not have, it may have
/// images. What is compiled is kept in every place, if it succeeds. Trouble with the cache never changes the package,
/// and is no failure, but for ErrorCode::toolMissing where a server is to be asked and there is no libcurl. A server
/// that failed in an earlier compile is left out. `listener` is told by log() what was found.
Result<CachedCompile> compileCached(const KernelSource &source, const CompileOptions &options, const CachePlaces &cache,
                                    CacheGoal goal, CompileListener &listener);

} // namespace qdc

#endif // QDC_DRIVER_COMPILECACHED_H
