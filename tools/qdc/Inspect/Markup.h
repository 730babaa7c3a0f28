//===- Markup.h - Text inside SVG and HTML ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names in a package are untrusted input: they reach a picture or a page through
// escapeMarkup only.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_MARKUP_H
#define QDC_TOOLS_INSPECT_MARKUP_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// The text so that XML and HTML read it back as it is, between tags and inside
/// quoted attributes. What is not for show, and all that XML cannot hold, is
/// told by its number (printableText).
std::string escapeMarkup(std::string_view text);

/// "4,416"
std::string groupedNumber(uint64_t number);

/// "<code>x &lt; y</code>"; empty for an empty text.
std::string codeMarkup(std::string_view text);

/// An HTML table; heads and cells are markup, each row has as many as `heads`.
/// Columns with index `numbersFrom` and on are aligned to the right; one whose
/// cells are all empty is left out.
std::string tableMarkup(const std::vector<std::string> &heads, const std::vector<std::vector<std::string>> &rows,
                        size_t numbersFrom = SIZE_MAX);

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_MARKUP_H
