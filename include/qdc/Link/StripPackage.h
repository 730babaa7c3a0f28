//===- StripPackage.h - A package with fewer images -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LINK_STRIPPACKAGE_H
#define QDC_LINK_STRIPPACKAGE_H

#include "qdc/Link/LinkPackages.h"

namespace qdc {

/// The package without the images for these targets, whatever their checks, in all modules. All else stays, but the
/// digest of the options of modules that lost an image, since targets are among these.
///
/// invalidArgument for a target that the package has no image for, with those there are, and if a module would have no
/// image left. Errors of openPackage for what is no package.
Result<ByteVector> stripPackage(const LinkInput &input, std::span<const std::string> targets);

} // namespace qdc

#endif // QDC_LINK_STRIPPACKAGE_H
