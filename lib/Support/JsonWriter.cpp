//===- JsonWriter.cpp - Strict JSON: writing ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Json.h"

#include <charconv>
#include <cmath>

using namespace qdc;

void JsonWriter::newLine() {
  if (indent > 0)
    text.append(1, '\n').append(size_t{indent} * depth, ' ');
}

void JsonWriter::separate() {
  if (afterKey) {
    afterKey = false;
    return;
  }
  if (!isFirst)
    text += ',';
  isFirst = false;
  if (depth > 0)
    newLine();
}

void JsonWriter::raw(std::string_view token) {
  separate();
  text += token;
}

void JsonWriter::open(char bracket) {
  separate();
  text += bracket;
  ++depth;
  isFirst = true;
}

void JsonWriter::close(char bracket) {
  --depth;
  if (!isFirst)
    newLine();
  text += bracket;
  isFirst = false;
}

void JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text += indent > 0 ? ": " : ":";
  afterKey = true;
}

void JsonWriter::null() { raw("null"); }

void JsonWriter::value(std::string_view string) {
  separate();
  quote(string);
}

template <typename Float>
static std::string floatToken(Float number) {
  if (!std::isfinite(number))
    return std::isnan(number) ? "\"nan\"" : number > 0 ? "\"inf\"" : "\"-inf\"";
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof(digits), number).ptr};
}

void JsonWriter::value(double number) { raw(floatToken(number)); }

void JsonWriter::value(float number) { raw(floatToken(number)); }

void JsonWriter::quote(std::string_view string) {
  text += '"';
  while (!string.empty()) {
    size_t valid = validUtf8Prefix(string);
    for (char c : string.substr(0, valid)) {
      if (c == '"' || c == '\\')
        text.append(1, '\\').append(1, c);
      else if (c == '\n')
        text += "\\n";
      else if (c == '\t')
        text += "\\t";
      else if (static_cast<unsigned char>(c) < 0x20)
        text.append("\\u00").append(1, "01"[c >> 4]).append(1, "0123456789abcdef"[c & 15]);
      else
        text += c;
    }
    string.remove_prefix(valid);
    if (!string.empty()) {
      text += "\xEF\xBF\xBD";
      string.remove_prefix(1);
    }
  }
  text += '"';
}

/// The bytes of the character that starts `text`, or 0 if none does. The
/// ranges are table 3-7 of the Unicode standard.
static size_t validCharacter(std::string_view text) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  auto within = [&](size_t i, unsigned low, unsigned high) { return byte(i) >= low && byte(i) <= high; };
  unsigned lead = byte(0);
  if (lead < 0x80)
    return 1;
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

size_t qdc::validUtf8Prefix(std::string_view text) {
  size_t position = 0;
  while (position < text.size()) {
    size_t length = validCharacter(text.substr(position));
    if (length == 0)
      break;
    position += length;
  }
  return position;
}
