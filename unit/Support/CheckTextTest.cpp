//===- CheckTextTest.cpp - Tests of Support/CheckText.h -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Support/CheckText.h"

#include <catch2/catch.hpp>

using namespace qdc;

/// The text with '#' for each value.
static std::string shown(std::string_view text) {
  std::string line;
  for (const CheckTextPiece &piece : splitCheckText(text))
    line += piece.isValue ? "#" : std::string(piece.text);
  return line;
}

TEST_CASE("values and what only looks like them") {
  CHECK(shown("") == "");
  CHECK(shown("plain {") == "plain {");
  CHECK(shown("{}{} of {}") == "## of #");
  CHECK(shown("a {{} b {}") == "a {} b #");
  CHECK(shown("{{}{}{{}}") == "{}#{}}");
  CHECK(shown("{{{}") == "{{}");
  CHECK(countCheckValues("a {{} b {} {}") == 2);
}

TEST_CASE("an escaped text says what it said, before values and after them") {
  // All texts of up to six of these characters.
  for (int length = 0; length <= 6; ++length)
    for (int number = 0, end = 1 << (2 * length); number < end; ++number) {
      std::string plain;
      for (int at = 0; at < length; ++at)
        plain += "{} a"[number >> (2 * at) & 3];
      const std::string escaped = escapeCheckText(plain);
      CHECK(countCheckValues(escaped) == 0);
      CHECK(shown(escaped) == plain);
      CHECK(shown("{}" + escaped + " {}") == "#" + plain + " #");
    }
}
