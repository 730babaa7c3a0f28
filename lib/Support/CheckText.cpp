//===- CheckText.cpp - The text of a check --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Support/CheckText.h"

#include <algorithm>

using namespace qdc;

static constexpr std::string_view kValue = "{}", kEscaped = "{{}";

std::vector<CheckTextPiece> qdc::splitCheckText(std::string_view text) {
  std::vector<CheckTextPiece> pieces;
  while (!text.empty()) {
    const size_t at = text.find(kValue);
    const bool isEscaped = at != text.npos && at > 0 && text[at - 1] == kEscaped.front();
    const size_t plain = std::min(at, text.size()) - isEscaped;
    if (plain > 0)
      pieces.push_back({text.substr(0, plain), false});
    if (at == text.npos)
      break;
    pieces.push_back({kValue, !isEscaped});
    text.remove_prefix(at + kValue.size());
  }
  return pieces;
}

size_t qdc::countCheckValues(std::string_view text) {
  const std::vector<CheckTextPiece> pieces = splitCheckText(text);
  return static_cast<size_t>(std::ranges::count(pieces, true, &CheckTextPiece::isValue));
}

std::string qdc::escapeCheckText(std::string_view plain) {
  std::string text(plain);
  for (size_t at = text.find(kValue); at != text.npos; at = text.find(kValue, at + kEscaped.size()))
    text.replace(at, kValue.size(), kEscaped);
  return text;
}
