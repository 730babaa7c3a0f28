//===- NextSteps.cpp - What to write instead ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NextSteps.h"

#include "Conversions.h"
#include "Statements.h"
#include "qdc/Support/NearestNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"

using llvm::Regex;
using llvm::SmallVector;
using llvm::StringRef;

namespace qdc {

static std::string quoted(const llvm::Twine &text) { return ("'" + text + "'").str(); }

//===----------------------------------------------------------------------===//
// Values of another type
//===----------------------------------------------------------------------===//

/// Whether the operation writes one type, at its end, for its operands and its results.
static bool hasOneType(StringRef operation) {
  auto [dialect, name] = operation.split('.');
  return (dialect == "arith" || dialect == "math") && name != "select" && name != "fpowi";
}

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
    return "leave out " + quoted(": " + wanted) + " ahead of the body";
  if (isBound && wanted == "index" && statement.values.size() < 2)
    return "write " + quoted(": " + has) + " ahead of the body";
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

/// Of a value that an operation takes as `wanted`, and which is of type `has`.
static std::string mismatchStep(StringRef wanted, StringRef has, StringRef text, size_t place,
                                std::optional<size_t> earlier) {
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

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// What a comparison is called by an operation, given what it is called elsewhere: "gt", ">", "sgt".
static SmallVector<std::string> predicates(StringRef operation, StringRef word) {
  StringRef name = llvm::StringSwitch<StringRef>(word)
                       .Case("==", "eq")
                       .Case("!=", "ne")
                       .Case("<", "lt")
                       .Case("<=", "le")
                       .Case(">", "gt")
                       .Case(">=", "ge")
                       .Default(word);
  bool isUnsigned = name.size() == 3 && name.front() == 'u';
  if (name.size() == 3 && StringRef("osu").contains(name.front()))
    name = name.drop_front();
  if (!llvm::is_contained({"eq", "ne", "lt", "le", "gt", "ge"}, name))
    return {};
  if (operation == "arith.cmpf")
    return {(name == "ne" ? "u" : "o") + name.str()};
  if (name == "eq" || name == "ne")
    return {name.str()};
  if (isUnsigned)
    return {"u" + name.str()};
  return {"s" + name.str(), "u" + name.str()};
}

/// The words of a list, "a, b, c", that begin with `word`, or else the nearest ones.
static std::vector<std::string_view> nearWords(StringRef word, StringRef list) {
  SmallVector<StringRef> known;
  list.split(known, ", ");
  std::vector<std::string_view> longer;
  llvm::copy_if(known, std::back_inserter(longer),
                [&](StringRef candidate) { return word.size() > 1 && candidate.starts_with(word); });
  if (!longer.empty())
    return longer.size() > 3 ? std::vector<std::string_view>() : longer;
  return nearestNames(word, {known.begin(), known.end()});
}

static std::string withoutQuotes(StringRef text) {
  std::string plain;
  llvm::copy_if(text, std::back_inserter(plain), [](char c) { return c != '\''; });
  return plain;
}

/// The type that another language calls `word`; empty if none.
static std::string typeStep(StringRef word) {
  std::string known = llvm::StringSwitch<std::string>(word)
                          .Case("float", "f32")
                          .Case("double", "f64")
                          .Case("half", "f16")
                          .Case("bfloat", "bf16")
                          .Cases({"int", "uint", "unsigned"}, "i32")
                          .Case("long", "i64")
                          .Case("short", "i16")
                          .Cases({"char", "byte"}, "i8")
                          .Case("bool", "i1")
                          .Cases({"size_t", "usize"}, "index")
                          .Default("");
  SmallVector<StringRef> groups;
  if (Regex("^(u|int|uint)(8|16|32|64)(_t)?$").match(word, &groups))
    known = "i" + groups[2].str();
  else if (Regex("^(float|fp)(16|32|64)(_t)?$").match(word, &groups))
    known = "f" + groups[2].str();
  if (known.empty())
    return "";
  return "; did you mean " + quoted(known) + "?" +
         (word.starts_with("u") && known.front() == 'i' && known != "index" ? " integers have no sign of their own"
                                                                            : "");
}

static bool isType(StringRef word) { return isFloatType(word) || isIntegerType(word) || word == "memref"; }

//===----------------------------------------------------------------------===//
// What is missing
//===----------------------------------------------------------------------===//

/// Both types of a conversion, "i32 to index", of `from` if that is known; empty for other operations.
static std::string castTypes(StringRef operation, StringRef from) {
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

static std::string missingTypeStep(StringRef text, size_t place) {
  Statement statement = statementAt(text, place);
  StringRef after = statement.after.trim();
  if (statement.operation.empty() || !(after.empty() || after.starts_with("{")))
    return "";
  return " and a type, as in " + quoted(": " + typeAtEnd(statement, text, place));
}

/// A number as it stands in the text at `place`, or after blanks there.
static StringRef numberAt(StringRef text, size_t place) {
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

static std::string missingValueStep(StringRef text, size_t place) {
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

static std::string missingAttributeStep(StringRef text, size_t place) {
  StringRef word = wordAt(text, place);
  if (statementAt(text, place).operation == "func.call")
    return "; the names of functions begin with '@'";
  if (word == "inf" || word == "nan")
    return "; " + quoted(word) + " is written by its bits, as in " +
           quoted((word == "inf" ? "0x7F800000" : "0x7FC00000") + llvm::Twine(" : f32"));
  return "";
}

//===----------------------------------------------------------------------===//
// All of these
//===----------------------------------------------------------------------===//

std::optional<std::string> explainFromText(StringRef theirs, StringRef text, size_t place) {
  StringRef rest = text.drop_front(place);
  bool isAfterDigit = place > 0 && llvm::isDigit(text[place - 1]);
  StringRef word = wordAt(text, place);
  if (theirs.contains("custom op '" + word.str() + "'") && rest.starts_with(word)) {
    SmallVector<StringRef> groups;
    if (isAfterDigit && Regex("^([eE][+-]?[0-9]+)").match(rest, &groups)) {
      StringRef digits = text.take_front(place);
      digits = digits.take_back(digits.size() - (digits.find_last_not_of("0123456789") + 1));
      return "a number with an exponent has a point too: expected " + quoted(digits + ".0" + groups[1]);
    }
    if (isAfterDigit && Regex("^[uUlLfF]+$").match(word))
      return "a number has no suffix such as " + quoted(word) + ": the type at the end says what it is";
  }
  bool isOperation = theirs == "expected operation name in quotes" || theirs.contains("custom op '" + word.str() + "'");
  if (isOperation && isType(word))
    return quoted(word) + " is a type: expected ':' ahead of it";
  if (theirs == "expected three consecutive dots for an ellipsis") {
    StringRef digits = rest.drop_front(rest.starts_with(".") ? 1 : 0).take_while(llvm::isDigit);
    return digits.empty() ? "a '.' stands in numbers alone here"
                          : "a number begins with a digit: expected " + quoted("0." + digits);
  }
  if (theirs == "unexpected decimal integer literal for a floating point value")
    return quoted(numberAt(text, place)) + " is a whole number, which is no value of a float: expected " +
           quoted(numberAt(text, place) + ".0");
  return std::nullopt;
}

std::string nextStep(StringRef theirs, StringRef text, size_t place, std::optional<size_t> earlier) {
  static constexpr const char *kMismatch =
      "^use of value '[^']*' expects different type than prior uses: '(.*)' vs '(.*)'$";
  static constexpr const char *kWords =
      "^custom op '([^']*)' expected string or keyword .*attribute '([^']*)' \\[(.*)\\]$";
  SmallVector<StringRef> groups;
  if (Regex(kMismatch).match(theirs, &groups))
    return mismatchStep(groups[1], groups[2], text, place, earlier);
  if (Regex(kWords).match(theirs, &groups)) {
    StringRef word = wordAt(text, place);
    if (groups[2] != "predicate")
      return didYouMean(nearWords(word, groups[3]));
    const SmallVector<std::string> known = predicates(groups[1], word);
    return didYouMean({known.begin(), known.end()});
  }
  if (Regex("'([^']*)' is none of ('.*')$").match(theirs, &groups)) {
    const std::string known = withoutQuotes(groups[2]);
    return didYouMean(nearWords(groups[1], known));
  }
  if (theirs == "expected ':'")
    return missingTypeStep(text, place);
  if (theirs == "expected SSA operand" || theirs == "expected operand" ||
      ((theirs == "expected ']'" || theirs == "expected ')'") && !numberAt(text, place).empty()))
    return missingValueStep(text, place);
  if (Regex("^custom op '([^']*)' expected 'to'$").match(theirs, &groups)) {
    if (groups[1] == "scf.for")
      return ", as in " + quoted("scf.for %i = %lower to %upper step %step");
    const std::string types = castTypes(groups[1], "");
    return types.empty() ? "" : " and a type, as in " + quoted(": " + types);
  }
  if (Regex("'([^']*)' does not reference a valid global memref$").match(theirs, &groups))
    return didYouMean(nearestNames(groups[1], globalNames(text)));
  if (theirs == "expected attribute value")
    return missingAttributeStep(text, place);
  if (theirs == "unexpected character" && text.drop_front(place).starts_with(";"))
    return "; an operation ends with its line";
  if (theirs == "invalid attribute name" && text.drop_front(place).starts_with("#"))
    return "; a comment begins with '//'";
  if (theirs == "expected non-function type")
    return typeStep(wordAt(text, place));
  return "";
}

} // namespace qdc
