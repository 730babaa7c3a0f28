//===- JsonWriter.cpp - Strict JSON: writing ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Json.h"

#include "qdc/Support/PrintableText.h"
#include "qdc/Support/Utf8.h"

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

/// The length of the longest prefix that stands in a JSON string as it is.
static size_t plainPrefix(std::string_view text) {
  size_t length = 0;
  while (length < text.size() && text[length] >= 0x20 && text[length] < 0x7F && text[length] != '"' &&
         text[length] != '\\')
    ++length;
  return length;
}

void JsonWriter::quote(std::string_view string) {
  text += '"';
  for (;;) {
    size_t plain = plainPrefix(string);
    text += string.substr(0, plain);
    string.remove_prefix(plain);
    if (string.empty())
      break;
    PrintablePiece piece = firstPrintable(string);
    Utf8Character character = firstCharacter(string);
    if (string[0] == '"' || string[0] == '\\')
      text.append(1, '\\').append(1, string[0]);
    else if (string[0] == '\n')
      text += "\\n";
    else if (string[0] == '\t')
      text += "\\t";
    else if (character.bytes == 0)
      text += "\xEF\xBF\xBD";
    else if (piece.isEscaped)
      appendJsonEscape(character.codePoint, text);
    else
      text += piece.shown;
    string.remove_prefix(piece.bytes);
  }
  text += '"';
}
