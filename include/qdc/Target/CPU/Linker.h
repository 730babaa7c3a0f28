//===- Linker.h - From objects to a shared object ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CPU_LINKER_H
#define QDC_TARGET_CPU_LINKER_H

#include "qdc/Support/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace qdc {

struct LinkOptions {
  bool keepDebugInfo = false;
};

/// Links ELF objects into a shared object that needs no library, and gives its bytes: the same for the same objects.
/// What no exported symbol reaches is left out. Runs lld in this process, one call at a time (others wait); no
/// file system is written to, so nothing is left behind however the process ends.
/// Fails with ErrorCode::internal, naming the symbol, if one is undefined, and with ErrorCode::inputOutput if the
/// system has no memory or descriptors left for what lld reads and writes, or if /proc, by which they are opened, is
/// not mounted.
Result<std::string> linkSharedObject(const std::vector<std::string_view> &objects, const LinkOptions &options);

} // namespace qdc

#endif // QDC_TARGET_CPU_LINKER_H
