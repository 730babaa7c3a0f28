//===- ValueNames.cpp - Values that are not where they are used -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ValueNames.h"

#include "Statements.h"
#include "qdc/Support/NearestNames.h"

#include <algorithm>

using llvm::StringRef;

namespace qdc {

namespace {

NameProblem explain(StringRef text, StringRef name, size_t use, size_t definition) {
  std::string quoted = "'" + name.str() + "' ";
  if (definition == StringRef::npos)
    return {use, quoted + "is not defined" + didYouMean(nearestNames(name, definedNames(text, name, use))),
            std::nullopt};
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
