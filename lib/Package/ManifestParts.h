//===- ManifestParts.h - Parts of a manifest's text -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_PACKAGE_MANIFESTPARTS_H
#define QDC_LIB_PACKAGE_MANIFESTPARTS_H

#include "FieldReader.h"
#include "qdc/Package/ManifestOutline.h"

namespace qdc {

/// How deep arrays and objects of a manifest nest: every level of a graph takes two levels of JSON.
inline constexpr unsigned kMaximumJsonDepth = 2 * kMaximumGraphDepth + 32;

/// How a manifest of that version is read.
ReadState readStateOf(const Manifest &manifest);

/// Reads all that is in a manifest's JSON, as it stands there. A version or a feature that this reader does not have is
/// refused before anything else.
Status readWhole(const Json &root, Manifest &manifest);

// These read what an outline leaves as text. `path` is the place of the list.
void readPart(const KernelOutline &outline, const ManifestPath &place, ReadState &state, Kernel &kernel);
void readPart(const CodeOutline &outline, const ManifestPath &list, ReadState &state, ImageRegion &region);
void readPart(const CodeOutline &outline, const ManifestPath &list, ReadState &state, EntryPoint &entryPoint);
void readPart(const CodeOutline &outline, const ManifestPath &list, ReadState &state, LoopCode &loop);

} // namespace qdc

#endif // QDC_LIB_PACKAGE_MANIFESTPARTS_H
