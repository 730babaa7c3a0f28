//===- SizeExprTest.cpp - Tests of SizeExpr.h -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/SizeExpr/SizeExpr.h"
#include "qdc/SizeExpr/SizeExprArguments.h"

#include <catch2/catch.hpp>

#include <limits>
#include <map>
#include <random>

using namespace qdc;

namespace {

constexpr int64_t kMinimum = std::numeric_limits<int64_t>::min();
constexpr int64_t kMaximum = std::numeric_limits<int64_t>::max();

SizeExpr parsed(std::string_view text) {
  Result<SizeExpr> expression = SizeExpr::parse(text);
  INFO(text);
  REQUIRE(expression.ok());
  return *expression;
}

std::string parseError(std::string_view text) {
  Result<SizeExpr> expression = SizeExpr::parse(text);
  return expression ? "no error" : expression.error().message;
}

/// Leaves with given values; others are not bound.
struct TableBindings : SizeExprBindings {
  std::map<std::string, int64_t> values;

  Result<int64_t> look(const SizeExpr &leaf) const {
    auto found = values.find(leaf.str());
    if (found == values.end())
      return Error{ErrorCode::invalidArgument, "'" + leaf.str() + "' is not bound"};
    return found->second;
  }
  Result<int64_t> scalar(uint32_t argument) const override { return look(SizeExpr::scalar(argument)); }
  Result<int64_t> dim(uint32_t argument, uint32_t axis) const override { return look(SizeExpr::dim(argument, axis)); }
  Result<int64_t> word(uint64_t offset) const override { return look(SizeExpr::word(offset)); }
};

/// An expression and, beside it, its value without any folding.
struct RandomExpression {
  SizeExpr folded;
  std::optional<__int128> reference; // nothing: the evaluation fails
};

std::optional<__int128> applyExactly(SizeExprKind kind, __int128 a, __int128 b) {
  switch (kind) {
  case SizeExprKind::add:
    return a + b;
  case SizeExprKind::sub:
    return a - b;
  case SizeExprKind::mul:
    return a * b;
  case SizeExprKind::min:
    return a < b ? a : b;
  case SizeExprKind::max:
    return a > b ? a : b;
  default: {
    if (b == 0)
      return std::nullopt;
    __int128 quotient = a / b;
    return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
  }
  }
}

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {
    for (int i = 0; i < 3; ++i) {
      bindings.values[SizeExpr::scalar(i).str()] = number();
      bindings.values[SizeExpr::dim(i, 1).str()] = number();
      bindings.values[SizeExpr::word(8 * i).str()] = number();
    }
  }

  RandomExpression expression(int depth) {
    if (depth == 0 || random() % 4 == 0)
      return leaf();
    RandomExpression lhs = expression(depth - 1), rhs = random() % 8 == 0 ? lhs : expression(depth - 1);
    auto kind = static_cast<SizeExprKind>(static_cast<int>(SizeExprKind::add) + random() % 6);
    RandomExpression result{SizeExpr::binary(kind, lhs.folded, rhs.folded), {}};
    if (lhs.reference && rhs.reference) {
      std::optional<__int128> exact = applyExactly(kind, *lhs.reference, *rhs.reference);
      if (exact && *exact >= kMinimum && *exact <= kMaximum)
        result.reference = exact;
    }
    return result;
  }

  TableBindings bindings;

private:
  int64_t number() {
    switch (random() % 6) {
    case 0:
      return static_cast<int64_t>(random());
    case 1:
      return random() % 2 ? kMinimum : kMaximum;
    case 2:
      return static_cast<int64_t>(random() % 3) - 1;
    default:
      return static_cast<int64_t>(random() % 2000) - 500;
    }
  }

  RandomExpression leaf() {
    SizeExpr expression;
    switch (random() % 6) {
    case 0:
      expression = SizeExpr::scalar(random() % 3);
      break;
    case 1:
      expression = SizeExpr::dim(random() % 3, 1);
      break;
    case 2:
      expression = SizeExpr::word(8 * (random() % 3));
      break;
    default: {
      int64_t value = number();
      return {SizeExpr::constant(value), value};
    }
    }
    return {expression, bindings.values.at(expression.str())};
  }

  std::mt19937_64 random;
};

} // namespace

