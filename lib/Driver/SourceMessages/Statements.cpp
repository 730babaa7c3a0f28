//===- Statements.cpp - What stands in a source ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Statements.h"

#include "qdc/Support/NearestNames.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <set>

using llvm::StringRef;

namespace qdc {

bool isNameCharacter(char c) { return llvm::isAlnum(c) || StringRef("_$.-").contains(c); }

StringRef nameAt(StringRef text, size_t place) {
  StringRef rest = text.drop_front(std::min(place, text.size()));
  if (!rest.consume_front("%"))
    return "";
  StringRef name = rest.take_while(isNameCharacter);
  return name.empty() ? name : StringRef(name.data() - 1, name.size() + 1);
}

StringRef wordAt(StringRef text, size_t place) {
  StringRef rest = text.drop_front(std::min(place, text.size())).ltrim(' ');
  StringRef word = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  return word.empty() ? rest.take_while([](char c) { return StringRef("<>=!").contains(c); }) : word;
}

size_t functionAt(StringRef text, size_t place) {
  StringRef before = text.take_front(place);
  size_t kernel = before.rfind("qd.kernel"), function = before.rfind("func.func");
  if (kernel == StringRef::npos || function == StringRef::npos)
    return std::min(kernel, function);
  return std::max(kernel, function);
}

/// Where the kernel or function at `place` ends, at the latest.
static size_t functionEnd(StringRef text, size_t place) {
  return std::min({text.find("qd.kernel", place), text.find("func.func", place), text.size()});
}

static std::vector<StringRef> namesIn(StringRef text) {
  std::vector<StringRef> names;
  for (size_t at = text.find('%'); at != StringRef::npos; at = text.find('%', at + 1))
    if (StringRef name = nameAt(text, at); !name.empty())
      names.push_back(name);
  return names;
}

Statement statementAt(StringRef text, size_t place) {
  size_t start = text.take_front(place).find_last_of("\n{}") + 1; // 0 where there is none
  StringRef ahead = text.slice(start, place).ltrim();
  size_t end = std::min({text.find_first_of("\n}", place), text.find("//", place), text.size()});
  Statement statement;
  statement.after = text.slice(place, end);
  if (ahead.starts_with("%"))
    ahead = ahead.drop_until([](char c) { return c == '='; }).drop_front(ahead.contains('=') ? 1 : 0).ltrim();
  StringRef operation = wordAt(ahead, 0);
  if (operation == "return" || (operation.contains('.') && !llvm::isDigit(operation.front())))
    statement.operation = operation;
  statement.ahead = ahead.drop_front(operation.size());
  statement.values = namesIn(statement.ahead);
  return statement;
}

/// Whether the name at `place`, which is `name`, is one that an operation's results, a loop or a list of arguments
/// gives, as these are usually written.
static bool isDefinition(StringRef text, size_t place, StringRef name) {
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

StringRef argumentType(StringRef text, size_t definition) {
  StringRef name = nameAt(text, std::min(definition, text.size()));
  StringRef rest = name.empty() ? name : text.drop_front(definition + name.size());
  if (!rest.consume_front(":") || (!rest.empty() && llvm::isDigit(rest.front())))
    return ""; // %x:2 = ...
  unsigned depth = 0;
  StringRef type = rest.take_while([&](char c) {
    depth += c == '<' ? 1 : 0;
    bool isOpen = depth > 0;
    depth -= c == '>' && depth > 0 ? 1 : 0;
    return isOpen || !StringRef(",){}\n").contains(c);
  });
  return type.trim();
}

std::vector<std::string_view> globalNames(StringRef text) {
  constexpr StringRef keyword = "memref.global";
  std::vector<std::string_view> names;
  for (size_t at = text.find(keyword); at != StringRef::npos; at = text.find(keyword, at + 1)) {
    StringRef line = text.drop_front(at).take_until([](char c) { return c == '\n' || c == '('; });
    StringRef name = line.drop_front(std::min(line.find('@'), line.size()));
    if (name.size() > 1)
      names.push_back(name.take_while([](char c) { return isNameCharacter(c) || c == '@'; }));
  }
  return names;
}

std::vector<std::string_view> definedNames(StringRef text, StringRef name, size_t use) {
  size_t start = functionAt(text, use);
  if (start == StringRef::npos)
    return {};
  StringRef body = text.slice(start, functionEnd(text, use));
  std::set<StringRef> seen;
  std::vector<std::string_view> names;
  for (size_t at = body.find('%'); at != StringRef::npos; at = body.find('%', at + 1)) {
    StringRef candidate = nameAt(body, at);
    // A definition is looked for in the whole text, so only where the name is near.
    if (!candidate.empty() && seen.insert(candidate).second && isNear(name, candidate) && candidate != name &&
        findDefinition(body, candidate, at) != StringRef::npos)
      names.push_back(candidate);
  }
  return names;
}

} // namespace qdc
