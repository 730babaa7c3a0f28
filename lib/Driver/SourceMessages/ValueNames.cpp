//===- ValueNames.cpp - Values that are not where they are used -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ValueNames.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace qdc {

namespace {

bool isNameCharacter(char c) { return llvm::isAlnum(c) || StringRef("_$.-").contains(c); }

/// The name at `place`, with its '%'; empty if there is none.
StringRef nameAt(StringRef text, size_t place) {
  StringRef rest = text.drop_front(std::min(place, text.size()));
  if (!rest.consume_front("%"))
    return "";
  StringRef name = rest.take_while(isNameCharacter);
  return name.empty() ? name : StringRef(name.data() - 1, name.size() + 1);
}

/// Where the kernel or function at `place` begins; npos ahead of all.
size_t functionAt(StringRef text, size_t place) {
  StringRef before = text.take_front(place);
  size_t kernel = before.rfind("qd.kernel"), function = before.rfind("func.func");
  if (kernel == StringRef::npos || function == StringRef::npos)
    return std::min(kernel, function);
  return std::max(kernel, function);
}

/// Whether the name at `place`, which is `name`, is one that an operation's results, a loop or a list of arguments
/// gives, as these are usually written.
bool isDefinition(StringRef text, size_t place, StringRef name) {
  size_t start = text.take_front(place).find_last_of("\n{}") + 1; // 0 where there is none
  StringRef before = text.slice(start, place), after = text.drop_front(place + name.size());
  if (after.starts_with(":") || after.ltrim(' ').starts_with("="))
    return true; // %x: type, %x:2 = ..., %x = ...
  auto isInList = [](char c) { return isNameCharacter(c) || StringRef("%,:# \t").contains(c); };
  bool isResult = before.ltrim().starts_with("%") && llvm::all_of(before, isInList);
  bool isFirstResult = before.trim().empty();
  if (isResult || isFirstResult)
    return after.drop_while(isInList).starts_with("=");
  size_t list = std::max(before.rfind(".for (") + 1, before.rfind(".parallel (") + 1); // 0 where there is none
  return list != 0 && !before.drop_front(list).contains(')');
}

/// Where `name` is defined, of several places the last one ahead of `use` or else the first; npos if nowhere.
size_t findDefinition(StringRef text, StringRef name, size_t use) {
  size_t found = StringRef::npos;
  for (size_t at = text.find(name); at != StringRef::npos; at = text.find(name, at + 1)) {
    bool isWhole = at + name.size() == text.size() || !isNameCharacter(text[at + name.size()]);
    if (!isWhole || !isDefinition(text, at, name))
      continue;
    if (at > use && found != StringRef::npos)
      break;
    found = at;
  }
  return found;
}

NameProblem explain(StringRef text, StringRef name, size_t use, size_t definition) {
  std::string quoted = "'" + name.str() + "' ";
  if (definition == StringRef::npos)
    return {use, quoted + "is not defined", std::nullopt};
  if (functionAt(text, use) == StringRef::npos)
    return {use, quoted + "stands outside of kernels and functions; each sees its own values alone", definition};
  if (functionAt(text, definition) != functionAt(text, use))
    return {use, quoted + "is not defined in this kernel or function; each sees its own values alone", definition};
  return {use,
          quoted + "is defined in an inner body, which ends before this; let the operation with the body have it "
                   "as a result",
          definition};
}

} // namespace

std::optional<NameProblem> explainUndefined(StringRef text, size_t place) {
  StringRef name = nameAt(text, place);
  if (name.empty())
    return std::nullopt;
  return explain(text, name, place, findDefinition(text, name, place));
}

std::optional<NameProblem> explainForeignValue(StringRef text, size_t place) {
  size_t end = std::min(text.find('\n', place), text.size());
  for (size_t at = text.find('%', place); at < end; at = text.find('%', at + 1)) {
    StringRef name = nameAt(text, at);
    size_t definition = name.empty() ? StringRef::npos : findDefinition(text, name, at);
    if (definition != StringRef::npos && functionAt(text, definition) != functionAt(text, at))
      return explain(text, name, at, definition);
  }
  return std::nullopt;
}

std::optional<NameProblem> explainEarlierUse(StringRef text, size_t use, size_t definition) {
  StringRef name = nameAt(text, use);
  if (name.empty() || functionAt(text, use) == functionAt(text, definition))
    return std::nullopt;
  return explain(text, name, use, definition);
}

} // namespace qdc
