//===- ManifestVerifier.h - What holds in every manifest --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_MANIFESTVERIFIER_H
#define QDC_PACKAGE_MANIFESTVERIFIER_H

#include "qdc/Package/Manifest.h"

namespace qdc {

/// Checks what the types of Manifest.h cannot say; the writer of a package and
/// every reader call it. After success:
///  - every index is in range of its module and names a thing of the right kind;
///  - names are not empty, unique where they are looked up, UTF-8, and hold no
///    zero byte; kernels of one name follow each other in one module with equal
///    arguments, the general one last; no two modules have a kernel or a public
///    global of the same name;
///  - bytes of globals and of static array shapes fit in 63 bits, ranks are at
///    most kMaximumRank, initial values lie inside the module's data entry;
///  - leaves of a SizeExpr name integer scalars, dims of arrays, and aligned
///    words inside region 0 of the workspace;
///  - dims of an argument are none or one for each axis, whose expression, there
///    unless the text is "?", reads no word;
///  - region 0 is as makeWordsRegion makes it, alignments of regions are powers
///    of two up to QDC_ALLOCATION_ALIGNMENT; words, results and workspace slots
///    lie inside their regions, as far as the sizes are constant;
///  - temporaries, and what tasks access of regions, lie in regions of their
///    kernel but region 0; extents of temporaries read no word;
///  - what tasks and flags access is in the access of their arguments;
///  - the graph is at most kMaximumGraphDepth deep, has the operands that its
///    kinds need, and every image has an entry point for each of its tasks;
///  - known words are made of arguments and of counters of loops that are around
///    all control that reads them, and their tasks write words alone;
///  - an image's loops are loops, with each strategy at most once and, where it
///    needs one, with the entry point that covers the loop's node; as a graph
///    they may have one for the end of an iteration, which alone has slots for
///    the loop's handle and state.
/// readOutline and readKernel (ManifestOutline.h) check the same, each of what it
/// reads. The error names the place in the JSON; its code is invalidPackage.
Status verifyManifest(const Manifest &manifest);

} // namespace qdc

#endif // QDC_PACKAGE_MANIFESTVERIFIER_H
