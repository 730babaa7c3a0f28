//===- JsonTest.cpp - Tests of Json.h -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Json.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace qdc;

namespace {

JsonValue parsed(std::string_view text) {
  Result<JsonValue> value = parseJson(text);
  INFO(text);
  REQUIRE(value.ok());
  return *value;
}

std::string errorOf(std::string_view text, unsigned maximumDepth = 256) {
  Result<JsonValue> value = parseJson(text, maximumDepth);
  return value ? "no error" : value.error().message;
}

template <typename T>
std::string written(T value) {
  JsonWriter json;
  json.value(value);
  return json.take();
}

} // namespace

TEST_CASE("values of every kind are parsed, keys in their order") {
  JsonValue value = parsed(R"( {"z": [null, true, -5, 1.5, "a\u00e9\n"], "a": {}} )");
  const JsonValue::Object &members = *value.asObject();
  REQUIRE(members.size() == 2);
  CHECK(members[0].key == "z");
  CHECK(members[1].key == "a");
  CHECK(value.find("a")->asObject()->empty());
  CHECK(value.find("b") == nullptr);
  const JsonValue::Array &array = *value.find("z")->asArray();
  CHECK(array[0].isNull());
  CHECK(*array[1].asBool());
  CHECK(array[2].asInt64() == -5);
  CHECK(array[3].asDouble() == 1.5);
  CHECK(*array[4].asString() == "a\xc3\xa9\n");
  CHECK(array[4].find("a") == nullptr);
}

TEST_CASE("integers are exact or not integers") {
  CHECK(parsed("18446744073709551615").asUint64() == UINT64_MAX);
  CHECK_FALSE(parsed("18446744073709551615").asInt64());
  CHECK(parsed("-9223372036854775808").asInt64() == INT64_MIN);
  CHECK_FALSE(parsed("-1").asUint64());
  CHECK(parsed("0").asInt64() == 0);
  CHECK_FALSE(parsed("1.0").asInt64());
  CHECK_FALSE(parsed("1e3").asUint64());
  CHECK_FALSE(parsed("18446744073709551616").asUint64());
  CHECK(parsed("-2").asDouble() == -2.0);
  CHECK(parsed("2").asDouble() == 2.0);
  CHECK_FALSE(parsed("\"2\"").asDouble());
}

TEST_CASE("kinds have names for messages") {
  for (auto [text, name] : std::initializer_list<std::pair<const char *, const char *>>{{"null", "null"},
                                                                                        {"true", "a boolean"},
                                                                                        {"-1", "a number"},
                                                                                        {"1", "a number"},
                                                                                        {"1.5", "a number"},
                                                                                        {"\"\"", "a string"},
                                                                                        {"[]", "an array"},
                                                                                        {"{}", "an object"}})
    CHECK(parsed(text).kindName() == name);
}

TEST_CASE("what is not strict JSON is refused") {
  for (const char *text : {"", "{", "[1,]", "{\"a\":1,}", "01", "+1", "nan", "'a'", "[1] 2", "// c\n1", "\"\x01\"",
                           "\"\xff\"", "\"\\ud800\"", "1e999", "{a:1}", "tru"})
    CHECK(errorOf(text).starts_with("not valid JSON: "));
  for (std::string_view text : {std::string_view("1\0", 2), std::string_view("{}\0{", 4), std::string_view("\0[]", 3),
                                std::string_view("[\"\0\"]", 5)})
    CHECK(errorOf(text) == "not valid JSON: byte " + std::to_string(text.find('\0')) + " is zero");
  CHECK(errorOf("\xef\xbb\xbf{}") == "not valid JSON: it starts with a byte order mark");
  CHECK(errorOf("[1,\n x]").starts_with("not valid JSON: parse error at line 2, column 2"));
  CHECK(errorOf(R"({"a": 1, "b": 2, "a": 3})") == "not valid JSON: the key 'a' occurs twice in one object");
  CHECK(errorOf("[[[1]]]", 2) == "not valid JSON: arrays and objects nest deeper than 2");
  CHECK(errorOf("[[1], [2]]", 2) == "no error");
  CHECK(errorOf(std::string(1000000, '[')) == "not valid JSON: arrays and objects nest deeper than 256");
}

