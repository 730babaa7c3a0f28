//===- WorkspaceSizes.h - How large a variant's workspace is ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_WORKSPACESIZES_H
#define QDRT_GRAPH_WORKSPACESIZES_H

#include "Runtime/Package/Kernel.h"

namespace qdrt::loader {

/// invalidArgument where an extent of a temporary is below 0, or cannot be computed; the message says which, with its
/// place in the source. What regionBytes() gives is right only where this holds.
qdc::Status checkTemporaries(const Variant &variant, const qdc::SizeExprBindings &arguments);

/// The bytes that region `index` of the workspace needs. invalidPackage where its tasks use more.
qdc::Result<uint64_t> regionBytes(const Variant &variant, size_t index, const qdc::SizeExprBindings &arguments);

/// "workspace of kernel 'NAME'" for that of words, else "region 'NAME' of kernel 'NAME'".
[[gnu::cold]] std::string nameOfRegion(const Variant &variant, size_t index);

} // namespace qdrt::loader

#endif // QDRT_GRAPH_WORKSPACESIZES_H
