//===- Utf8Test.cpp - Tests of Utf8.h ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Utf8.h"

#include <catch2/catch.hpp>

#include <string>

using namespace qdc;

TEST_CASE("valid UTF-8 ends where the standard says") {
  CHECK(validUtf8Prefix("abc") == 3);
  CHECK(validUtf8Prefix("") == 0);
  CHECK(validUtf8Prefix(std::string_view("\0x", 2)) == 2);
  CHECK(validUtf8Prefix("\xc2\x80\xe0\xa0\x80\xf0\x90\x80\x80\xf4\x8f\xbf\xbf") == 13);
  for (const char *wrong : {"\x80", "\xc1\xbf", "\xc2", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                            "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82"})
    CHECK(validUtf8Prefix(std::string("ok") + wrong) == 2);
}

TEST_CASE("a character has its length and its number") {
  auto number = [](std::string_view text) {
    Utf8Character character = firstCharacter(text);
    return std::to_string(character.bytes) + ":" + std::to_string(character.codePoint);
  };
  CHECK(number("ab") == "1:97");
  CHECK(number(std::string_view("\0", 1)) == "1:0");
  CHECK(number("\xc2\x9bx") == "2:155");
  CHECK(number("\xe2\x80\xaex") == "3:8238");
  CHECK(number("\xf4\x8f\xbf\xbfx") == "4:1114111");
  CHECK(number("\x9b") == "0:0");
  CHECK(number("\xe2\x80") == "0:0");
  CHECK(number("") == "0:0");
}
