//===- PrintableText.h - Foreign text where people read it ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, messages and source lines come from whoever wrote a kernel or a
// package. On a terminal some characters are commands, some turn the text
// around them, and some are not seen; a line end lets a name pass for a message
// of our own. So text that we did not write reaches people through here only,
// whatever the stream is: what is not for show is told by its number.
//
//   \x1b       a control character of ASCII, or a byte that is not UTF-8
//   \u{202e}   another control character, one that sets the direction of text
//              or is not seen, an end of line or of paragraph, no character
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_PRINTABLETEXT_H
#define QDC_SUPPORT_PRINTABLETEXT_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace qdc {

/// Text of several lines: line ends and tabs stay.
std::string printableText(std::string_view text);

/// A name, or a message of one line: a line end is "\x0a", a tab "\x09".
std::string printableLine(std::string_view text);

/// The same for valid JSON as a whole, whose strings have JSON's own escapes
/// then: "\u202e". It stays valid and means the same; JSON without such
/// characters is left as it is.
std::string printableJson(std::string_view json);

/// Appends a character as a JSON string has it: "\u202e", or two of these for
/// one above U+FFFF.
void appendJsonEscape(uint32_t codePoint, std::string &json);

/// A string of Graphviz's language, quotes included, in which nothing of `text`
/// is an escape sequence or an entity; a line end stays one.
std::string printableDot(std::string_view text);

/// The first piece of a text, for whoever may not allocate: `shown` is what
/// stands for the first `bytes` bytes.
struct PrintablePiece {
  size_t bytes = 0; // 1 to 4
  bool isEscaped = false;
  char shown[12] = {}; // ended by a zero
};

/// The first piece of a text that is not empty, as printableLine has it. May be
/// called in a signal handler.
PrintablePiece firstPrintable(std::string_view text);

} // namespace qdc

#endif // QDC_SUPPORT_PRINTABLETEXT_H
