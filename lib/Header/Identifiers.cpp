//===- Identifiers.cpp - Names as C and C++ take them ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Identifiers.h"

#include "qdc/Support/ReservedWords.h"

#include <algorithm>

using namespace qdc;

static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool isReserved(std::string_view name) {
  return isReservedWord(name) || name.starts_with("QDRT_") || name.starts_with("qdrt_");
}

bool qdc::isFreeIdentifier(std::string_view name) {
  return !name.empty() && isLetter(name.front()) && name.find("__") == name.npos && !isReserved(name) &&
         std::ranges::all_of(name, [](char c) { return isLetter(c) || isDigit(c) || c == '_'; });
}

static std::string spelled(std::string_view name, std::string_view what) {
  std::string text;
  for (char c : name)
    if (isLetter(c) || isDigit(c))
      text += c;
    else if (!text.empty() && text.back() != '_')
      text += '_';
  if (!name.ends_with('_') && text.ends_with('_'))
    text.pop_back();
  if (text.empty() || isDigit(text.front()))
    text = std::string(what) + (text.empty() ? "" : "_") + text;
  return isReserved(text) ? text + "_" : text;
}

bool Identifiers::use(const std::string &identifier) {
  auto isUsed = [&](std::string_view suffix) { return used.contains(identifier + std::string(suffix)); };
  if (isUsed("") || std::ranges::any_of(suffixes, isUsed))
    return false;
  used.insert(identifier);
  for (std::string_view suffix : suffixes)
    used.insert(identifier + std::string(suffix));
  return true;
}

std::vector<std::string> Identifiers::add(const std::vector<std::string_view> &names, std::string_view what) {
  std::vector<std::string> identifiers(names.size());
  for (size_t index = 0; index < names.size(); ++index)
    if (std::string name(names[index]); isFreeIdentifier(name) && use(name))
      identifiers[index] = std::move(name);
  for (size_t index = 0; index < names.size(); ++index) {
    if (!identifiers[index].empty())
      continue;
    const std::string first = spelled(names[index], what);
    identifiers[index] = first;
    for (unsigned number = 2; !use(identifiers[index]); ++number)
      identifiers[index] = first + (first.ends_with('_') ? "" : "_") + std::to_string(number);
  }
  return identifiers;
}
