//===- JsonTest.cpp - Tests of Json.h and JsonValue.h ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/JsonValue.h"

#include <catch2/catch.hpp>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

using namespace qdc;

namespace {

Json parsed(std::string_view text) {
  Result<Json> value = parseJson(text);
  INFO(text);
  REQUIRE(value.ok());
  return *value;
}

std::string errorOf(std::string_view text, unsigned maximumDepth = 256) {
  Result<Json> value = parseJson(text, maximumDepth);
  return value ? "no error" : value.error().message;
}

} // namespace

TEST_CASE("values of every kind are parsed, keys in their order") {
  const Json value = parsed(R"( {"z": [null, true, -5, 1.5, "a\u00e9\n"], "a": {}} )");
  const JsonMembers &members = *asObject(value);
  REQUIRE(members.size() == 2);
  CHECK(members[0].first == "z");
  CHECK(members[1].first == "a");
  CHECK(asObject(*findMember(value, "a"))->empty());
  CHECK(findMember(value, "b") == nullptr);
  const Json::array_t &array = *asArray(*findMember(value, "z"));
  CHECK(array[0].is_null());
  CHECK(*asBool(array[1]));
  CHECK(array[2] == -5);
  CHECK(asUint64(array[2]) == nullptr);
  CHECK(array[3] == 1.5);
  CHECK(*asString(array[4]) == "a\xc3\xa9\n");
  CHECK(findMember(array[4], "a") == nullptr);
  CHECK(asBool(array[4]) == nullptr);
  CHECK(asString(array[3]) == nullptr);
}

TEST_CASE("integers are exact or not integers") {
  CHECK(*asUint64(parsed("18446744073709551615")) == UINT64_MAX);
  CHECK(*asUint64(parsed("9007199254740993")) == 9007199254740993);
  CHECK(parsed("-9223372036854775808") == INT64_MIN);
  CHECK(*asUint64(parsed("-0")) == 0);
  for (const char *text : {"-1", "1.0", "1e3", "18446744073709551616", "\"2\""})
    CHECK(asUint64(parsed(text)) == nullptr);
  CHECK(parsed("-9223372036854775809").is_number_float());
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
    CHECK(kindName(parsed(text)) == name);
}

TEST_CASE("what is not strict JSON is refused") {
  for (const char *text : {"", "{", "[1,]", "{\"a\":1,}", "01", "+1", "nan", "'a'", "[1] 2", "// c\n1", "\"\x01\"",
                           "\"\xff\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\\ud800\"", "{a:1}", "tru", "1.", ".5"})
    CHECK(errorOf(text).starts_with("not valid JSON: parse error at line 1, column "));
  for (std::string_view text : {std::string_view("1\0", 2), std::string_view("{}\0{", 4), std::string_view("\0[]", 3),
                                std::string_view("[\"\0\"]", 5)})
    CHECK(errorOf(text) == "not valid JSON: byte " + std::to_string(text.find('\0')) + " is zero");
  CHECK(errorOf("\xef\xbb\xbf{}") == "not valid JSON: it starts with a byte order mark");
  CHECK(errorOf(R"({"a": 1, "b": 2, "a": 3})") == "not valid JSON: the key 'a' occurs twice in one object");
  CHECK(errorOf(R"({"a": {"b": {}, "b": 1}})") == "not valid JSON: the key 'b' occurs twice in one object");
  CHECK(errorOf(R"([{"a": 1}, {"a": 2}])") == "no error");
}

TEST_CASE("what is wrong is told with its place and what would be right") {
  CHECK(errorOf("[1,\n x]").starts_with("not valid JSON: parse error at line 2, column 2: "));
  CHECK(errorOf("{\"a\":1\n  \"b\":2}")
            .starts_with("not valid JSON: parse error at line 2, column 5: syntax error while "
                         "parsing object - unexpected string literal"));
  CHECK(errorOf("{1:2}").ends_with("expected string literal"));
  CHECK(errorOf("[1 2]").ends_with("expected ']'"));
  CHECK(errorOf("[1, 1e999]") == "not valid JSON: at byte 9: number overflow parsing '1e999'");
  CHECK(errorOf("[1, -1.5e-400]") == "not valid JSON: the number -1.5e-400 is too close to 0 for a double");
  CHECK(errorOf("2e-324") == "not valid JSON: the number 2e-324 is too close to 0 for a double");
  CHECK(errorOf("0." + std::string(1000, '0') + "1") ==
        "not valid JSON: the number 0." + std::string(38, '0') + "... is too close to 0 for a double");
  CHECK(parsed("5e-324") == std::numeric_limits<double>::denorm_min());
  for (const char *zero : {"0e-400", "-0.000E5", "0.0"})
    CHECK(parsed(zero) == 0.0);
  // What was read last stands in it, but not a whole file.
  CHECK(errorOf("[\"" + std::string(100000, 'x')).size() < 300);
}

