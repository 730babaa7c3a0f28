//===- PackageKeys.h - The strings of a package's entries -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_PACKAGE_PACKAGEKEYS_H
#define QDC_LIB_PACKAGE_PACKAGEKEYS_H

#include <string_view>

namespace qdc {

// Keys of the string map. The first two are LLVM's.
inline constexpr std::string_view kTripleKey = "triple";
inline constexpr std::string_view kArchitectureKey = "arch";
inline constexpr std::string_view kKindKey = "qdc.kind";
inline constexpr std::string_view kTargetKey = "qdc.target"; // images only, for people; the manifest decides
inline constexpr std::string_view kDigestKey = "qdc.sha256";

// Values of qdc.kind.
inline constexpr std::string_view kManifestKind = "manifest";
inline constexpr std::string_view kImageKind = "image";
inline constexpr std::string_view kDataKind = "data";
inline constexpr std::string_view kIndexKind = "index"; // of the manifest

} // namespace qdc

#endif // QDC_LIB_PACKAGE_PACKAGEKEYS_H
