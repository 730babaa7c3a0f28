//===- ToolTest.cpp - Options in clang's forms ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Tool.h"

#include "CommandLine/Verb.h"

#include <catch2/catch.hpp>

using namespace qdc;

using Words = std::vector<std::string>;

namespace {
/// A verb with an option of every form, and what they set.
struct Sample {
  CLI::App tool;
  Verb &verb = addVerb(tool, "make", "make something", "FILE");
  bool dependencies = false, debug = false, temps = false, fuse = true;
  std::string output, name, format;
  unsigned level = 3, jobs = 0;
  Words maps, targets, phases;

  Sample() {
    verb.add_flag("-MD", dependencies, "");
    verb.add_option("-o FILE", output, "where to");
    verb.add_option("-O", level, "level")->type_name("LEVEL")->check(CLI::IsMember({"0", "3"}))->default_str("3");
    verb.add_flag("-g,--debug", debug, "");
    verb.add_option("-j N", jobs, "")->transform(wholeNumber(1, 64));
    verb.add_flag("-save-temps", temps, "");
    verb.add_flag("-fno-fusion{false}", fuse, "");
    verb.add_option("-ffile-prefix-map=OLD=NEW", into(maps), "map names")->take_all();
    verb.add_option("--target=TARGET", into(targets), "")->take_all()->delimiter(',');
    verb.add_option("--print-ir-after[=PHASE]", into(phases), "")
        ->expected(0, 1)
        ->take_all()
        ->check(CLI::IsMember({"parse", "lower"}));
    CLI::Option *json = verb.add_flag("--json{json}", format, "");
    verb.add_flag("--dot{dot}", format, "")->excludes(json);
    verb.add_option("--name=NAME", name, "")->needs("--json");
  }

  /// The words that are no options.
  Words read(const Words &words) {
    Result<Words> others = readVerb(tool, verb, words);
    REQUIRE(others.ok());
    return *others;
  }
  std::string usage(const char *name) { return optionUsage(*verb.find(name)); }
};
} // namespace

static std::string failure(const Words &words) {
  Sample sample;
  Result<Words> others = readVerb(sample.tool, sample.verb, words);
  REQUIRE_FALSE(others.ok());
  CHECK(others.error().code == ErrorCode::invalidArgument);
  return others.error().message;
}

TEST_CASE("every form is read as clang reads it") {
  Sample sample;
  CHECK(sample.read({"a.qir", "-o", "b", "-O0", "-g", "-save-temps", "-j4", "-fno-fusion", "b.qir"}) ==
        Words{"a.qir", "b.qir"});
  CHECK(sample.output == "b");
  CHECK(sample.level == 0);
  CHECK((sample.debug && sample.temps && !sample.fuse && !sample.dependencies));
  CHECK(sample.jobs == 4);
  sample.read({"--target=a,b", "--target", "c", "-j", "8", "-ffile-prefix-map=x=y", "--debug"});
  CHECK(sample.targets == Words{"a", "b", "c"});
  CHECK(sample.jobs == 8);
  CHECK(sample.maps == Words{"x=y"});
}

TEST_CASE("the last one counts, but for options that are repeated") {
  Sample sample;
  sample.read({"-o", "a", "-O0", "-o", "b", "-O3", "--print-ir-after", "--print-ir-after=lower"});
  CHECK(sample.output == "b");
  CHECK(sample.level == 3);
  CHECK(sample.phases == Words{"", "lower"});
}

TEST_CASE("a value that may be left out is not the next word") {
  Sample sample;
  CHECK(sample.read({"--print-ir-after", "parse"}) == Words{"parse"});
  CHECK(sample.phases == Words{""});
}

TEST_CASE("a lone dash is a file, and a double dash ends the options") {
  Sample sample;
  CHECK(sample.read({"-", "--", "-g", "-", "--", "--help"}) == Words{"-", "-g", "-", "--", "--help"});
  CHECK_FALSE(sample.debug);
  sample.read({"-o", "-"});
  CHECK(sample.output == "-");
  sample.read({"-o", "--"});
  CHECK(sample.output == "--");
}

TEST_CASE("words and values mean what they say") {
  Sample sample;
  Words odd = {"", "make", "++", "{}", "[a,b]", "/json", "x=-1", "a b", "@", "\xff\xfe"};
  CHECK(sample.read(odd) == odd);
  for (const std::string value : {"{}", "[a;b]", "-1", "-g", "++", "true", "a=b", "\xff\xfe"}) {
    sample.read({"-o", value, "-ffile-prefix-map=" + value, "--target", value});
    CHECK(sample.output == value);
    CHECK(sample.maps == Words{value});
    CHECK(sample.targets == Words{value});
  }
  sample.read({"-j", "010"});
  CHECK(sample.jobs == 10);
}