TEST_CASE("random expressions evaluate to what 128-bit arithmetic gives, or fail") {
  int failed = 0, succeeded = 0;
  for (unsigned seed = 0; seed < 20000; ++seed) {
    Generator generator(seed);
    RandomExpression random = generator.expression(5);
    Result<int64_t> value = random.folded.evaluate(generator.bindings);
    INFO("seed " << seed << ": " << random.folded.str());
    if (random.reference) {
      // Folding may only drop a failure of a subexpression that does not
      // matter, never add one.
      REQUIRE(value.ok());
      REQUIRE(*value == static_cast<int64_t>(*random.reference));
      ++succeeded;
    } else {
      failed += !value;
    }
  }
  CHECK(succeeded > 5000);
  CHECK(failed > 1000);
}

TEST_CASE("random expressions read back from their text") {
  for (unsigned seed = 0; seed < 5000; ++seed) {
    SizeExpr expression = Generator(seed).expression(5).folded;
    std::string text = expression.str();
    REQUIRE(expression.isWithinLimits());
    REQUIRE(parsed(text).str() == text);
    REQUIRE(parsed(text) == expression);
  }
}

TEST_CASE("expressions are equal exactly if they print alike") {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SizeExpr a = Generator(seed).expression(2).folded, b = Generator(seed + 1).expression(2).folded;
    REQUIRE((a == b) == (a.str() == b.str()));
  }
}

TEST_CASE("the default size is 0") { CHECK(SizeExpr().str() == "0"); }

TEST_CASE("folding makes one form of each size") {
  const char *const cases[][2] = {
      {"add(2, 3)", "5"},
      {"add(dim(0, 0), 0)", "dim(0, 0)"},
      {"add(3, scalar(1))", "add(scalar(1), 3)"},
      {"add(dim(1, 0), scalar(0))", "add(scalar(0), dim(1, 0))"},
      {"add(add(scalar(0), 2), 3)", "add(scalar(0), 5)"},
      {"add(add(scalar(0), 2), -3)", "add(add(scalar(0), 2), -3)"}, // the inner sum may overflow alone
      {"sub(scalar(0), 4)", "add(scalar(0), -4)"},
      {"sub(scalar(0), -9223372036854775808)", "sub(scalar(0), -9223372036854775808)"},
      {"sub(scalar(0), scalar(0))", "0"},
      {"mul(scalar(0), 0)", "0"},
      {"mul(1, scalar(0))", "scalar(0)"},
      {"mul(mul(4, scalar(0)), 8)", "mul(scalar(0), 32)"},
      {"mul(mul(-1, scalar(0)), -1)", "mul(mul(scalar(0), -1), -1)"},
      {"mul(9223372036854775807, 2)", "mul(2, 9223372036854775807)"}, // overflows: fails when evaluated
      {"min(scalar(0), scalar(0))", "scalar(0)"},
      {"min(min(scalar(0), 7), 5)", "min(scalar(0), 5)"},
      {"max(scalar(0), -9223372036854775808)", "scalar(0)"},
      {"max(scalar(0), 9223372036854775807)", "9223372036854775807"},
      {"floordiv(-7, 2)", "-4"},
      {"floordiv(scalar(0), 1)", "scalar(0)"},
      {"floordiv(floordiv(scalar(0), 4), 8)", "floordiv(scalar(0), 32)"},
      {"floordiv(1, 0)", "floordiv(1, 0)"},
      {" add ( word( 16 ) , 1 ) ", "add(word(16), 1)"},
  };
  for (auto [text, folded] : cases)
    CHECK(parsed(text).str() == folded);
}

TEST_CASE("ceilDiv rounds up") {
  for (int64_t value : {-9, -8, -1, 0, 1, 7, 8, 9})
    CHECK(SizeExpr::ceilDiv(SizeExpr::constant(value), SizeExpr::constant(8)).value() ==
          (value > 0 ? (value + 7) / 8 : -(-value / 8)));
  CHECK(SizeExpr::ceilDiv(SizeExpr::dim(0, 0), SizeExpr::constant(8)).str() ==
        "add(floordiv(add(dim(0, 0), -1), 8), 1)");
  CHECK(SizeExpr::ceilDiv(SizeExpr::dim(0, 0), SizeExpr::constant(1)).str() == "dim(0, 0)");
  for (int64_t divisor : {INT64_MAX, INT64_MAX - 3, int64_t{2}})
    for (int64_t value : {int64_t{0}, int64_t{1}, int64_t{5}, INT64_MAX - 1, INT64_MAX})
      CHECK(SizeExpr::ceilDiv(SizeExpr::constant(value), SizeExpr::constant(divisor)).value() ==
            value / divisor + (value % divisor != 0));
}

