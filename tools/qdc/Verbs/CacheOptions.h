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

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace qdc {

/// Adds --cache, which appends to `given`, and the variables beside it. `given` must outlive the verb.
void addCacheOption(Verb &verb, std::vector<std::string> &given, std::string help);

/// Whether a server is of use, too.
enum class CacheKinds : uint8_t { folder, folderAndServer };

/// The places of the cache: the last folder and the last URL that are given, or what the environment says where there
/// is none. Nothing is read or asked. Fails as bad usage where a URL or a variable is wrong; what is of no use is not
/// looked at.
Failure openCache(std::span<const std::string> given, CacheKinds kinds, CachePlaces &cache);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_CACHEOPTIONS_H
