//===- OtherTypes.cpp - Values of another type than is taken --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OtherTypes.h"

#include "Conversions.h"
#include "Statements.h"
#include "Wording.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Regex.h"

using llvm::Regex;
using llvm::SmallVector;
using llvm::StringRef;

namespace qdc {

/// Where an operation says the type of what it takes: how to say the type that a value has. Empty where it does not, or
/// where its operands so far are of the type that it says now.
static std::string otherSpelling(const Statement &statement, StringRef value, StringRef wanted, StringRef has) {
  StringRef operation = statement.operation;
  if (isArrayType(wanted) && isArrayType(has))
    return "write its own type here, " + quoted(has);
  if (statement.ahead.ends_with("max(") && isIntegerType(has))
    return "write " + quoted("max(" + value + " : " + has + ")");
  bool isBound = operation == "qd.for" ? has == "i32" || has == "i64" : operation == "scf.for" && isIntegerType(has);
  if (operation.ends_with(".for") && has == "index" && isIntegerType(wanted) && statement.values.size() < 2)
    return "leave out " + quoted(": " + wanted) + " before the body";
  if (isBound && wanted == "index" && statement.values.size() < 2)
    return "write " + quoted(": " + has) + " before the body";
  if (!hasOneType(operation) || !statement.values.empty() || !Regex(":[^:]*$").match(statement.after))
    return "";
  if (StringRef(statement.after).contains(" to "))
    return isIntegerType(has) == isIntegerType(wanted) ? "write " + quoted(": " + has + " to ...") : "";
  if (!(isIntegerType(wanted) || isFloatType(wanted)) || !(isIntegerType(has) || isFloatType(has)))
    return "";
  if (isIntegerType(wanted) == isIntegerType(has))
    return "write " + quoted(": " + has);
  StringRef other = counterpart(operation);
  return other.empty() ? "" : "take " + quoted(other) + " with " + quoted(": " + has);
}

/// How to write a constant that is defined at `place` with another type; empty for what is no constant.
static std::string otherConstant(StringRef text, size_t place, StringRef wanted) {
  SmallVector<StringRef> groups;
  StringRef line = text.drop_front(place).take_until([](char c) { return c == '\n' || c == '}'; });
  if (!Regex("^%[^ ]+ *= *arith\\.constant +(-?[0-9]+|-?[0-9]+\\.[0-9e+-]*) *(:|$|//| $)").match(line, &groups))
    return "";
  StringRef number = groups[1];
  bool isWhole = !number.contains('.');
  if (isFloatType(wanted))
    return "write the constant as " + quoted(number + (isWhole ? ".0" : "") + " : " + wanted);
  return isIntegerType(wanted) && isWhole ? "write the constant as " + quoted(number + " : " + wanted) : "";
}

std::string mismatchStep(StringRef wanted, StringRef has, StringRef text, size_t place, std::optional<size_t> earlier) {
  StringRef value = nameAt(text, place);
  if (value.empty())
    return "";
  std::string constant = earlier ? otherConstant(text, *earlier, wanted) : "";
  if (!constant.empty())
    return "; " + constant;
  std::string spelling = otherSpelling(statementAt(text, place), value, wanted, has);
  std::string conversion = explainConversion(value, has, wanted);
  if (spelling.empty() && conversion.empty())
    return "";
  return "; " + spelling + (spelling.empty() || conversion.empty() ? "" : ", or ") + conversion;
}

} // namespace qdc
