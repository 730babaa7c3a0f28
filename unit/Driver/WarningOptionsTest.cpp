//===- WarningOptionsTest.cpp - Which warnings are shown, and how ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/WarningOptions.h"

#include "catch2/catch.hpp"

#include <algorithm>

using namespace qdc;
using qd::Warning;

/// "race", "-" where it is off, "RACE" as an error; the same of unused. Both were found as `found`.
static std::string shown(const std::vector<std::string> &values, Severity found = Severity::warning) {
  WarningOptions options;
  for (const std::string &value : values)
    options.take(value);
  auto text = [&](Warning warning, const char *lower, const char *upper) -> std::string {
    std::optional<Severity> severity = options.severity(warning, found);
    return !severity ? "-" : *severity == Severity::error ? upper : lower;
  };
  return text(Warning::race, "race", "RACE") + " " + text(Warning::unused, "unused", "UNUSED");
}

TEST_CASE("warnings are on, go off and become errors, each by its name") {
  CHECK(shown({}) == "race unused");
  CHECK(shown({"no-race"}) == "- unused");
  CHECK(shown({"error=race"}) == "RACE unused");
  CHECK(shown({"error"}) == "RACE UNUSED");
  CHECK(shown({"error", "no-race"}) == "- UNUSED");
  CHECK(shown({"error", "no-error=race"}) == "race UNUSED");
  CHECK(shown({"no-error=race", "error"}) == "race UNUSED");
  CHECK(shown({"no-error=race"}) == "race unused");
}

TEST_CASE("of several options about one thing the last counts") {
  CHECK(shown({"no-race", "race"}) == "race unused");
  CHECK(shown({"race", "no-race"}) == "- unused");
  CHECK(shown({"no-race", "error=race"}) == "RACE unused");
  CHECK(shown({"error=race", "no-race"}) == "- unused");
  CHECK(shown({"no-race", "no-error=race"}) == "- unused");
  CHECK(shown({"error=race", "no-error=race"}) == "race unused");
  CHECK(shown({"error", "no-error"}) == "race unused");
  CHECK(shown({"error=race", "no-error"}) == "RACE unused");
}

TEST_CASE("what was found as an error stays one until its own name is named") {
  CHECK(shown({}, Severity::error) == "RACE UNUSED");
  CHECK(shown({"no-error"}, Severity::error) == "RACE UNUSED");
  CHECK(shown({"no-error=race"}, Severity::error) == "race UNUSED");
  CHECK(shown({"no-race"}, Severity::error) == "- UNUSED");
}

TEST_CASE("every value does something, and nothing else does") {
  std::vector<std::string> values = WarningOptions::values();
  CHECK(values.size() == 4 * std::size(qd::warningDescriptions) + 2);
  CHECK(std::ranges::count(values, "no-error=race") == 1);
  CHECK(shown({"", "no-", "all", "error=", "error=all", "no-error=no-race", "no-no-race"}) == "race unused");
}
