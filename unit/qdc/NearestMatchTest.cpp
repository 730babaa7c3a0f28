//===- NearestMatchTest.cpp - Suggestions for misspelt names --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/NearestMatch.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace qdc;

static const std::vector<std::string> kNames = {"--target", "--time-report", "-o", "velocity"};

TEST_CASE("a typo finds its name") {
  CHECK(nearestMatch("--targte", kNames) == "--target");
  CHECK(nearestMatch("velocty", kNames) == "velocity");
  CHECK(nearestMatch("velocity", kNames) == "velocity");
}

TEST_CASE("a name that is too different finds none") {
  CHECK(nearestMatch("pressure", kNames).empty());
  CHECK(nearestMatch("", kNames).empty());
  CHECK(nearestMatch("x", {}).empty());
  CHECK(nearestMatch("x", std::vector<std::string>{"y"}).empty());
  CHECK(nearestMatch("xx", std::vector<std::string>{"x"}).empty());
  CHECK(nearestMatch("--grad-of", std::vector<std::string>{"--grad"}).empty());
  CHECK(nearestMatch("velo", kNames).empty());
  CHECK(nearestMatch("vlocit", std::vector<std::string>{"velocity"}).empty());
}

TEST_CASE("suggestions and lists are ready for a message") {
  CHECK(didYouMean("velocty", kNames) == "; did you mean 'velocity'?");
  CHECK(didYouMean("pressure", kNames).empty());
  CHECK(quotedList(kNames) == "'--target', '--time-report', '-o', 'velocity'");
  CHECK(quotedList({}) == "none");
}
