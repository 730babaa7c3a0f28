//===- PrintableTextTest.cpp - Tests of PrintableText.h ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/PrintableText.h"

#include "qdc/Support/JsonValue.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("what is not for show is told by its number") {
  CHECK(printableText("a\x1b[31mb\x7f\r") == "a\\x1b[31mb\\x7f\\x0d");
  CHECK(printableText(std::string_view("\0", 1)) == "\\x00");
  CHECK(printableText("\xc2\x9b"
                      "31m") == "\\u{9b}31m");
  CHECK(printableText("\x9b"
                      "31m\xff") == "\\x9b31m\\xff");
  CHECK(printableText("\xed\xa0\x80") == "\\xed\\xa0\\x80"); // half of a pair
  CHECK(printableText("a\xe2\x80\xae"
                      "b\xe2\x81\xa9") == "a\\u{202e}b\\u{2069}");
  CHECK(printableText("\xe2\x80\xa8\xe2\x80\xa9") == "\\u{2028}\\u{2029}");
  CHECK(printableText("\xef\xbb\xbf\xef\xbf\xbe\xef\xbf\xbf\xef\xb7\x90") == "\\u{feff}\\u{fffe}\\u{ffff}\\u{fdd0}");
  CHECK(printableText("\xf4\x8f\xbf\xbf\xf3\xa0\x81\x81") == "\\u{10ffff}\\u{e0041}");
  CHECK(printableText("\xd8\x9c\xe2\x80\x8b\xc2\xad") == "\\u{61c}\\u{200b}\\u{ad}");
}

TEST_CASE("letters, marks and joiners of any language stay") {
  for (const char *text : {"", "plain ~", "\xc2\xa0\xc3\xa9\xcf\x80", "\xe2\x80\x8c\xe2\x80\x8d", "\xef\xbf\xbd",
                           "\xd7\xa9\xd9\x84", "\xf0\x9f\x98\x80", "\\x1b"})
    CHECK(printableText(text) == text);
}

TEST_CASE("a line has no other line in it") {
  CHECK(printableText("line\n\tnext \xCF\x80") == "line\n\tnext \xCF\x80");
  CHECK(printableLine("line\n\tnext \xCF\x80") == "line\\x0a\\x09next \xCF\x80");
}

TEST_CASE("JSON stays valid and means the same") {
  std::string json = "{\r\n\t\"a\x7f\xc2\x9b\xe2\x80\xae\xf3\xa0\x81\x81\": [1, \"\\n \xcf\x80\"]}";
  std::string shown = printableJson(json);
  CHECK(shown == "{ \n\t\"a\\u007f\\u009b\\u202e\\udb40\\udc41\": [1, \"\\n \xcf\x80\"]}");
  Result<Json> before = parseJson(json), after = parseJson(shown);
  REQUIRE(before);
  REQUIRE(after);
  CHECK(*before == *after);
}

TEST_CASE("Graphviz shows a text as it is") {
  CHECK(printableDot("a \"b\" \\N\n&lt;\x1b") == R"("a \"b\" \\N\n&amp;lt;\\x1b")");
}

TEST_CASE("a piece tells what it stands for") {
  PrintablePiece piece = firstPrintable("\xe2\x80\xaex");
  CHECK(piece.bytes == 3);
  CHECK(piece.isEscaped);
  CHECK(std::string_view(piece.shown) == "\\u{202e}");
  CHECK_FALSE(firstPrintable("x\n").isEscaped);
  CHECK(firstPrintable("\n").isEscaped);
}
