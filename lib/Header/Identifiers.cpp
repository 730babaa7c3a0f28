//===- Identifiers.cpp - Names as C and C++ take them ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Identifiers.h"

#include <algorithm>

using namespace qdc;

// Keywords of C23 and C++26, with words that have a meaning in some places alone; macros that compilers and the
// included headers define; namespaces.
static constexpr std::string_view kReserved[] = {
    "EOF",
    "INFINITY",
    "NAN",
    "NULL",
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "assert",
    "atomic_cancel",
    "atomic_commit",
    "atomic_noexcept",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "contract_assert",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "final",
    "float",
    "for",
    "friend",
    "goto",
    "i386",
    "if",
    "import",
    "inline",
    "int",
    "linux",
    "long",
    "module",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "offsetof",
    "operator",
    "or",
    "or_eq",
    "override",
    "private",
    "protected",
    "public",
    "qdrt",
    "reflexpr",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "std",
    "stderr",
    "stdin",
    "stdout",
    "struct",
    "switch",
    "synchronized",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "typeof_unqual",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
};

static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool isReserved(std::string_view name) {
  return std::ranges::find(kReserved, name) != std::end(kReserved) || name.starts_with("QDRT_") ||
         name.starts_with("qdrt_");
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
