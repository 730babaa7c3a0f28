//===- Markup.cpp - Text inside SVG and HTML ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/Markup.h"

#include "qdc/Support/PrintableText.h"

#include <algorithm>

using namespace qdc;

std::string qdc::escapeMarkup(std::string_view text) {
  std::string result;
  for (char c : printableText(text)) {
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

std::string qdc::codeMarkup(std::string_view text) {
  return text.empty() ? "" : "<code>" + escapeMarkup(text) + "</code>";
}

std::string qdc::tableMarkup(const std::vector<std::string> &heads, const std::vector<std::vector<std::string>> &rows,
                             size_t numbersFrom) {
  std::vector<bool> isShown;
  for (size_t column = 0; column < heads.size(); ++column)
    isShown.push_back(std::ranges::any_of(rows, [&](const auto &row) { return !row[column].empty(); }));
  auto row = [&](const char *tag, const char *attributes, const std::vector<std::string> &cells) {
    std::string text = "<tr>";
    for (size_t column = 0; column < cells.size(); ++column) {
      if (isShown[column])
        text += std::string("<") + tag + attributes + (column >= numbersFrom ? " class=\"number\"" : "") + ">" +
                cells[column] + "</" + tag + ">";
    }
    return text + "</tr>\n";
  };
  // A wide table that can have the focus can be scrolled by keyboard.
  std::string text = "<div class=\"scroll\" tabindex=\"0\"><table>\n" + row("th", " scope=\"col\"", heads);
  for (const std::vector<std::string> &cells : rows)
    text += row("td", "", cells);
  return text + "</table></div>\n";
}
