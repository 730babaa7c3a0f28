//===- CacheKey.h - What the result of a compile is found by ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_CACHEKEY_H
#define QDC_DRIVER_CACHEKEY_H

#include "qdc/Driver/CompilePackage.h"

namespace qdc {

/// The key of what a compile gives, 64 lower-case hexadecimal digits: two compiles with one key give the same package
/// and say the same about the kernels, on whatever machine, in whatever folder. In it are the source's bytes, all of
/// CompileOptions that decides something, the build of qdc (programIdentity), and of each target what its family tells
/// (TargetFamily::fingerprint). Not in it is the name by which diagnostics call the source.
///
/// Takes a few microseconds, and what `digestOf` takes for each tool. Fails where a target, a tool or the compiler
/// cannot be told; the error is theirs.
Result<std::string> cacheKey(const KernelSource &source, const CompileOptions &options, const DigestOfFile &digestOf);

/// The key of one image of the package, for `target`, one of the options' targets, and the kernels of `variant` (empty:
/// the plain ones). It does not depend on what other targets there are, nor on what only decides what is said.
Result<std::string> imageCacheKey(const KernelSource &source, const CompileOptions &options, const std::string &target,
                                  const std::string &variant, const DigestOfFile &digestOf);

} // namespace qdc

#endif // QDC_DRIVER_CACHEKEY_H
