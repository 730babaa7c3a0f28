//===- Utf8.h - Characters of a text ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_UTF8_H
#define QDC_SUPPORT_UTF8_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace qdc {

/// One character of a text, or a byte that belongs to none.
struct Utf8Character {
  size_t bytes = 0;       // 1 to 4; 0: the text does not start with a character
  uint32_t codePoint = 0; // where `bytes` is not 0
};

/// The character that starts `text`: no surrogates, no overlong forms, at most U+10FFFF. May be called in a signal
/// handler.
Utf8Character firstCharacter(std::string_view text);

/// The length of the longest prefix that is valid UTF-8, by the same rules.
size_t validUtf8Prefix(std::string_view text);

} // namespace qdc

#endif // QDC_SUPPORT_UTF8_H
