//===- TerminalTest.cpp - What a stream may show --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Terminal.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("control characters are shown, not sent") {
  CHECK(withoutControls("a\x1b[31mb\x7f\r") == "a\\x1b[31mb\\x7f\\x0d");
  CHECK(withoutControls("line\n\tnext \xCF\x80") == "line\n\tnext \xCF\x80");
}
