//===- ArrayValues.cpp - What the elements of a new array are -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/ArrayValues.h"

#include "CommandLine/QuotedList.h"
#include "Run/Element.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <optional>

using namespace qdc;

static Error usage(std::string message) { return Error{ErrorCode::invalidArgument, std::move(message)}; }

static constexpr const char *kExpected = "expected a number, a list such as '[1,2,3]', 'iota' or 'random(SEED)'";

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

static constexpr const char *kUnended = "the list has no ']' at its end";

namespace {
/// Reads lists in lists; all at the same depth are equally long.
class ListParser {
public:
  explicit ListParser(std::string_view text) : text(text) { values.rule = ArrayRule::list; }

  Result<ArrayValues> parse() {
    if (Status status = list(0); !status)
      return status.error();
    if (std::string_view rest = text.substr(skipBlanks()); !rest.empty())
      return usage("unexpected '" + std::string(rest) + "' after the list");
    for (const std::optional<int64_t> &extent : extents)
      values.shape.push_back(*extent);
    return std::move(values);
  }

private:
  size_t skipBlanks() {
    while (at < text.size() && text[at] == ' ')
      ++at;
    return at;
  }

  bool take(char c) {
    if (skipBlanks() == text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }

  /// The list that begins here; `depth` are open around it.
  Status list(size_t depth) {
    ++at;
    if (depth == QDRT_MAX_RANK)
      return usage("lists are nested deeper than " + std::to_string(QDRT_MAX_RANK) + ": arrays have at most rank " +
                   std::to_string(QDRT_MAX_RANK));
    if (depth == extents.size())
      extents.emplace_back();
    int64_t length = 0;
    for (bool isFirst = true; !take(']'); isFirst = false) {
      if (at == text.size())
        return usage(kUnended);
      if (!isFirst && !take(','))
        return usage("expected ',' or ']' before '" + std::string(text.substr(at)) + "'");
      if (Status status = item(depth + 1); !status)
        return status;
      ++length;
    }
    if (extents[depth].value_or(length) != length)
      return usage("the lists in a list are not equally long: one has " + std::to_string(*extents[depth]) +
                   ", another " + std::to_string(length));
    extents[depth] = length;
    return {};
  }

  Status item(size_t depth) {
    skipBlanks();
    const bool isList = at < text.size() && text[at] == '[';
    if (isList ? !values.numbers.empty() && depth == extents.size() : depth < extents.size())
      return usage("a list holds numbers or lists, not both");
    if (isList)
      return list(depth);
    const size_t end = std::min(text.find_first_of("[], ", at), text.size());
    if (at == text.size())
      return usage(kUnended);
    if (end == at)
      return usage("no number before '" + std::string(text.substr(at)) + "' in the list");
    values.numbers.emplace_back(text.substr(at, end - at));
    at = end;
    return {};
  }

  std::string_view text;
  size_t at = 0;
  ArrayValues values;
  std::vector<std::optional<int64_t>> extents; // of each depth, once a list of it has ended
};
} // namespace

//===----------------------------------------------------------------------===//
// All forms
//===----------------------------------------------------------------------===//

static Result<ArrayValues> parseRandom(std::string_view text) {
  ArrayValues values;
  values.rule = ArrayRule::random;
  std::string_view seed = text.substr(std::string_view("random").size());
  if (!seed.starts_with("(") || !seed.ends_with(")") || seed.size() < 3)
    return usage("'" + std::string(text) + "' has no seed: expected one in parentheses, as in 'random(7)'");
  seed = seed.substr(1, seed.size() - 2);
  auto [end, failure] = std::from_chars(seed.data(), seed.data() + seed.size(), values.seed);
  if (failure != std::errc() || end != seed.data() + seed.size())
    return usage("the seed '" + std::string(seed) + "' is not a whole number from 0 to " + std::to_string(UINT64_MAX));
  return values;
}

/// Refuses a word that no type takes as a number.
static Status checkWord(std::string_view word) {
  auto isLetter = [](unsigned char c) { return std::isalpha(c) || c == '_'; };
  const bool hasSign = word.starts_with("-") || word.starts_with("+");
  std::string name(word.substr(hasSign ? 1 : 0));
  if (name.empty() || !isLetter(static_cast<unsigned char>(name[0])))
    return {};
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (name.starts_with("inf") || name.starts_with("nan") || name == "true" || name == "false")
    return {};
  const std::vector<std::string> known = {"iota", "random", "true", "false"};
  return usage("'" + std::string(word) + "' is no value: " + kExpected +
               suggestion(name.substr(0, name.find('(')), known));
}

Result<ArrayValues> qdc::parseArrayValues(std::string_view text) {
  ArrayValues values;
  if (text.empty())
    return usage(std::string("no value after the ':': ") + kExpected);
  if (text.starts_with("["))
    return ListParser(text).parse();
  if (text == "random" || text.starts_with("random("))
    return parseRandom(text);
  if (text == "iota") {
    values.rule = ArrayRule::iota;
    return values;
  }
  if (Status status = checkWord(text); !status)
    return status.error();
  values.rule = ArrayRule::number;
  values.numbers.emplace_back(text);
  return values;
}

Status qdc::checkCount(const ArrayValues &values, uint64_t count, qdrt_type type, bool isUnsigned) {
  const uint64_t largest = largestCount(type, isUnsigned);
  if (values.rule != ArrayRule::iota || count == 0 || count - 1 <= largest)
    return {};
  return usage("'iota' counts up to " + std::to_string(count - 1) + " here, but " + qdrt_type_name(type) +
               " holds whole numbers up to " + std::to_string(largest) + (isFloat(type) ? " exactly" : ""));
}

static Result<qdrt_scalar> elementAt(const ArrayValues &values, qdrt_type type, bool isUnsigned, uint64_t index) {
  switch (values.rule) {
  case ArrayRule::zeros:
    return countElement(0, type);
  case ArrayRule::number:
    return parseElement(values.numbers.front(), type, isUnsigned);
  case ArrayRule::list:
    return parseElement(values.numbers[index], type, isUnsigned);
  case ArrayRule::iota:
    return countElement(index, type);
  case ArrayRule::random:
    return randomElement(values.seed, index, type);
  }
  return countElement(0, type);
}

Status qdc::writeElements(const ArrayValues &values, qdrt_type type, bool isUnsigned, uint64_t first,
                          std::span<std::byte> bytes) {
  const size_t size = qdrt_type_bytes(type);
  for (size_t offset = 0; offset < bytes.size(); offset += size, ++first) {
    Result<qdrt_scalar> element = elementAt(values, type, isUnsigned, first);
    if (!element)
      return element.error();
    std::memcpy(bytes.data() + offset, &element->bits, size);
  }
  return {};
}
