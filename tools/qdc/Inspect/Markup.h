//===- Markup.h - Text inside SVG and HTML ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names in a package come from whoever wrote the kernel: they reach a picture
// or a page through escapeMarkup only.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_MARKUP_H
#define QDC_TOOLS_INSPECT_MARKUP_H

#include <cstdint>
#include <string>
#include <string_view>

namespace qdc {

/// The text so that XML and HTML read it back as it is, between tags and inside
/// quoted attributes. What XML cannot hold (bytes below 32 that are no white
/// space) becomes U+FFFD.
std::string escapeMarkup(std::string_view text);

/// "4,416"
std::string groupedNumber(uint64_t number);

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_MARKUP_H
