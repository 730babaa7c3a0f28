//===- NearestNamesTest.cpp - Suggestions for misspelt names --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/NearestNames.h"

#include <catch2/catch.hpp>

using namespace qdc;

using Names = std::vector<std::string_view>;

static const Names kNames = {"target", "time-report", "o", "velocity"};

TEST_CASE("a typo finds its name") {
  CHECK(nearestNames("targte", kNames) == Names{"target"});
  CHECK(nearestNames("velocty", kNames) == Names{"velocity"});
  CHECK(nearestNames("vlocit", kNames) == Names{"velocity"});
  CHECK(nearestNames("velocity", kNames) == Names{"velocity"});
  CHECK(nearestNames("Velocity", kNames) == Names{"velocity"});
  CHECK(nearestNames("tieme-repord", kNames) == Names{"time-report"});
}

TEST_CASE("a name that is too different finds none") {
  CHECK(nearestNames("pressure", kNames).empty());
  CHECK(nearestNames("", kNames).empty());
  CHECK(nearestNames("x", {}).empty());
  CHECK(nearestNames("x", {"y"}).empty());
  CHECK(nearestNames("xx", {"x"}).empty());
  CHECK(nearestNames("grad-of", {"grad"}).empty());
  CHECK(nearestNames("velo", kNames).empty());
}

TEST_CASE("how many letters may differ depends on how many there are") {
  CHECK(!isNear("ab", "ac"));
  CHECK(isNear("ab", "AB"));
  CHECK(isNear("abc", "abd"));
  CHECK(isNear("abcd", "abdc"));
  CHECK(!isNear("abcd", "abef"));
  CHECK(isNear("abcde", "abcfg"));
  CHECK(!isNear("abcde", "abfgh"));
  CHECK(!isNear("abcdefghijk", "xyzdefghijk"));
  CHECK(isNear("abcdefghijkl", "xyzdefghijkl"));
  CHECK(isNear("abcde", "abc"));
  CHECK(!isNear("abcde", "ab"));
}

TEST_CASE("names of more than 256 letters are near to none but themselves") {
  const std::string most(256, 'a'), oneMore(257, 'a'), many(200'000, 'a');
  CHECK(isNear(most, most.substr(1) + "b"));
  CHECK(!isNear(oneMore, most));
  CHECK(!isNear(most, oneMore));
  CHECK(isNear(oneMore, oneMore));
  // 4 * 10^10 steps one by one: a test of a minute, were it not for the bound.
  CHECK(nearestNames(many, {many.substr(1) + "b"}).empty());
  CHECK(nearestNames(many, {"a", many}) == Names{many});
}

TEST_CASE("of several names all that differ least are given, unless they are many") {
  CHECK(nearestNames("abx", {"abcx", "aby", "abz", "aby"}) == Names{"abcx", "aby", "abz"});
  CHECK(nearestNames("abcdx", {"abxyx", "abcdy"}) == Names{"abcdy"});
  CHECK(nearestNames("abx", {"ab1", "ab2", "ab3", "ab4"}).size() == 4);
  CHECK(nearestNames("abx", {"ab1", "ab2", "ab3", "ab4", "ab5"}).empty());
}

TEST_CASE("names are ready for a message") {
  CHECK(didYouMean({"velocity"}) == "; did you mean 'velocity'?");
  CHECK(didYouMean({"a", "b", "c"}) == "; did you mean 'a' or 'b' or 'c'?");
  CHECK(didYouMean({}).empty());
}
