//===- NextSteps.cpp - What to write instead ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NextSteps.h"

#include "Conversions.h"
#include "MissingParts.h"
#include "OtherTypes.h"
#include "Statements.h"
#include "Wording.h"
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
    return quoted(word) + " is a type: expected ':' before it";
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
  if (theirs == "expected '['" || (theirs == "expected ','" && text.drop_front(place).starts_with("[")))
    return missingIndicesStep(statementAt(text, place).operation);
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
