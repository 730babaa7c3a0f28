//===- FormatTest.cpp - Tests of Format.h ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Format.h"

#include <catch2/catch.hpp>

using namespace qdc;

// What a call is checked for when it is compiled.
static_assert(countPlaces("") == 0);
static_assert(countPlaces("{}, '{}'{}") == 3);
static_assert(countPlaces("{{}} {{{}}}") == 1);
static_assert(countPlaces("}}{{") == 0);
static_assert(!countPlaces("{"));
static_assert(!countPlaces("}"));
static_assert(!countPlaces("{0}"));
static_assert(!countPlaces("{}}"));
static_assert(!countPlaces("a } b"));
static_assert(formatKindOf<bool>() == FormatKind::none);
static_assert(formatKindOf<double>() == FormatKind::none);
static_assert(formatKindOf<FormatKind>() == FormatKind::none);
static_assert(formatKindOf<const void *>() == FormatKind::none);

TEST_CASE("text without places is itself") {
  CHECK(formatText("") == "");
  CHECK(formatText("no place") == "no place");
}

TEST_CASE("integers are shown whole, whatever their type is") {
  CHECK(formatText("{} {}", INT64_MIN, INT64_MAX) == "-9223372036854775808 9223372036854775807");
  CHECK(formatText("{} {}", UINT64_MAX, size_t{0}) == "18446744073709551615 0");
  CHECK(formatText("{} {}", INT32_MIN, UINT32_MAX) == "-2147483648 4294967295");
  CHECK(formatText("{} {} {}", int16_t{-2}, uint16_t{65535}, 7LL) == "-2 65535 7");
  CHECK(formatText("{} {}", int8_t{-128}, uint8_t{65}) == "-128 65");
}

TEST_CASE("a hexadecimal number has its prefix") {
  CHECK(formatText("{} {}", Hexadecimal{0}, Hexadecimal{UINT64_MAX}) == "0x0 0xffffffffffffffff");
  CHECK(formatText("{}", Hexadecimal{0x1f}) == "0x1f");
}

TEST_CASE("text is shown as it is") {
  const std::string string("a\0b", 3);
  CHECK(formatText("{}", string) == string);
  CHECK(formatText("'{}' '{}'", std::string_view("view").substr(1), std::string("string")) == "'iew' 'string'");
  const char *zeroTerminated = "{}";
  CHECK(formatText("{}{}", zeroTerminated, "literal") == "{}literal");
  char array[] = "array";
  CHECK(formatText("{}{}", array, 'c') == "arrayc");
}

TEST_CASE("places stand anywhere, in order") {
  CHECK(formatText("{}{}-{}", 1, 2, 3) == "12-3");
  CHECK(formatText("{},{},{},{},{},{},{},{}", 1, "2", '3', std::string("4"), std::string_view("5"), 6u, 7l, 8ul) ==
        "1,2,3,4,5,6,7,8");
}

TEST_CASE("a doubled brace is a brace") {
  CHECK(formatText("{{}}") == "{}");
  CHECK(formatText("{{{}}} }}{{", 1) == "{1} }{");
  CHECK(formatText("{{") == "{");
}
