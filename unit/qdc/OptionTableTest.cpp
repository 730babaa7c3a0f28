//===- OptionTableTest.cpp - Options in clang's forms ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/OptionTable.h"

#include <catch2/catch.hpp>

using namespace qdc;

static const std::vector<OptionSpec> kTable = {
    {.name = "-o", .form = OptionForm::value, .valueName = "FILE"},
    {.name = "-O", .form = OptionForm::joined, .valueName = "LEVEL", .values = {"0", "3"}},
    {.name = "-g"},
    {.name = "-j", .form = OptionForm::joinedOrSeparate, .valueName = "N"},
    {.name = "-save-temps"},
    {.name = "--target", .form = OptionForm::value, .valueName = "TARGET", .isList = true},
    {.name = "--print-ir-after", .form = OptionForm::optionalValue, .valueName = "PHASE", .values = {"parse", "lower"}},
};

static std::vector<std::pair<std::string, std::string>> parse(const std::vector<std::string> &words) {
  Result<std::vector<ParsedArgument>> parsed = parseArguments(kTable, words);
  REQUIRE(parsed.ok());
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const ParsedArgument &argument : *parsed)
    pairs.emplace_back(argument.option ? argument.option->name : "", argument.value);
  return pairs;
}

static std::string failure(const std::vector<std::string> &words) {
  Result<std::vector<ParsedArgument>> parsed = parseArguments(kTable, words);
  REQUIRE_FALSE(parsed.ok());
  return parsed.error().message;
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST_CASE("every form is read as clang reads it") {
  CHECK(parse({"a.qir", "-o", "b"}) == Pairs{{"", "a.qir"}, {"-o", "b"}});
  CHECK(parse({"-O3", "-g", "-save-temps"}) == Pairs{{"-O", "3"}, {"-g", ""}, {"-save-temps", ""}});
  CHECK(parse({"-j4", "-j", "8"}) == Pairs{{"-j", "4"}, {"-j", "8"}});
  CHECK(parse({"--target=a,b", "--target", "c"}) == Pairs{{"--target", "a"}, {"--target", "b"}, {"--target", "c"}});
  CHECK(parse({"--print-ir-after", "--print-ir-after=lower"}) ==
        Pairs{{"--print-ir-after", ""}, {"--print-ir-after", "lower"}});
}

TEST_CASE("a lone dash is a file, and a double dash ends the options") {
  CHECK(parse({"-", "--", "-g", "-"}) == Pairs{{"", "-"}, {"", "-g"}, {"", "-"}});
  CHECK(parse({"-o", "-"}) == Pairs{{"-o", "-"}});
}

TEST_CASE("what is wrong is named, with what would be right") {
  CHECK(failure({"--targte=x"}) == "unknown option '--targte'; did you mean '--target'?");
  CHECK(failure({"--wholly-unlike"}) == "unknown option '--wholly-unlike'");
  CHECK(failure({"-o"}) == "'-o' needs a value: -o FILE");
  CHECK(failure({"--target="}) == "'--target' needs a value: --target=TARGET[,TARGET...]");
  CHECK(failure({"--target=a,,b"}) == "'--target' has an empty element in 'a,,b'");
  CHECK(failure({"-O7"}) == "'-O' does not take '7': expected one of '0', '3'");
  CHECK(failure({"-O"}) == "'-O' needs a value: -OLEVEL");
  CHECK(failure({"-g=1"}) == "'-g' takes no value");
}

TEST_CASE("counts are whole numbers in their range") {
  CHECK(*parseCount("-j", "12", 1, 64) == 12);
  for (const char *bad : {"0", "65", "-1", "1.5", "", "x", "99999999999999999999"}) {
    Result<uint64_t> count = parseCount("-j", bad, 1, 64);
    REQUIRE_FALSE(count.ok());
    CHECK(count.error().message ==
          "'-j' does not take '" + std::string(bad) + "': expected a whole number from 1 to 64");
  }
}
