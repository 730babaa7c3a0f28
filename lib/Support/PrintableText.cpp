//===- PrintableText.cpp - Foreign text where people read it --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/PrintableText.h"

#include "qdc/Support/Utf8.h"

#include <algorithm>
#include <array>
#include <iterator>

using namespace qdc;

static constexpr char kDigits[] = "0123456789abcdef";

namespace {
struct CodePoints {
  uint32_t first, last;
};
} // namespace

/// What is not for show, in ascending order, besides the last two code points of each plane.
static constexpr CodePoints kEscaped[] = {
    {0x00, 0x1F},       // controls of ASCII
    {0x7F, 0x9F},       // delete, and the controls of Latin-1
    {0xAD, 0xAD},       // a hyphen that is mostly not seen
    {0x61C, 0x61C},     // direction
    {0x180E, 0x180E},   // not seen
    {0x200B, 0x200B},   // not seen; the joiners after it shape letters and stay
    {0x200E, 0x200F},   // direction
    {0x2028, 0x202E},   // ends of lines and paragraphs, direction
    {0x2060, 0x206F},   // not seen, direction
    {0xFDD0, 0xFDEF},   // no characters
    {0xFEFF, 0xFEFF},   // byte order mark
    {0xFFF9, 0xFFFB},   // annotations
    {0xE0000, 0xE007F}, // tags, which are not seen
};

static bool isEscaped(uint32_t codePoint) {
  const CodePoints *range = std::ranges::lower_bound(kEscaped, codePoint, {}, &CodePoints::last);
  return (range != std::end(kEscaped) && range->first <= codePoint) || (codePoint & 0xFFFE) == 0xFFFE;
}

/// Writes `number` in at least one hexadecimal digit; gives the end.
static char *writeHexadecimal(uint32_t number, char *to) {
  int shift = 20;
  while (shift > 0 && number >> shift == 0)
    shift -= 4;
  for (; shift >= 0; shift -= 4)
    *to++ = kDigits[number >> shift & 15];
  return to;
}

PrintablePiece qdc::firstPrintable(std::string_view text) {
  Utf8Character character = firstCharacter(text);
  PrintablePiece piece{.bytes = std::max<size_t>(character.bytes, 1), .shown = {}};
  piece.isEscaped = character.bytes == 0 || isEscaped(character.codePoint);
  if (!piece.isEscaped) {
    std::ranges::copy(text.substr(0, piece.bytes), piece.shown);
  } else if (piece.bytes == 1) {
    auto byte = static_cast<unsigned char>(text[0]);
    std::ranges::copy(std::to_array({'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]}), piece.shown);
  } else {
    std::ranges::copy(std::string_view("\\u{"), piece.shown);
    *writeHexadecimal(character.codePoint, piece.shown + 3) = '}';
  }
  return piece;
}

/// `text` with `escape(rest, piece)` for each piece that is not for show.
template <typename Escape>
static std::string escaped(std::string_view text, Escape escape) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    // Nearly all text is plain ASCII.
    size_t plain = 0;
    while (plain < text.size() && text[plain] >= 0x20 && text[plain] < 0x7F)
      ++plain;
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty())
      break;
    PrintablePiece piece = firstPrintable(text);
    if (piece.isEscaped)
      escape(result, text, piece);
    else
      result += piece.shown;
    text.remove_prefix(piece.bytes);
  }
  return result;
}

std::string qdc::printableText(std::string_view text) {
  return escaped(text, [](std::string &result, std::string_view rest, const PrintablePiece &piece) {
    if (rest[0] == '\n' || rest[0] == '\t')
      result += rest[0];
    else
      result += piece.shown;
  });
}

std::string qdc::printableLine(std::string_view text) {
  return escaped(text,
                 [](std::string &result, std::string_view, const PrintablePiece &piece) { result += piece.shown; });
}

static void appendJsonUnit(uint32_t unit, std::string &json) {
  json += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4)
    json += kDigits[unit >> shift & 15];
}

void qdc::appendJsonEscape(uint32_t codePoint, std::string &json) {
  if (codePoint < 0x10000)
    return appendJsonUnit(codePoint, json);
  appendJsonUnit(0xD800 + ((codePoint - 0x10000) >> 10), json);
  appendJsonUnit(0xDC00 + (codePoint & 0x3FF), json);
}

std::string qdc::printableJson(std::string_view json) {
  return escaped(json, [](std::string &result, std::string_view rest, const PrintablePiece &) {
    if (rest[0] == '\r') // stands between tokens only, where any blank means the same
      result += ' ';
    else if (rest[0] == '\n' || rest[0] == '\t')
      result += rest[0];
    else
      appendJsonEscape(firstCharacter(rest).codePoint, result);
  });
}

std::string qdc::printableDot(std::string_view text) {
  std::string result = "\"";
  for (char c : printableText(text)) {
    if (c == '\n')
      result += "\\n";
    else if (c == '&')
      result += "&amp;";
    else
      result.append(c == '"' || c == '\\' ? "\\" : "").append(1, c);
  }
  return result + "\"";
}
