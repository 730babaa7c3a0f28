//===- WorkspaceSizes.h - How large a variant's workspace is ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_WORKSPACESIZES_H
#define QDRT_GRAPH_WORKSPACESIZES_H

#include "Runtime/Package/Kernel.h"

#include "qdc/ABI/KernelABI.h"

namespace qdrt::loader {

/// invalidArgument where an extent of a temporary is below 0, or cannot be computed; the message says which, with its
/// place in the source. What regionBytes() gives is right only where this holds. Of the regions that get their sizes
/// after `node`; with none, of all as far as no word is read.
qdc::Status checkTemporaries(const Variant &variant, std::optional<uint32_t> node,
                             const qdc::SizeExprBindings &arguments);

/// The bytes that region `index` of the workspace needs. invalidPackage where its tasks use more.
qdc::Result<uint64_t> regionBytes(const Variant &variant, size_t index, const qdc::SizeExprBindings &arguments);

/// Adds the bytes of a region to those of others, which it lies after: with what fills it up, so that regions follow
/// each other. UINT64_MAX: more than there can be.
constexpr uint64_t withRegion(uint64_t others, uint64_t bytes) {
  constexpr uint64_t rest = QDC_ALLOCATION_ALIGNMENT - 1, most = UINT64_MAX;
  uint64_t sum = 0;
  return __builtin_add_overflow(bytes, rest, &bytes) || __builtin_add_overflow(others, bytes & ~rest, &sum) ? most
                                                                                                            : sum;
}

/// The number of the node after which region `index` gets its size; none: ahead of the launch.
inline std::optional<uint32_t> sizedAfter(const Variant &variant, size_t index) {
  return sizedAfter(variant.regions[index].description->size);
}

/// Whether region `index` holds nothing but temporaries, so that no launch finds in it what another one left.
bool holdsTemporaries(const Variant &variant, size_t index);

/// "workspace of kernel 'NAME'" for that of words, else "region 'NAME' of kernel 'NAME'".
[[gnu::cold]] std::string nameOfRegion(const Variant &variant, size_t index);

} // namespace qdrt::loader

#endif // QDRT_GRAPH_WORKSPACESIZES_H
