//===- MissingParts.cpp - What an operation lacks -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MissingParts.h"

#include "Conversions.h"
#include "Statements.h"
#include "Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"

using llvm::Regex;
using llvm::SmallVector;
using llvm::StringRef;

namespace qdc {

std::string castTypes(StringRef operation, StringRef from) {
  auto [usual, to] = llvm::StringSwitch<std::pair<StringRef, StringRef>>(operation)
                         .Cases({"arith.index_cast", "arith.index_castui"}, {"i32", from == "index" ? "i32" : "index"})
                         .Cases({"arith.sitofp", "arith.uitofp"}, {"i32", "f32"})
                         .Cases({"arith.fptosi", "arith.fptoui", "arith.bitcast"}, {"f32", "i32"})
                         .Cases({"arith.extsi", "arith.extui"}, {"i32", "i64"})
                         .Case("arith.trunci", {"i32", "i8"})
                         .Case("arith.extf", {"f32", "f64"})
                         .Case("arith.truncf", {"f64", "f32"})
                         .Default({"", ""});
  return to.empty() ? "" : (from.empty() ? usual : from).str() + " to " + to.str();
}

/// The type that stands at the end of an operation, as far as the text tells, or one as an example.
static std::string typeAtEnd(const Statement &statement, StringRef text, size_t place) {
  StringRef operation = statement.operation;
  if (operation == "func.call")
    return "(f32) -> f32";
  SmallVector<StringRef> types;
  for (StringRef value : statement.values)
    if (size_t definition = findDefinition(text, value, place); definition != StringRef::npos)
      if (StringRef type = argumentType(text, definition); !type.empty())
        types.push_back(type);
  if (operation.starts_with("memref.") || operation == "qd.do_while") {
    auto array = llvm::find_if(types, isArrayType);
    std::string type = array != types.end()         ? array->str()
                       : operation == "qd.do_while" ? "memref<i32>"
                                                    : "memref<?xf32>";
    return operation == "memref.atomic_rmw" ? "(f32, " + type + ") -> f32" : type;
  }
  if (operation == "arith.select" && !types.empty() && types.front() == "i1")
    types.erase(types.begin());
  std::string type = !types.empty() ? types.front().str() : operation.ends_with("i") ? "i32" : "f32";
  std::string both = castTypes(operation, type);
  return both.empty() ? type : both;
}

std::string missingTypeStep(StringRef text, size_t place) {
  Statement statement = statementAt(text, place);
  StringRef after = statement.after.trim();
  if (statement.operation.empty() || !(after.empty() || after.starts_with("{")))
    return "";
  return " and a type, as in " + quoted(": " + typeAtEnd(statement, text, place));
}

StringRef numberAt(StringRef text, size_t place) {
  StringRef rest = text.drop_front(place).ltrim(' ');
  size_t sign = rest.starts_with("-") ? 1 : 0;
  StringRef digits = rest.drop_front(sign).take_while([](char c) { return llvm::isDigit(c) || c == '.'; });
  return digits.empty() || !llvm::isDigit(digits.front()) ? "" : rest.take_front(sign + digits.size());
}

/// A number with the type that the operation around it says, if it does.
static std::string constantAt(const Statement &statement, StringRef number) {
  bool isWhole = !number.contains('.');
  SmallVector<StringRef> groups;
  StringRef type = isWhole ? "index" : "f32";
  if (hasOneType(statement.operation) && Regex(": *([a-z]+[0-9]*) *$").match(statement.after, &groups))
    type = isFloatType(groups[1]) || (isWhole && isIntegerType(groups[1])) ? groups[1] : type;
  return (number + (isWhole && isFloatType(type) ? ".0" : "") + " : " + type).str();
}

std::string missingValueStep(StringRef text, size_t place) {
  if (StringRef number = numberAt(text, place); !number.empty())
    return "; a constant is a value too: " +
           quoted("%c = arith.constant " + constantAt(statementAt(text, place), number));
  StringRef word = wordAt(text, place);
  if (word == "true" || word == "false")
    return "; a constant is a value too: " + quoted("%c = arith.constant " + word);
  if (text.drop_front(place).ltrim(' ').starts_with("("))
    return "; leave out the parentheses";
  return !word.empty() && llvm::isAlpha(word.front()) ? "; the names of values begin with '%'" : "";
}

std::string missingAttributeStep(StringRef text, size_t place) {
  StringRef word = wordAt(text, place);
  if (statementAt(text, place).operation == "func.call")
    return "; the names of functions begin with '@'";
  if (word == "inf" || word == "nan")
    return "; " + quoted(word) + " is written by its bits, as in " +
           quoted((word == "inf" ? "0x7F800000" : "0x7FC00000") + llvm::Twine(" : f32"));
  return "";
}

std::string missingIndicesStep(StringRef operation) {
  const auto form = llvm::StringSwitch<StringRef>(operation)
                        .Case("memref.load", "memref.load %x[%i]")
                        .Case("memref.store", "memref.store %value, %x[%i]")
                        .Case("memref.atomic_rmw", "memref.atomic_rmw addf %value, %x[%i]")
                        .Case("qd.atomic_cas", "qd.atomic_cas %x[%i], %expected, %desired")
                        .Default("");
  return form.empty() ? "" : "; the array and its indices stand as in " + quoted(form);
}

} // namespace qdc
