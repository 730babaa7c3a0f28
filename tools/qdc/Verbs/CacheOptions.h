//===- CacheOptions.h - Which cache is meant --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_CACHEOPTIONS_H
#define QDC_TOOLS_VERBS_CACHEOPTIONS_H

#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "qdc/Cache/CachePlaces.h"

namespace qdc {

/// Adds --cache, which appends to `given`, and the variables beside it. `given` must outlive the verb.
void addCacheOption(Verb &verb, std::vector<std::string> &given, std::string help);

/// The places of the cache: the last folder and the last URL that are given, or what the environment says where there
/// is none. Nothing is read or asked. Fails as bad usage where a URL or a variable is wrong.
Failure openCache(std::span<const std::string> given, CachePlaces &cache);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_CACHEOPTIONS_H
