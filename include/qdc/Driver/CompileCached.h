//===- CompileCached.h - A compile that is kept -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_COMPILECACHED_H
#define QDC_DRIVER_COMPILECACHED_H

#include "qdc/Cache/CacheFolder.h"
#include "qdc/Driver/CompilePackage.h"

namespace qdc {

/// A package, and how it went with the cache.
struct CachedCompile {
  ByteVector package;
  bool isKept = false; // the cache has it now
  std::string trouble; // the first reason why the cache could not be used, or had a damaged entry; empty: there is none
};

/// Does what compilePackage does, and gives the same bytes and diagnostics. What the cache has is not compiled: neither
/// are threads started then, nor is anything of LLVM or MLIR set up. Of a package that it does not have, it may have
/// images. What is compiled is kept there, if it succeeds. Trouble with the cache never changes the package, and is no
/// failure. `listener` is told by log() what was found.
Result<CachedCompile> compileCached(const KernelSource &source, const CompileOptions &options, const CacheFolder &cache,
                                    CompileListener &listener);

} // namespace qdc

#endif // QDC_DRIVER_COMPILECACHED_H
