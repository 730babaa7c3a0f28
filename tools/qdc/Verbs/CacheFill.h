//===- CacheFill.h - qdc cache fill -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_CACHEFILL_H
#define QDC_TOOLS_VERBS_CACHEFILL_H

#include "Verbs/Compile.h"
#include "qdc/Driver/Compile.h"

#include <string>
#include <vector>

namespace qdc {

/// What to compile into a cache: the inputs one by one, each as `compile` says.
struct CacheFillRequest {
  CompileRequest compile; // but for the input
  std::vector<PrefixMap> maps;
  std::vector<std::string> inputs;
};

/// Compiles what the cache does not have, and tells how far it is and what is wrong. An input that fails keeps none of
/// the others from it, unless no place of the cache takes entries any more; the exit code is that of the first that
/// did.
ExitCode runCacheFill(CacheFillRequest &request);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_CACHEFILL_H
