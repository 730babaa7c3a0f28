//===- QuotedListTest.cpp - Lists of names in messages --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/QuotedList.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace qdc;

static const std::vector<std::string> kNames = {"--target", "--time-report", "-o", "velocity"};

TEST_CASE("lists and suggestions are ready for a message") {
  CHECK(quotedList(kNames) == "'--target', '--time-report', '-o', 'velocity'");
  CHECK(quotedList({}) == "none");
  CHECK(suggestion("velocty", kNames) == "; did you mean 'velocity'?");
  CHECK(suggestion("-target", kNames) == "; did you mean '--target'?");
  CHECK(suggestion("-c", kNames).empty());
  CHECK(suggestion("pressure", kNames).empty());
}
