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
///  - every index is in range and names a thing of the right kind;
///  - names are not empty, unique where they are looked up, UTF-8, and hold no
///    zero byte; kernels of one name follow each other with equal arguments,
///    the general one last;
///  - bytes of globals and of static array shapes fit in 63 bits, ranks are at
///    most kMaximumRank, initial values lie inside the data entry;
///  - leaves of a SizeExpr name integer scalars, dims of arrays, and aligned
///    words inside the workspace;
///  - words, results and workspace slots lie inside the workspace, as far as
///    its size is constant;
///  - what tasks and flags access is in the access of their arguments;
///  - the graph is at most kMaximumGraphDepth deep, has the operands that its
///    kinds need, and every image has an entry point for each of its tasks.
/// The error names the place in the JSON; its code is invalidPackage.
Status verifyManifest(const Manifest &manifest);

} // namespace qdc

#endif // QDC_PACKAGE_MANIFESTVERIFIER_H
