//===- CompileOptions.h - What decides the outcome of a compile -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_COMPILEOPTIONS_H
#define QDC_DRIVER_COMPILEOPTIONS_H

#include "qdc/Driver/PackageOptions.h"
#include "qdc/Driver/WarningOptions.h"

namespace qdc {

/// Beside the source, all that decides what a compile gives: the bytes of the package, whether there is one, and what
/// is said about the kernels. A member that is added here is one of the key of caches (CacheKey.h), or the compiler of
/// cacheKey() ends with an error.
struct CompileOptions {
  PackageOptions package;
  WarningOptions warnings;
  bool deterministic = false;      // refuse kernels of which two launches may leave other bits (Determinism.h)
  bool remarkFusedTasks = false;   // a remark for each parallel loop that was fused with the one before it
  bool remarkMissedFusion = false; // and for each that was not, with the reason
  unsigned threads = 0;            // 0: one for each processor. They decide nothing.
};

} // namespace qdc

#endif // QDC_DRIVER_COMPILEOPTIONS_H
