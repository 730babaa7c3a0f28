//===- SizeExprText.cpp - Symbolic sizes: the text form -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SizeExprNode.h"

#include <charconv>
#include <utility>

using namespace qdc;

static constexpr std::pair<SizeExprKind, std::string_view> kBinaryNames[] = {
    {SizeExprKind::add, "add"}, {SizeExprKind::sub, "sub"}, {SizeExprKind::mul, "mul"},
    {SizeExprKind::min, "min"}, {SizeExprKind::max, "max"}, {SizeExprKind::floorDiv, "floordiv"},
};

std::string_view qdc::binarySizeExprName(SizeExprKind kind) {
  for (auto [candidate, name] : kBinaryNames)
    if (candidate == kind)
      return name;
  assert(false && "not a binary kind");
  return "";
}

static void print(const SizeExpr &expression, std::string &text) {
  switch (expression.kind()) {
  case SizeExprKind::constant:
    text += std::to_string(expression.value());
    return;
  case SizeExprKind::scalar:
    text += formatText("scalar({})", expression.argument());
    return;
  case SizeExprKind::dim:
    text += formatText("dim({}, {})", expression.argument(), expression.axis());
    return;
  case SizeExprKind::word:
    text += formatText("word({})", expression.offset());
    return;
  default:
    text.append(binarySizeExprName(expression.kind())).append("(");
    print(expression.lhs(), text);
    text += ", ";
    print(expression.rhs(), text);
    text += ")";
  }
}

std::string SizeExpr::str() const {
  std::string text;
  print(*this, text);
  return text;
}

namespace {

/// Recursive descent over the grammar in SizeExpr.h. The first error is kept;
/// after it every function returns at once.
class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  Result<SizeExpr> parse() {
    std::optional<SizeExpr> expression = parseExpression(1);
    skipBlanks();
    if (expression && position != text.size())
      fail("the end of the size");
    if (!status)
      return std::move(status);
    return std::move(*expression);
  }

private:
  void skipBlanks() {
    while (position < text.size() && text[position] == ' ')
      ++position;
  }

  [[gnu::cold]] std::nullopt_t fail(const std::string &expected) {
    if (status)
      status = makeError(ErrorCode::invalidArgument, "invalid size expression at column {}: expected {}", position + 1,
                         expected);
    return std::nullopt;
  }

  bool consume(char c) {
    skipBlanks();
    if (position == text.size() || text[position] != c)
      return fail(formatText("'{}'", c)), false;
    ++position;
    return true;
  }

  template <typename T>
  std::optional<T> parseInteger(const char *expected) {
    skipBlanks();
    T value;
    auto [end, error] = std::from_chars(text.data() + position, text.data() + text.size(), value);
    if (error != std::errc())
      return fail(expected);
    position = static_cast<size_t>(end - text.data());
    return value;
  }

  std::string_view parseWord() {
    size_t start = position;
    while (position < text.size() && text[position] >= 'a' && text[position] <= 'z')
      ++position;
    return text.substr(start, position - start);
  }

  std::optional<SizeExpr> parseLeaf(std::string_view word) {
    if (!consume('('))
      return std::nullopt;
    if (word == "word") {
      auto offset = parseInteger<uint64_t>("a byte offset");
      return offset && consume(')') ? std::optional(SizeExpr::word(*offset)) : std::nullopt;
    }
    auto argument = parseInteger<uint32_t>("the number of an argument");
    if (!argument)
      return std::nullopt;
    if (word == "scalar")
      return consume(')') ? std::optional(SizeExpr::scalar(*argument)) : std::nullopt;
    auto axis = consume(',') ? parseInteger<uint32_t>("the number of an axis") : std::nullopt;
    return axis && consume(')') ? std::optional(SizeExpr::dim(*argument, *axis)) : std::nullopt;
  }

  std::optional<SizeExpr> parseExpression(unsigned depth) {
    skipBlanks();
    if (depth > SizeExpr::kMaximumDepth)
      return fail(formatText("at most {} nested operations", SizeExpr::kMaximumDepth));
    if (position < text.size() && (text[position] == '-' || (text[position] >= '0' && text[position] <= '9'))) {
      auto value = parseInteger<int64_t>("an integer of 64 bits");
      return value ? std::optional(SizeExpr::constant(*value)) : std::nullopt;
    }

    size_t start = position;
    std::string_view word = parseWord();
    if (word == "scalar" || word == "dim" || word == "word")
      return parseLeaf(word);
    for (auto [kind, name] : kBinaryNames) {
      if (word != name)
        continue;
      std::optional<SizeExpr> lhs, rhs;
      if (consume('(') && (lhs = parseExpression(depth + 1)) && consume(',') && (rhs = parseExpression(depth + 1)) &&
          consume(')'))
        return SizeExpr::binary(kind, *lhs, *rhs);
      return std::nullopt;
    }
    position = start;
    return fail("an integer, scalar, dim, word, add, sub, mul, min, max or floordiv");
  }

  std::string_view text;
  size_t position = 0;
  Status status; // the first failure
};

} // namespace

Result<SizeExpr> SizeExpr::parse(std::string_view text) {
  if (text.size() > kMaximumTextBytes)
    return makeError(ErrorCode::invalidArgument, "a size expression of {} characters is too long: at most {} are read",
                     text.size(), kMaximumTextBytes);
  return Parser(text).parse();
}
