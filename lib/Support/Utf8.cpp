//===- Utf8.cpp - Characters of a text ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Utf8.h"

using namespace qdc;

/// The bytes of the character that starts `text`, or 0 if none does. The ranges are table 3-7 of the Unicode standard.
static size_t validLength(std::string_view text) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  auto within = [&](size_t i, unsigned low, unsigned high) { return byte(i) >= low && byte(i) <= high; };
  unsigned lead = byte(0);
  if (lead < 0x80)
    return text.empty() ? 0 : 1;
  if (lead >= 0xC2 && lead <= 0xDF)
    return within(1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF)
    return within(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF) && within(2, 0x80, 0xBF) ? 3 : 0;
  if (lead >= 0xF0 && lead <= 0xF4)
    return within(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF) && within(2, 0x80, 0xBF) &&
                   within(3, 0x80, 0xBF)
               ? 4
               : 0;
  return 0;
}

Utf8Character qdc::firstCharacter(std::string_view text) {
  size_t length = validLength(text);
  if (length == 0)
    return {};
  auto lead = static_cast<unsigned char>(text[0]);
  uint32_t codePoint = length == 1 ? lead : lead & (0xFFu >> (length + 1));
  for (size_t i = 1; i < length; ++i)
    codePoint = codePoint << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  return {length, codePoint};
}

size_t qdc::validUtf8Prefix(std::string_view text) {
  size_t position = 0;
  while (size_t length = validLength(text.substr(position)))
    position += length;
  return position;
}