TEST_CASE("readsWord looks through the whole expression") {
  CHECK(parsed("add(mul(word(8), 2), dim(0, 0))").readsWord());
  CHECK_FALSE(parsed("add(mul(scalar(0), 2), dim(0, 0))").readsWord());
}

TEST_CASE("the leaves of an expression are visited from left to right, each as often as it stands there") {
  std::string visited;
  forEachLeaf(
      parsed("min(sub(dim(1, 0), word(64)), floordiv(mul(scalar(3), word(64)), max(add(scalar(3), dim(0, 1)), 2)))"),
      [&](const SizeExpr &leaf) { visited += leaf.str() + ';'; });
  CHECK(visited == "dim(1, 0);word(64);scalar(3);word(64);scalar(3);dim(0, 1);2;");
}

TEST_CASE("the words of an expression are listed as often as it reads them") {
  std::vector<uint64_t> words = {8};
  addWords(parsed("add(mul(word(16), word(64)), min(word(16), scalar(0)))"), words);
  CHECK(words == std::vector<uint64_t>{8, 16, 64, 16});
}

TEST_CASE("the arguments of an expression are those of its scalars and dims") {
  std::set<uint32_t> arguments = {9};
  addArguments(*SizeExpr::parse("add(mul(2, scalar(3)), max(dim(1, 0), word(64)))"), arguments);
  CHECK(arguments == std::set<uint32_t>{1, 3, 9});
}

TEST_CASE("a product with a factor 0 is 0, in whichever order") {
  TableBindings bindings;
  bindings.values = {{"scalar(0)", kMaximum}, {"scalar(1)", 0}};
  for (const char *product : {"mul(mul(scalar(0), scalar(0)), scalar(1))", "mul(scalar(1), mul(scalar(0), scalar(0)))",
                              "mul(mul(scalar(1), scalar(0)), scalar(0))", "mul(scalar(0), mul(scalar(0), scalar(1)))",
                              "mul(mul(9223372036854775807, scalar(0)), scalar(1))"})
    CHECK(*parsed(product).evaluate(bindings) == 0);
  CHECK_FALSE(parsed("mul(scalar(0), mul(scalar(0), 2))").evaluate(bindings));
  CHECK(parsed("mul(scalar(0), mul(scalar(0), 2))").evaluate(bindings).error().message ==
        "the size 'mul(scalar(0), 2)' does not fit in 64 bits: mul(9223372036854775807, 2) must be below 2^63");
  // Factors have values all the same.
  CHECK_FALSE(parsed("mul(floordiv(scalar(0), scalar(1)), scalar(1))").evaluate(bindings));
  CHECK_FALSE(parsed("mul(add(scalar(0), 1), scalar(1))").evaluate(bindings));
  CHECK_FALSE(parsed("mul(scalar(1), scalar(7))").evaluate(bindings));
}

TEST_CASE("evaluation says why there is no value") {
  TableBindings bindings;
  bindings.values = {{"scalar(0)", kMaximum}, {"scalar(1)", 0}};
  CHECK(parsed("add(scalar(0), 1)").evaluate(bindings).error().message ==
        "the size 'add(scalar(0), 1)' does not fit in 64 bits: add(9223372036854775807, 1) must be below 2^63");
  CHECK(parsed("floordiv(6, scalar(1))").evaluate(bindings).error().message ==
        "division by zero in the size 'floordiv(6, scalar(1))': floordiv(6, 0)");
  CHECK(parsed("mul(2, dim(3, 1))").evaluate(bindings).error().message == "'dim(3, 1)' is not bound");
}

