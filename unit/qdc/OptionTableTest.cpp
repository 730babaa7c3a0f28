//===- OptionTableTest.cpp - Options in clang's forms ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/OptionTable.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace qdc;

static const std::vector<OptionSpec> kTable = {
    {.name = "-MD"},
    {.name = "-o", .form = OptionForm::value, .valueName = "FILE"},
    {.name = "-O",
     .form = OptionForm::joined,
     .valueName = "LEVEL",
     .help = "level",
     .values = {"0", "3"},
     .defaultValue = "3"},
    {.name = "-g", .alias = "--debug"},
    {.name = "-j", .form = OptionForm::joinedOrSeparate, .valueName = "N"},
    {.name = "-save-temps"},
    {.name = "-ffile-prefix-map", .form = OptionForm::value, .valueName = "OLD=NEW", .help = "map names"},
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

TEST_CASE("an alias is another name of the same option") { CHECK(parse({"--debug"}) == Pairs{{"-g", ""}}); }

TEST_CASE("help shows how to write an option and what it takes") {
  auto option = [](const char *name) { return *std::ranges::find(kTable, name, &OptionSpec::name); };
  CHECK(option("-g").spelling() == "--debug, -g");
  CHECK(option("-o").spelling() == "-o FILE");
  CHECK(option("-j").spelling() == "-j N");
  CHECK(option("-O").spelling() == "-OLEVEL");
  CHECK(option("-ffile-prefix-map").spelling() == "-ffile-prefix-map=OLD=NEW");
  CHECK(option("--print-ir-after").spelling() == "--print-ir-after[=PHASE]");
  CHECK(OptionSpec{.name = "-Rpass", .form = OptionForm::value, .valueName = "PASS", .hasEquals = true}.spelling() ==
        "-Rpass=PASS");
  CHECK(option("-O").description() == "level (one of 0, 3; default: 3)");
  CHECK(option("-ffile-prefix-map").description() == "map names");
}

TEST_CASE("a lone dash is a file, and a double dash ends the options") {
  CHECK(parse({"-", "--", "-g", "-"}) == Pairs{{"", "-"}, {"", "-g"}, {"", "-"}});
  CHECK(parse({"-o", "-"}) == Pairs{{"-o", "-"}});
}

TEST_CASE("what is wrong is named, with what would be right") {
  CHECK(failure({"--targte=x"}) == "unknown option '--targte'; did you mean '--target'?");
  CHECK(failure({"-target=x"}) == "unknown option '-target'; did you mean '--target'?");
  CHECK(failure({"-c"}) == "unknown option '-c'");
  CHECK(failure({"-MMD"}) == "unknown option '-MMD'; did you mean '-MD'?");
  CHECK(failure({"--print-ir-after=pars"}) ==
        "'--print-ir-after' does not take 'pars': expected one of 'parse', 'lower'; did you mean 'parse'?");
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
