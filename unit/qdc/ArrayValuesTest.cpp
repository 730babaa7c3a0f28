//===- ArrayValuesTest.cpp - What the elements of a new array are ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/ArrayValues.h"

#include <catch2/catch.hpp>

using namespace qdc;

using Shape = std::vector<int64_t>;
using Numbers = std::vector<std::string>;

static std::string failure(std::string_view text) {
  Result<ArrayValues> values = parseArrayValues(text);
  return values ? "none" : values.error().message;
}

TEST_CASE("lists have a shape") {
  auto shapeOf = [](const char *text) { return parseArrayValues(text)->shape; };
  CHECK(shapeOf("[1,2,3]") == Shape{3});
  CHECK(shapeOf("[[1,2,3],[4,5,6]]") == Shape{2, 3});
  CHECK(shapeOf("[ [ [1] , [2] ] ]") == Shape{1, 2, 1});
  CHECK(shapeOf("[]") == Shape{0});
  CHECK(shapeOf("[[],[]]") == Shape{2, 0});
  CHECK(shapeOf("[[[]]]") == Shape{1, 1, 0});
  CHECK(parseArrayValues("[[-1, 2.5],[inf,0x10]]")->numbers == Numbers{"-1", "2.5", "inf", "0x10"});
  CHECK(shapeOf("[[[[[[[[1]]]]]]]]") == Shape(8, 1));
}

TEST_CASE("what is no list is told") {
  CHECK(failure("[1,2") == "the list has no ']' at its end");
  CHECK(failure("[1,") == "the list has no ']' at its end");
  CHECK(failure("[") == "the list has no ']' at its end");
  CHECK(failure("[[1,2]") == "the list has no ']' at its end");
  CHECK(failure("[1,]") == "no number before ']' in the list");
  CHECK(failure("[1,,2]") == "no number before ',2]' in the list");
  CHECK(failure("[1 2]") == "expected ',' or ']' before '2]'");
  CHECK(failure("[1]2") == "unexpected '2' after the list");
  CHECK(failure("[[1,2],[3]]") == "the lists in a list are not equally long: one has 2, another 1");
  CHECK(failure("[[],[3]]") == "the lists in a list are not equally long: one has 0, another 1");
  for (const char *text : {"[1,[2]]", "[[1],2]", "[[[1]],[2]]", "[[1],[[2]]]", "[[],2]", "[[],[[]]]", "[[[]],[]]"}) {
    INFO(text);
    CHECK(failure(text) != "none");
  }
  CHECK(failure("[1,[2]]") == "a list holds numbers or lists, not both");
  CHECK(failure("[[1],2]") == "a list holds numbers or lists, not both");
  CHECK(failure("[[[[[[[[[1]]]]]]]]]") == "lists are nested deeper than 8: arrays have at most rank 8");
}

TEST_CASE("rules have their forms") {
  CHECK(parseArrayValues("iota")->rule == ArrayRule::iota);
  CHECK((parseArrayValues("random(7)")->rule == ArrayRule::random && parseArrayValues("random(7)")->seed == 7));
  CHECK(parseArrayValues("random(18446744073709551615)")->seed == UINT64_MAX);
  for (const char *number : {"2.5", "-inf", "nan", "true", "0x10", "1,5"})
    CHECK((parseArrayValues(number)->rule == ArrayRule::number && parseArrayValues(number)->numbers[0] == number));
  const std::string expected = "expected a number, a list such as '[1,2,3]', 'iota' or 'random(SEED)'";
  CHECK(failure("") == "no value after the ':': " + expected);
  CHECK(failure("q") == "'q' is no value: " + expected);
  CHECK(failure("iot") == "'iot' is no value: " + expected + "; did you mean 'iota'?");
  CHECK(failure("iota(3)") == "'iota(3)' is no value: " + expected + "; did you mean 'iota'?");
  CHECK(failure("rondom(3)") == "'rondom(3)' is no value: " + expected + "; did you mean 'random'?");
  CHECK(failure("-iota") == "'-iota' is no value: " + expected + "; did you mean 'iota'?");
  for (const char *text : {"random", "random()", "random(7"})
    CHECK(failure(text) == "'" + std::string(text) + "' has no seed: expected one in parentheses, as in 'random(7)'");
  for (const char *seed : {"-1", "1.5", "x", "18446744073709551616"})
    CHECK(failure("random(" + std::string(seed) + ")") ==
          "the seed '" + std::string(seed) + "' is not a whole number from 0 to 18446744073709551615");
}

TEST_CASE("elements are written from any of them on") {
  float floats[3] = {};
  auto bytes = std::as_writable_bytes(std::span(floats));
  CHECK(writeElements(*parseArrayValues("iota"), QDRT_F32, false, 5, bytes));
  CHECK((floats[0] == 5 && floats[1] == 6 && floats[2] == 7));
  CHECK(writeElements(*parseArrayValues("[[1,2],[3,4]]"), QDRT_F32, false, 1, bytes));
  CHECK((floats[0] == 2 && floats[1] == 3 && floats[2] == 4));
  CHECK(writeElements(*parseArrayValues("0x10"), QDRT_F32, false, 9, bytes));
  CHECK((floats[0] == 16 && floats[2] == 16));
  CHECK(writeElements(*parseArrayValues("random(7)"), QDRT_F32, false, 0, bytes));
  float second[1] = {};
  CHECK(writeElements(*parseArrayValues("random(7)"), QDRT_F32, false, 1, std::as_writable_bytes(std::span(second))));
  CHECK(second[0] == floats[1]);
  Status status = writeElements(*parseArrayValues("[1,x]"), QDRT_I8, false, 0, bytes.first(2));
  CHECK(status.error().message == "'x' is not a whole number from -128 to 127");
}

TEST_CASE("iota ends where its type is not exact") {
  const ArrayValues iota = *parseArrayValues("iota");
  CHECK(checkCount(iota, 0, QDRT_I1, false));
  CHECK(checkCount(iota, 2, QDRT_I1, false));
  CHECK(checkCount(iota, 3, QDRT_I1, false).error().message ==
        "'iota' counts up to 2 here, but i1 holds whole numbers up to 1");
  CHECK(checkCount(iota, 128, QDRT_I8, false));
  CHECK(!checkCount(iota, 129, QDRT_I8, false));
  CHECK(checkCount(iota, 256, QDRT_I8, true));
  CHECK(checkCount(iota, 2049, QDRT_F16, false));
  CHECK(checkCount(iota, 2050, QDRT_F16, false).error().message ==
        "'iota' counts up to 2049 here, but f16 holds whole numbers up to 2048 exactly");
  CHECK(checkCount(*parseArrayValues("random(1)"), 9999, QDRT_I1, false));
}
