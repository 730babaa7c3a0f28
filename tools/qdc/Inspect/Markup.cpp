//===- Markup.cpp - Text inside SVG and HTML ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/Markup.h"

using namespace qdc;

std::string qdc::escapeMarkup(std::string_view text) {
  std::string result;
  for (char c : text) {
    bool isControl = static_cast<unsigned char>(c) < 32 && c != '\t' && c != '\n' && c != '\r';
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '\'')
      result += "&#39;";
    else if (isControl)
      result += "\xEF\xBF\xBD";
    else
      result += c;
  }
  return result;
}

std::string qdc::groupedNumber(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t place = text.size(); place > 3; place -= 3)
    text.insert(place - 3, ",");
  return text;
}
