//===- JsonScannerTest.cpp - Tests of JsonScanner.h -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/JsonScanner.h"

#include "qdc/Support/Json.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace qdc;

namespace {

/// The texts of the elements of an array, or "failed" at the end of those before something that is no JSON.
std::vector<std::string> elementsOf(std::string_view text) {
  JsonScanner scanner(text);
  std::vector<std::string> elements;
  scanner.enter();
  while (scanner.next())
    elements.emplace_back(scanner.value());
  if (!scanner.isAtEnd()) {
    if (!scanner.isValid() && !elements.empty())
      elements.pop_back();
    elements.emplace_back("failed");
  }
  return elements;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("the scanner finds elements as they stand, whatever is in them") {
  CHECK(elementsOf("[]") == Texts());
  CHECK(elementsOf(" [ ]\n") == Texts());
  CHECK(elementsOf("[1,-2.5e3 ,true]") == Texts{"1", "-2.5e3", "true"});
  CHECK(elementsOf(R"(["a]", "\"", "\\", "}"])") == Texts{R"("a]")", R"("\"")", R"("\\")", R"("}")"});
  CHECK(elementsOf(R"([{"a":[1,{"]":"{"}]}, [[],"\\\"]"],{}])") ==
        Texts{R"({"a":[1,{"]":"{"}]})", R"([[],"\\\"]"])", "{}"});
}

TEST_CASE("the scanner walks members, and keys are decoded") {
  JsonScanner scanner(R"( {"a" : 1, "é": {"x": 2}, "q\"": [3], ")"
                      "\x7f"
                      R"(":null} )");
  Texts keys, values;
  scanner.enter();
  CHECK(scanner.depth() == 1);
  while (scanner.next()) {
    keys.emplace_back(scanner.key());
    if (scanner.peek() != '{') {
      values.emplace_back(scanner.value());
      continue;
    }
    scanner.enter();
    CHECK(scanner.depth() == 2);
    while (scanner.next()) {
      keys.emplace_back(scanner.key());
      values.emplace_back(scanner.value());
    }
    CHECK(scanner.depth() == 1);
  }
  CHECK(scanner.depth() == 0);
  CHECK(scanner.isAtEnd());
  CHECK(keys == Texts{"a", "é", "x", "q\"", "\x7f"});
  CHECK(values == Texts{"1", "2", "[3]", "null"});
}

TEST_CASE("what has not the shape of JSON ends the walk") {
  for (const char *text : {"", "1", "[", "[1", "[1 2]", "[1,", "[,1]", "[1,]", "[\"a]", "[\"\\\"]", "[{\"a\":1]", "[[}",
                           "[1}", "[1] 2", "[\"\\", "[{\\"})
    CHECK(elementsOf(text).back() == "failed");
  for (const char *text :
       {"{1:2}", "{\"a\" 1}", "{\"a\":}", "{\"a\":1]", "{\"a\\x\":1}", "{\"\xff\":1}", "{\"a", "{,}"}) {
    JsonScanner scanner(text);
    scanner.enter();
    while (scanner.next()) {
      (void)scanner.key();
      (void)scanner.value();
    }
    INFO(text);
    CHECK_FALSE(scanner.isAtEnd());
    CHECK(scanner.value().empty());
  }
}

TEST_CASE("a scanner enters 64 levels") {
  const std::string text = std::string(65, '[') + std::string(65, ']');
  JsonScanner scanner(text);
  for (int level = 0; level < 64; ++level) {
    scanner.enter();
    REQUIRE(scanner.isValid());
    REQUIRE(scanner.next());
  }
  scanner.enter();
  CHECK_FALSE(scanner.isValid());
  CHECK_FALSE(scanner.next());
}

/// Compares every part that the scanner finds with the parser's value, from the top down.
static void compare(JsonScanner &scanner, const JsonValue &expected) {
  if (const JsonValue::Array *array = expected.asArray()) {
    size_t index = 0;
    scanner.enter();
    for (; scanner.next(); ++index) {
      REQUIRE(index < array->size());
      compare(scanner, (*array)[index]);
    }
    CHECK(index == array->size());
  } else if (const JsonValue::Object *object = expected.asObject()) {
    size_t index = 0;
    scanner.enter();
    for (; scanner.next(); ++index) {
      REQUIRE(index < object->size());
      CHECK(scanner.key() == (*object)[index].key);
      compare(scanner, (*object)[index].value);
    }
    CHECK(index == object->size());
  } else {
    const Result<JsonValue> found = parseJson(scanner.value());
    REQUIRE(found.ok());
    CHECK(found->kindName() == expected.kindName());
    if (expected.asString())
      CHECK(*found->asString() == *expected.asString());
    CHECK(found->asInt64() == expected.asInt64());
  }
}

TEST_CASE("in valid JSON the scanner's parts are the parser's") {
  const std::string text = R"({"plain":[1,2,{"deep":[[["[",{"}":"]"}]]]}],"escaped \" \\ \u00e9":"\\\"{[","":{},
                              "numbers":[-1,0.5,1e9],"words":[true,false,null],"é":"ü \ud83d\ude00"})";
  const Result<JsonValue> expected = parseJson(text);
  REQUIRE(expected.ok());
  JsonScanner scanner(text);
  compare(scanner, *expected);
  CHECK(scanner.isAtEnd());
  // Whole members are passed over to the same place.
  JsonScanner passing(text);
  passing.enter();
  for (const JsonMember &member : *expected->asObject()) {
    REQUIRE(passing.next());
    CHECK(passing.key() == member.key);
    const Result<JsonValue> value = parseJson(passing.value());
    REQUIRE(value.ok());
    CHECK(value->kindName() == member.value.kindName());
  }
  CHECK_FALSE(passing.next());
  CHECK(passing.isAtEnd());
}

TEST_CASE("a nested value ends where it ends, wherever its parts stand") {
  // It is followed in blocks of 64 characters.
  const std::string inner = R"({"a":[{"]":"}"},"[\\\""],"b":[[[]]]})";
  for (size_t before = 0; before < 140; ++before)
    for (size_t after : {0, 200}) {
      INFO(before << ", " << after);
      const std::string first = "[\"" + std::string(before, 'x') + "\"," + inner + "]";
      CHECK(elementsOf("[" + first + "," + inner + "]" + std::string(after, ' ')) == Texts{first, inner});
    }
}

TEST_CASE("a string is decoded, or is none") {
  std::string decoded;
  CHECK(decodeString("\"abc\"", decoded) == "abc");
  CHECK(decodeString("\"\"", decoded) == "");
  CHECK(decodeString(R"("a\nb")", decoded) == "a\nb");
  CHECK(decodeString("\"\xc3\xa9\"", decoded) == "\xc3\xa9");
  for (const char *text : {"", "\"", "abc", "\"a", "1", "\"\\x\"", "\"\xff\"", "\"a\"b\"", "\"\n\"", "\"\\\""})
    CHECK(decodeString(text, decoded) == std::nullopt);
}
