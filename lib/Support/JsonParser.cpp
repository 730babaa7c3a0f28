//===- JsonParser.cpp - Strict JSON: reading ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Json.h"

#include "JsonCharacters.h"
#include "qdc/Support/Utf8.h"

#include <algorithm>
#include <charconv>
#include <limits>

using namespace qdc;

std::optional<int64_t> JsonValue::asInt64() const {
  if (const auto *negative = std::get_if<int64_t>(&storage))
    return *negative;
  const auto *positive = std::get_if<uint64_t>(&storage);
  if (positive && *positive <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    return static_cast<int64_t>(*positive);
  return std::nullopt;
}

std::optional<uint64_t> JsonValue::asUint64() const {
  const auto *positive = std::get_if<uint64_t>(&storage);
  return positive ? std::optional(*positive) : std::nullopt;
}

std::optional<double> JsonValue::asDouble() const {
  if (const auto *number = std::get_if<double>(&storage))
    return *number;
  if (const auto *negative = std::get_if<int64_t>(&storage))
    return static_cast<double>(*negative);
  if (const auto *positive = std::get_if<uint64_t>(&storage))
    return static_cast<double>(*positive);
  return std::nullopt;
}

const JsonValue *JsonValue::find(std::string_view key) const {
  if (const Object *members = asObject())
    for (const JsonMember &member : *members)
      if (member.key == key)
        return &member.value;
  return nullptr;
}

std::string_view JsonValue::kindName() const {
  constexpr std::string_view names[] = {"null",     "a boolean", "a number", "a number",
                                        "a number", "a string",  "an array", "an object"};
  return names[storage.index()];
}

std::optional<std::string_view> qdc::repeatedKey(const JsonValue::Object &object) {
  std::vector<std::string_view> keys;
  for (const JsonMember &member : object)
    keys.push_back(member.key);
  std::sort(keys.begin(), keys.end());
  const auto twice = std::adjacent_find(keys.begin(), keys.end());
  return twice == keys.end() ? std::nullopt : std::optional(*twice);
}

namespace {

/// Reads one text from its start to its end. What reads a part is false where that failed.
class Parser {
public:
  Parser(std::string_view text, unsigned maximumDepth) : text(text), maximumDepth(maximumDepth) {}

  bool parse(JsonValue &document);
  std::string failure;

private:
  bool value(JsonValue &value);
  bool object(JsonValue &value);
  bool array(JsonValue &value);
  bool number(JsonValue &value);
  bool word(std::string_view spelling, JsonValue meaning, JsonValue &value);
  bool stringValue(JsonValue &value);
  bool string(std::string &string);
  bool escape(std::string &string);
  bool codeUnit(uint32_t &unit);
  bool enter();
  bool digits();
  bool take(char character);
  bool takeSpaced(char character);
  char next() const { return at < text.size() ? text[at] : '\0'; }
  bool expected(std::string_view what);
  bool fail(std::string reason);

  const std::string_view text;
  const unsigned maximumDepth;
  size_t at = 0;
  unsigned depth = 0;
};

bool Parser::fail(std::string reason) {
  failure = std::move(reason);
  return false;
}

bool Parser::expected(std::string_view what) {
  const std::string_view before = text.substr(0, at);
  const size_t line = before.rfind('\n') + 1; // 0 where there is none
  return fail(formatText("parse error at line {}, column {}: expected {}",
                         std::count(before.begin(), before.end(), '\n') + 1, at - line + 1, what));
}

bool Parser::take(char character) {
  if (next() != character)
    return false;
  ++at;
  return true;
}

/// The same, with white space around it.
bool Parser::takeSpaced(char character) {
  at = std::min(text.find_first_not_of(" \t\n\r", at), text.size());
  if (!take(character))
    return false;
  at = std::min(text.find_first_not_of(" \t\n\r", at), text.size());
  return true;
}

bool Parser::parse(JsonValue &document) {
  at = std::min(text.find_first_not_of(" \t\n\r"), text.size());
  if (!value(document))
    return false;
  at = std::min(text.find_first_not_of(" \t\n\r", at), text.size());
  return at == text.size() || expected("the end of the text");
}

bool Parser::stringValue(JsonValue &value) {
  std::string read;
  if (!string(read))
    return false;
  value = JsonValue(std::move(read));
  return true;
}

bool Parser::word(std::string_view spelling, JsonValue meaning, JsonValue &value) {
  if (!text.substr(at).starts_with(spelling))
    return expected("a value");
  at += spelling.size();
  value = std::move(meaning);
  return true;
}

bool Parser::value(JsonValue &value) {
  switch (next()) {
  case '{':
    return object(value);
  case '[':
    return array(value);
  case '"':
    return stringValue(value);
  case 't':
    return word("true", JsonValue(true), value);
  case 'f':
    return word("false", JsonValue(false), value);
  case 'n':
    return word("null", JsonValue(), value);
  default:
    return number(value);
  }
}

/// Goes past the bracket of an array or object.
bool Parser::enter() {
  if (depth++ == maximumDepth)
    return fail(formatText("arrays and objects nest deeper than {}", maximumDepth));
  return takeSpaced(text[at]);
}

bool Parser::object(JsonValue &value) {
  if (!enter())
    return false;
  JsonValue::Object members;
  bool isOpen = !take('}');
  while (isOpen) {
    JsonMember &member = members.emplace_back();
    if (next() != '"')
      return expected("a key in quotes");
    if (!string(member.key))
      return false;
    if (!takeSpaced(':'))
      return expected("':'");
    if (!this->value(member.value))
      return false;
    isOpen = takeSpaced(',');
    if (!isOpen && !take('}'))
      return expected("',' or '}'");
  }
  --depth;
  if (std::optional<std::string_view> twice = repeatedKey(members))
    return fail(formatText("the key '{}' occurs twice in one object", *twice));
  value = JsonValue(std::move(members));
  return true;
}

bool Parser::array(JsonValue &value) {
  if (!enter())
    return false;
  JsonValue::Array elements;
  bool isOpen = !take(']');
  while (isOpen) {
    if (!this->value(elements.emplace_back()))
      return false;
    isOpen = takeSpaced(',');
    if (!isOpen && !take(']'))
      return expected("',' or ']'");
  }
  --depth;
  value = JsonValue(std::move(elements));
  return true;
}

/// One or more.
bool Parser::digits() {
  const size_t begin = at;
  while (next() >= '0' && next() <= '9')
    ++at;
  return at > begin || expected("a digit");
}

bool Parser::number(JsonValue &value) {
  const size_t begin = at;
  const bool isNegative = take('-');
  if (!isNegative && (next() < '0' || next() > '9'))
    return expected("a value");
  if (!take('0') && !digits())
    return false;
  const size_t integerEnd = at;
  if (take('.') && !digits())
    return false;
  if (take('e') || take('E')) {
    if (!take('+'))
      take('-');
    if (!digits())
      return false;
  }
  const char *first = text.data() + begin, *last = text.data() + at;
  if (at == integerEnd) {
    uint64_t positive = 0;
    int64_t negative = 0;
    if (!isNegative && std::from_chars(first, last, positive).ec == std::errc()) {
      value = JsonValue(positive);
      return true;
    }
    if (isNegative && std::from_chars(first, last, negative).ec == std::errc()) {
      value = negative < 0 ? JsonValue(negative) : JsonValue(uint64_t{0});
      return true;
    }
  }
  double real = 0;
  if (std::from_chars(first, last, real).ec != std::errc()) {
    at = begin;
    return expected("a number that a double can hold");
  }
  value = JsonValue(real);
  return true;
}

/// A quote is next.
bool Parser::string(std::string &string) {
  for (++at;;) {
    const size_t begin = at;
    while (at < text.size() && isPlainInString(text[at]))
      ++at;
    string.append(text, begin, at - begin);
    if (take('"'))
      return true;
    if (take('\\')) {
      if (!escape(string))
        return false;
    } else if (size_t bytes = firstCharacter(text.substr(at)).bytes; bytes > 1) {
      string.append(text, at, bytes);
      at += bytes;
    } else {
      return expected("a character of UTF-8 that is not a control character");
    }
  }
}

/// Four hexadecimal digits.
bool Parser::codeUnit(uint32_t &unit) {
  const std::string_view hex = text.substr(at, 4);
  const char *end = hex.data() + hex.size();
  if (hex.size() != 4 || std::from_chars(hex.data(), end, unit, 16).ptr != end)
    return expected("four hexadecimal digits");
  at += 4;
  return true;
}

static void appendCharacter(uint32_t codePoint, std::string &string) {
  auto append = [&](uint32_t bits) { string += static_cast<char>(bits); };
  if (codePoint < 0x80)
    return append(codePoint);
  if (codePoint < 0x800) {
    append(0xc0 | codePoint >> 6);
  } else if (codePoint < 0x10000) {
    append(0xe0 | codePoint >> 12);
    append(0x80 | (codePoint >> 6 & 0x3f));
  } else {
    append(0xf0 | codePoint >> 18);
    append(0x80 | (codePoint >> 12 & 0x3f));
    append(0x80 | (codePoint >> 6 & 0x3f));
  }
  append(0x80 | (codePoint & 0x3f));
}

/// What comes after a backslash.
bool Parser::escape(std::string &string) {
  constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
  if (size_t letter = letters.find(next()); letter != std::string_view::npos) {
    ++at;
    string += meanings[letter];
    return true;
  }
  uint32_t unit = 0, low = 0;
  if (!take('u'))
    return expected("an escape of JSON");
  if (!codeUnit(unit))
    return false;
  if (unit >= 0xd800 && unit < 0xdc00) {
    if (!take('\\') || !take('u') || !codeUnit(low) || low < 0xdc00 || low > 0xdfff)
      return expected("the second half of a surrogate pair");
    unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
  } else if (unit >= 0xdc00 && unit < 0xe000) {
    return expected("the first half of a surrogate pair");
  }
  appendCharacter(unit, string);
  return true;
}

} // namespace

static Status notJson(const std::string &reason) {
  return makeError(ErrorCode::invalidArgument, "not valid JSON: {}", reason);
}

Result<JsonValue> qdc::parseJson(std::string_view text, unsigned maximumDepth) {
  // No string may hold one, and it would look like the end.
  if (size_t zero = text.find('\0'); zero != std::string_view::npos)
    return notJson(formatText("byte {} is zero", zero));
  if (text.starts_with("\xEF\xBB\xBF"))
    return notJson("it starts with a byte order mark");
  JsonValue document;
  Parser parser(text, maximumDepth);
  if (!parser.parse(document))
    return notJson(parser.failure);
  return document;
}