TEST_CASE("what is wrong is told with its place and what would be right") {
  const std::string start = "not valid JSON: parse error at line ";
  CHECK(errorOf("") == start + "1, column 1: expected a value");
  CHECK(errorOf("[1 2]") == start + "1, column 4: expected ',' or ']'");
  CHECK(errorOf("{\"a\":1\n  \"b\":2}") == start + "2, column 3: expected ',' or '}'");
  CHECK(errorOf("{\"a\" 1}") == start + "1, column 6: expected ':'");
  CHECK(errorOf("{1:2}") == start + "1, column 2: expected a key in quotes");
  CHECK(errorOf("{}\n\n {}") == start + "3, column 2: expected the end of the text");
  CHECK(errorOf("nul") == start + "1, column 1: expected a value");
  CHECK(errorOf("-") == start + "1, column 2: expected a digit");
  CHECK(errorOf("1.") == start + "1, column 3: expected a digit");
  CHECK(errorOf("1e+") == start + "1, column 4: expected a digit");
  CHECK(errorOf(" 1e999") == start + "1, column 2: expected a number that a double can hold");
  CHECK(errorOf("1e-400") == start + "1, column 1: expected a number that a double can hold");
  CHECK(errorOf("\"ab") == start + "1, column 4: expected a character of UTF-8 that is not a control character");
  CHECK(errorOf("\"a\tb\"") == start + "1, column 3: expected a character of UTF-8 that is not a control character");
  CHECK(errorOf("\"\xc3\"") == start + "1, column 2: expected a character of UTF-8 that is not a control character");
  CHECK(errorOf(R"("\x")") == start + "1, column 3: expected an escape of JSON");
  CHECK(errorOf(R"("\u00g0")") == start + "1, column 4: expected four hexadecimal digits");
  CHECK(errorOf(R"("\u12")") == start + "1, column 4: expected four hexadecimal digits");
  CHECK(errorOf(R"("\udc00")") == start + "1, column 8: expected the first half of a surrogate pair");
  CHECK(errorOf(R"("\ud800\u0041")") == start + "1, column 14: expected the second half of a surrogate pair");
}

TEST_CASE("numbers have the grammar of JSON") {
  for (const char *text : {"0", "-0", "10", "-1.5", "0.25", "1e3", "1E+3", "1.5e-3", "-0.0"})
    CHECK(errorOf(text) == "no error");
  for (const char *text : {"00", "01", "-01", "1.e3", ".5", "1e", "--1", "0x10", "1_0", "Infinity", "-inf", "1e1e1"})
    CHECK(errorOf(text) != "no error");
  CHECK(parsed("-0").asUint64() == 0);
  CHECK(parsed("1.5e-3").asDouble() == 0.0015);
}

TEST_CASE("escapes are decoded") {
  CHECK(*parsed(R"("\"\\\/\b\f\n\r\t")").asString() == "\"\\/\b\f\n\r\t");
  CHECK(*parsed(R"("\u0041\u00e9\u20AC\ud83d\uDE00")").asString() == "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  CHECK(*parsed("\"\x7f\"").asString() == "\x7f");
  CHECK(*parsed(R"("\u0000")").asString() == std::string(1, '\0'));
}

TEST_CASE("a key that is there twice is found") {
  CHECK(repeatedKey(*parsed(R"({"a":1,"b":2,"":3})").asObject()) == std::nullopt);
  CHECK(repeatedKey({{"b", JsonValue()}, {"a", JsonValue()}, {"b", JsonValue(true)}}) == "b");
}

TEST_CASE("the writer separates and indents") {
  auto write = [](unsigned indent) {
    JsonWriter json(indent);
    json.beginObject();
    json.key("a");
    json.beginArray();
    json.value(1);
    json.null();
    json.beginObject();
    json.endObject();
    json.endArray();
    json.key("b");
    json.value(true);
    json.endObject();
    return json.take();
  };
  CHECK(write(0) == R"({"a":[1,null,{}],"b":true})");
  CHECK(write(2) == "{\n  \"a\": [\n    1,\n    null,\n    {}\n  ],\n  \"b\": true\n}");
}

TEST_CASE("numbers are written exactly") {
  CHECK(written(UINT64_MAX) == "18446744073709551615");
  CHECK(written(INT64_MIN) == "-9223372036854775808");
  CHECK(written(0.1) == "0.1");
  CHECK(written(1e300) == "1e+300");
  CHECK(parsed(written(0.1 + 0.2)).asDouble() == 0.1 + 0.2);
  CHECK(written(0.1f) == "0.1");
  CHECK(written(-std::numeric_limits<float>::infinity()) == "\"-inf\"");
  CHECK(written(std::numeric_limits<double>::infinity()) == "\"inf\"");
  CHECK(written(-std::numeric_limits<double>::infinity()) == "\"-inf\"");
  CHECK(written(std::numeric_limits<double>::quiet_NaN()) == "\"nan\"");
}

TEST_CASE("strings are escaped, and read back unless they are not UTF-8") {
  CHECK(written("a\"\\\n\t\x01\x1f\x7f") == "\"a\\\"\\\\\\n\\t\\u0001\\u001f\\u007f\"");
  CHECK(written("\xc2\x9b \xe2\x80\xae \xf3\xa0\x81\x81") == "\"\\u009b \\u202e \\udb40\\udc41\"");
  CHECK(*parsed(written("\xc2\x9b \xf3\xa0\x81\x81")).asString() == "\xc2\x9b \xf3\xa0\x81\x81");
  std::string_view text("\0 \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", 13);
  CHECK(*parsed(written(text)).asString() == text);
  CHECK(written("a\xff"
                "b") == "\"a\xef\xbf\xbd"
                        "b\"");
}
