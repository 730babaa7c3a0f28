//===- ManifestTexts.h - Every text in a manifest ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_MANIFESTTEXTS_H
#define QDC_PACKAGE_MANIFESTTEXTS_H

#include "qdc/Package/Manifest.h"

#include <functional>

namespace qdc {

/// Calls `change` with each string of the manifest, in the order in which the
/// JSON has them: names, files, messages, digests, targets. Enumerators and
/// size expressions are no strings.
void forEachText(Manifest &manifest, const std::function<void(std::string &)> &change);

} // namespace qdc

#endif // QDC_PACKAGE_MANIFESTTEXTS_H
