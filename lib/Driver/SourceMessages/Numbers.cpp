//===- Numbers.cpp - Where a number stands in a source --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Numbers.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace qdc {

namespace {

/// The token at the start of `rest`, as far as it matters here: whole comments, strings, words and numbers, an arrow,
/// else one character.
StringRef firstToken(StringRef rest) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || StringRef("_$.").contains(c); };
  char c = rest.front();
  if (rest.starts_with("//"))
    return rest.take_until([](char next) { return next == '\n'; });
  if (c == '"') {
    size_t end = 1;
    while (end < rest.size() && rest[end] != '"' && rest[end] != '\n')
      end += rest[end] == '\\' ? 2 : 1;
    return rest.take_front(end + 1);
  }
  if (llvm::isDigit(c)) {
    size_t whole = rest.take_while(llvm::isDigit).size();
    bool hasPoint = rest.drop_front(whole).starts_with(".");
    return rest.take_front(hasPoint ? whole + 1 + rest.drop_front(whole + 1).take_while(llvm::isDigit).size() : whole);
  }
  if (isWord(c))
    return rest.take_while(isWord);
  return rest.take_front(rest.starts_with("->") ? 2 : 1);
}

} // namespace

std::optional<size_t> findFloatAhead(StringRef text, size_t place) {
  llvm::SmallVector<std::optional<size_t>> last(1); // in each pair of brackets that is open, and around all
  for (size_t at = 0; at < place;) {
    StringRef token = firstToken(text.drop_front(at));
    if (llvm::isDigit(token.front()) && token.contains('.'))
      last.back() = at;
    else if (token.size() == 1 && StringRef("{([<").contains(token))
      last.emplace_back();
    else if (token.size() == 1 && StringRef("})]>").contains(token) && last.size() > 1)
      last.pop_back();
    at += token.size();
  }
  while (last.size() > 1 && !last.back())
    last.pop_back();
  return last.back();
}

} // namespace qdc