TEST_CASE("what does not fit is too large or too small") {
  TableBindings bindings;
  bindings.values = {{"scalar(0)", kMaximum}, {"scalar(1)", kMinimum}};
  for (const char *large : {"add(scalar(0), scalar(0))", "sub(scalar(0), scalar(1))", "sub(0, scalar(1))",
                            "mul(scalar(0), 2)", "mul(scalar(1), scalar(1))", "floordiv(scalar(1), -1)"})
    CHECK(parsed(large).evaluate(bindings).error().message.ends_with(") must be below 2^63"));
  for (const char *small :
       {"add(scalar(1), -1)", "sub(scalar(1), 1)", "sub(-2, scalar(0))", "mul(scalar(1), 2)", "mul(scalar(0), -2)"})
    CHECK(parsed(small).evaluate(bindings).error().message.ends_with(") must be at least -2^63"));
}

TEST_CASE("parse errors name the column and what was expected") {
  const std::string start = "invalid size expression at column ";
  const std::string words = "expected an integer, scalar, dim, word, add, sub, mul, min, max or floordiv";
  CHECK(parseError("") == start + "1: " + words);
  CHECK(parseError("pow(1, 2)") == start + "1: " + words);
  CHECK(parseError("add(1, x)") == start + "8: " + words);
  CHECK(parseError("add 1") == start + "5: expected '('");
  CHECK(parseError("add(1 2)") == start + "7: expected ','");
  CHECK(parseError("add(1, 2") == start + "9: expected ')'");
  CHECK(parseError("1 2") == start + "3: expected the end of the size");
  CHECK(parseError("-") == start + "1: expected an integer of 64 bits");
  CHECK(parseError("9223372036854775808") == start + "1: expected an integer of 64 bits");
  CHECK(parseError("scalar(-1)") == start + "8: expected the number of an argument");
  CHECK(parseError("scalar(4294967296)") == start + "8: expected the number of an argument");
  CHECK(parseError("dim(0, x)") == start + "8: expected the number of an axis");
  CHECK(parseError("word(-8)") == start + "6: expected a byte offset");
}

TEST_CASE("nesting and length have limits") {
  auto nested = [](unsigned levels) {
    SizeExpr expression = SizeExpr::scalar(0);
    for (unsigned i = 1; i < levels; ++i)
      expression = SizeExpr::binary(SizeExprKind::sub, SizeExpr::constant(1), expression);
    return expression;
  };
  CHECK(nested(64).isWithinLimits());
  CHECK(parsed(nested(64).str()) == nested(64));
  CHECK_FALSE(nested(65).isWithinLimits());
  CHECK(parseError(nested(65).str()).find("expected at most 64 nested operations") != std::string::npos);

  // Doubling by sharing: small in memory, but not as text.
  SizeExpr doubled = SizeExpr::scalar(0);
  for (int i = 0; i < 40; ++i)
    doubled =
        SizeExpr::binary(SizeExprKind::sub, doubled, SizeExpr::binary(SizeExprKind::mul, doubled, SizeExpr::scalar(1)));
  CHECK_FALSE(doubled.isWithinLimits());

  CHECK(parseError(std::string(64 * 1024, ' ') + "1") ==
        "a size expression of 65537 characters is too long: at most 65536 are read");
}

TEST_CASE("constants tell how many iterations a counted loop has") {
  auto iterations = [](int64_t lower, int64_t upper, int64_t step) {
    return constantIterations(SizeExpr::constant(lower), SizeExpr::constant(upper), SizeExpr::constant(step));
  };
  CHECK(iterations(0, 1, 1) == 1u);
  CHECK(iterations(3, 3, 1) == 0u);
  CHECK(iterations(4, 3, 1) == 0u);
  CHECK(iterations(0, 10, 3) == 4u);
  CHECK(iterations(0, 9, 3) == 3u);
  CHECK(iterations(INT64_MIN, INT64_MAX, 1) == UINT64_MAX);
  CHECK(iterations(INT64_MIN, INT64_MAX, INT64_MAX) == 3u);
  CHECK(!iterations(0, 1, 0));
  CHECK(!iterations(0, 1, -1));
  const SizeExpr one = SizeExpr::constant(1), unknown = SizeExpr::scalar(0);
  CHECK(!constantIterations(unknown, one, one));
  CHECK(!constantIterations(one, unknown, one));
  CHECK(!constantIterations(one, one, unknown));
}