TEST_CASE("help wins over what is wrong with a value") {
  Sample sample;
  sample.read({"-j", "0", "--help"});
  CHECK(sample.verb.get_help_ptr()->count() == 1);
  CHECK(failure({"--help", "--bad"}) == "unknown option '--bad'");
}

TEST_CASE("help shows how to write an option and what it takes") {
  Sample sample;
  CHECK(sample.usage("-g") == "-g, --debug");
  CHECK(sample.usage("-o") == "-o FILE");
  CHECK(sample.usage("-j") == "-j N");
  CHECK(sample.usage("-O") == "-OLEVEL");
  CHECK(sample.usage("-ffile-prefix-map") == "-ffile-prefix-map=OLD=NEW");
  CHECK(sample.usage("--target") == "--target=TARGET[,TARGET...]");
  CHECK(sample.usage("--print-ir-after") == "--print-ir-after[=PHASE]");
  CHECK(sample.usage("--help") == "-h, --help");
  CHECK(optionHelp(*sample.verb.find("-O")) == "level (one of 0, 3; default: 3)");
  CHECK(optionHelp(*sample.verb.find("-ffile-prefix-map")) == "map names");
  CHECK(spelling(*sample.verb.get_options().back()) == "--help");
}

TEST_CASE("what is wrong is named, with what would be right") {
  CHECK(failure({"--targte=x"}) == "unknown option '--targte'; did you mean '--target'?");
  CHECK(failure({"-target=x"}) == "unknown option '-target'; did you mean '--target'?");
  CHECK(failure({"--save-temps"}) == "unknown option '--save-temps'; did you mean '-save-temps'?");
  CHECK(failure({"--.MD"}) == "unknown option '--.MD'; did you mean '-MD'?");
  CHECK(failure({"-c"}) == "unknown option '-c'");
  CHECK(failure({"-MMD"}) == "unknown option '-MMD'; did you mean '-MD'?");
  CHECK(failure({"-gj4"}) == "unknown option '-gj4'");
  CHECK(failure({"-ofile"}) == "unknown option '-ofile'");
  CHECK(failure({"-1"}) == "unknown option '-1'");
  CHECK(failure({"--!"}) == "unknown option '--!'");
  CHECK(failure({"--no-json"}) == "unknown option '--no-json'; did you mean '--json'?");
  CHECK(failure({"--print-ir-after=pars"}) ==
        "'--print-ir-after' does not take 'pars': expected one of 'parse', 'lower'; did you mean 'parse'?");
  CHECK(failure({"--print-ir-after={}"}) == "'--print-ir-after' does not take '{}': expected one of 'parse', 'lower'");
  CHECK(failure({"--print-ir-after="}) == "'--print-ir-after' needs a value: --print-ir-after[=PHASE]");
  CHECK(failure({"--wholly-unlike"}) == "unknown option '--wholly-unlike'");
  CHECK(failure({"-o"}) == "'-o' needs a value: -o FILE");
  CHECK(failure({"-o", ""}) == "'-o' needs a value: -o FILE");
  CHECK(failure({"--target="}) == "'--target' needs a value: --target=TARGET[,TARGET...]");
  for (const std::string list : {"a,,b", ",a", "a,", ","})
    CHECK(failure({"--target=" + list}) == "'--target' has an empty element in '" + list + "'");
  CHECK(failure({"-O7"}) == "'-O' does not take '7': expected one of '0', '3'");
  CHECK(failure({"-O"}) == "'-O' needs a value: -OLEVEL");
  CHECK(failure({"-g=1"}) == "'-g' takes no value");
  CHECK(failure({"--debug=1"}) == "'--debug' takes no value");
  CHECK(failure({"--json=false"}) == "'--json' takes no value");
  CHECK(failure({"--json", "--dot"}) == "'--json' and '--dot' exclude each other");
  CHECK(failure({"--name=x"}) == "'--name' needs '--json'");
}

TEST_CASE("counts are whole numbers in their range") {
  for (const std::string bad : {"0", "65", "-1", "+1", " 1", "0x10", "1.5", "x", "99999999999999999999"})
    CHECK(failure({"-j", bad}) == "'-j' does not take '" + bad + "': expected a whole number from 1 to 64");
}

TEST_CASE("a hundred thousand words are read in their order") {
  Sample sample;
  Words words, expected, targets;
  for (int i = 0; i < 50000; ++i) {
    expected.push_back("x" + std::to_string(i) + "=1");
    targets.push_back(std::to_string(i));
    words.insert(words.end(), {expected.back(), "--target=" + targets.back()});
  }
  CHECK(sample.read(words) == expected);
  CHECK(sample.targets == targets);
}