TEST_CASE("nesting is bounded, however deep the text is") {
  CHECK(errorOf("[[[1]]]", 2) == "not valid JSON: arrays and objects nest deeper than 2");
  CHECK(errorOf("[[1], [2]]", 2) == "no error");
  CHECK(errorOf(std::string(1000000, '[')) == "not valid JSON: arrays and objects nest deeper than 256");
  std::string objects;
  for (int i = 0; i < 100000; ++i)
    objects += "{\"a\":";
  CHECK(errorOf(objects) == "not valid JSON: arrays and objects nest deeper than 256");
  CHECK(errorOf(std::string(1000, '[') + std::string(1000, ']'), 1000) == "no error");
}

TEST_CASE("the same value gives the same bytes, on one line or on many") {
  const Json json = {{"b", {1, nullptr, Json::object(), Json::array()}}, {"a", true}};
  CHECK(writeJson(json) == R"({"b":[1,null,{},[]],"a":true})");
  CHECK(writeJson(json, 2) == "{\n  \"b\": [\n    1,\n    null,\n    {},\n    []\n  ],\n  \"a\": true\n}");
}

TEST_CASE("numbers are written exactly") {
  CHECK(writeJson(UINT64_MAX) == "18446744073709551615");
  CHECK(writeJson(INT64_MIN) == "-9223372036854775808");
  CHECK(writeJson(floatJson(0.1)) == "0.1");
  CHECK(writeJson(floatJson(1.0)) == "1");
  CHECK(writeJson(floatJson(0.0)) == "0");
  CHECK(writeJson(floatJson(-0.0)) == "-0.0");
  CHECK(writeJson(floatJson(-0.0f)) == "-0.0");
  const double negativeZero = *parsed(writeJson(floatJson(-0.0))).get_ptr<const Json::number_float_t *>();
  CHECK((negativeZero == 0 && std::signbit(negativeZero)));
  CHECK(writeJson(floatJson(1e300)) == "1e+300");
  CHECK(writeJson(floatJson(5e-324)) == "5e-324");
  CHECK(parsed(writeJson(floatJson(0.1 + 0.2))) == 0.1 + 0.2);
  CHECK(writeJson(floatJson(0.1f)) == "0.1");
  CHECK(writeJson(floatJson(std::numeric_limits<float>::max())) == "3.4028235e+38");
  CHECK(writeJson(floatJson(-std::numeric_limits<float>::infinity())) == "\"-inf\"");
  CHECK(writeJson(floatJson(std::numeric_limits<double>::infinity())) == "\"inf\"");
  CHECK(writeJson(floatJson(std::numeric_limits<double>::quiet_NaN())) == "\"nan\"");
  CHECK(writeJson(floatJson(std::numeric_limits<float>::quiet_NaN())) == "\"nan\"");
}

TEST_CASE("floats have the shortest digits") {
  const auto shortest = [](auto number) {
    char digits[32];
    return std::string(digits, std::to_chars(digits, digits + sizeof(digits), number).ptr);
  };
  // Of so many, the digits that the library finds by itself are one too many for a dozen.
  uint64_t bits = 0x3c1234567890abcd;
  for (int i = 0; i < 20000; ++i) {
    bits = bits * 6364136223846793005 + 1442695040888963407;
    const auto wide = std::bit_cast<double>(bits >> 2); // below 2
    const auto narrow = std::bit_cast<float>(static_cast<uint32_t>(bits >> 34));
    REQUIRE(writeJson(floatJson(wide)) == shortest(wide));
    REQUIRE(writeJson(floatJson(narrow)) == shortest(narrow));
  }
}

TEST_CASE("strings are escaped, and read back unless they are not UTF-8") {
  CHECK(writeJson("a\"\\\n\t\r\x01\x1f\x7f") == "\"a\\\"\\\\\\n\\t\\r\\u0001\\u001f\\u007f\"");
  CHECK(writeJson("\xc2\x9b \xe2\x80\xae \xf3\xa0\x81\x81") == "\"\\u009b \\u202e \\udb40\\udc41\"");
  for (std::string_view text : {std::string_view("\0 \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", 13),
                                std::string_view("\xc2\x9b \xf3\xa0\x81\x81")})
    CHECK(*asString(parsed(writeJson(text))) == text);
  CHECK(writeJson("a\xff"
                  "b") == "\"a\xef\xbf\xbd"
                          "b\"");
  CHECK(writeJson({{"\xff\x1b", 1}}) == "{\"\xef\xbf\xbd\\u001b\":1}");
}
