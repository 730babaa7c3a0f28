//===- Languages.h - A header in each language ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_HEADER_LANGUAGES_H
#define QDC_LIB_HEADER_LANGUAGES_H

#include "qdc/Package/Manifest.h"

#include <string>

namespace qdc {

/// The C++ header, with all in the namespace `space`: "a::b".
std::string writeCxxHeader(const Manifest &manifest, const std::string &space);

/// The C header, whose names begin with `prefix` and '_'.
std::string writeCHeader(const Manifest &manifest, const std::string &prefix);

} // namespace qdc

#endif // QDC_LIB_HEADER_LANGUAGES_H
