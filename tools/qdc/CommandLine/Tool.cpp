//===- Tool.cpp - From words to a verb that runs --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Tool.h"

#include "CommandLine/Help.h"
#include "CommandLine/QuotedList.h"
#include "CommandLine/ResponseFile.h"
#include "CommandLine/ToolError.h"
#include "qdc/Support/Version.h"

#include <algorithm>
#include <array>
#include <optional>

using namespace qdc;

static Error usage(std::string message) { return Error{ErrorCode::invalidArgument, std::move(message)}; }

//===----------------------------------------------------------------------===//
// From clang's forms to CLI11's
//===----------------------------------------------------------------------===//

namespace {
/// The words after a verb, in two parts that keep their order. CLI11 gets the options alone, each with its value in the
/// same word. Left to itself it would take "-gv" for "-g -v", an empty value for none, and the word after an option
/// whose value may be left out for that value.
struct SortedWords {
  std::vector<std::string> options; // "--save-temps", "-ofile", "--target=a", "--target=b"
  std::vector<std::string> others; // "-" alone, and everything after "--", are among them
};
} // namespace

/// A "no-" ahead of a name does not count: '--no-target' is near '--target'.
static Error unknownOption(const Verb &verb, const std::string &name) {
  std::vector<std::string> known;
  for (const CLI::Option *option : verb.get_options())
    known.push_back(spelling(*option));
  const std::string written = name.substr(std::min(name.find_first_not_of('-'), name.size()));
  return usage("unknown option '" + name + "'" +
               suggestion(written.starts_with("no-") ? written.substr(3) : written, known));
}

/// Takes an option off the words, with the next one where that is its value.
static Status takeOption(const Verb &verb, std::span<const std::string> &words, SortedWords &sorted) {
  const std::string &word = words.front();
  words = words.subspan(1);
  size_t equals = word.find('=');
  std::string name = word.substr(0, equals);
  std::optional<std::string> value;
  if (equals != std::string::npos)
    value = word.substr(equals + 1);
  const CLI::Option *option = verb.find(name);
  if (!option) {
    // -j4, -O2; not -oFILE, so that no misspelt option names a file.
    option = verb.find(word.substr(0, 2));
    if (!option || !takesValue(*option) || takesFile(*option))
      return unknownOption(verb, name);
    name = word.substr(0, 2);
    value = word.substr(2);
  }
  if (!takesValue(*option)) {
    sorted.options.push_back(option->get_name());
    return value ? usage("'" + name + "' takes no value") : Status();
  }
  bool mayBeLeftOut = option->get_expected_min() == 0;
  if (!value && !mayBeLeftOut && !words.empty()) {
    value = words.front();
    words = words.subspan(1);
  }
  if (value ? value->empty() : !mayBeLeftOut)
    return usage("'" + name + "' needs a value: " + optionUsage(*option));
  std::string start = option->get_name() + (value && !option->get_lnames().empty() ? "=" : "");
  std::string all = value.value_or("");
  for (size_t begin = 0, end = 0; begin <= all.size(); begin = end + 1) {
    end = takesList(*option) ? std::min(all.find(',', begin), all.size()) : all.size();
    if (begin == end && value)
      return usage("'" + name + "' has an empty element in '" + all + "'");
    sorted.options.push_back(start + all.substr(begin, end - begin));
  }
  return {};
}

static Result<SortedWords> sortWords(const Verb &verb, std::span<const std::string> words) {
  SortedWords sorted;
  while (!words.empty() && words.front() != "--") {
    if (words.front() != "-" && words.front().starts_with("-")) {
      if (Status status = takeOption(verb, words, sorted); !status)
        return status.error();
    } else {
      sorted.others.push_back(words.front());
      words = words.subspan(1);
    }
  }
  if (!words.empty())
    sorted.others.insert(sorted.others.end(), words.begin() + 1, words.end());
  return sorted;
}

//===----------------------------------------------------------------------===//
// One verb
//===----------------------------------------------------------------------===//

/// CLI11's message in our words. It starts with an option's name, and may end with one.
static std::string reworded(const Verb &verb, const CLI::ParseError &error) {
  std::string text = error.what();
  for (auto [cut, between, end] : {std::array{": ", " ", ""}, std::array{" requires ", " needs ", ""},
                                   std::array{" excludes ", " and ", " exclude each other"}}) {
    size_t position = text.find(cut);
    const CLI::Option *option = verb.get_option_no_throw(text.substr(0, position));
    if (position == std::string::npos || !option)
      continue;
    std::string rest = text.substr(position + std::string_view(cut).size());
    if (const CLI::Option *other = verb.get_option_no_throw(rest))
      rest = "'" + spelling(*other) + "'";
    std::vector<std::string> values = choices(*option);
    if (size_t list = rest.rfind(" not in {" + joined(values, ",") + "}"); list != std::string::npos) {
      rest.resize(list);
      rest = "does not take '" + rest + "': expected one of " + quotedList(values) + suggestion(rest, values);
    }
    return "'" + spelling(*option) + "'" + between + rest + end;
  }
  return text;
}

Result<std::vector<std::string>> qdc::readVerb(CLI::App &tool, const Verb &verb, std::span<const std::string> words) {
  Result<SortedWords> sorted = sortWords(verb, words);
  if (!sorted)
    return sorted.error();
  // CLI11 takes words from the end.
  std::vector<std::string> options = std::move(sorted->options);
  std::ranges::reverse(options);
  options.push_back(verb.get_name());
  try {
    tool.parse(std::move(options));
  } catch (const CLI::ParseError &error) {
    if (verb.get_help_ptr()->count() == 0)
      return usage(reworded(verb, error));
  }
  return std::move(sorted->others);
}

static ExitCode show(const std::string &text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ExitCode::success;
}

static ExitCode runVerb(CLI::App &tool, const Verb &verb, std::span<const std::string> words) {
  Result<std::vector<std::string>> others = readVerb(tool, verb, words);
  if (!others)
    return reportError(ToolError::badUsage(others.error().message + " (see 'qdc " + verb.get_name() + " --help')"));
  return verb.get_help_ptr()->count() ? show(helpText(verb)) : verb.run(*others);
}

//===----------------------------------------------------------------------===//
// The tool
//===----------------------------------------------------------------------===//

/// A file or an option stands where a verb should: compile it.
static bool isForCompile(const std::string &word) {
  return word.starts_with("-") || word.find_first_of("./") != std::string::npos;
}

ExitCode qdc::runTool(std::span<const std::string> rawWords, void (*addVerbs)(CLI::App &tool)) {
  Result<std::vector<std::string>> expanded = expandResponseFiles(rawWords);
  if (!expanded)
    return reportError(ToolError::badUsage(expanded.error().message));
  std::span<const std::string> words = *expanded;
  CLI::App tool;
  addVerbs(tool);
  if (words.empty()) {
    std::fputs(helpText(tool).c_str(), stderr);
    return ExitCode::badUsage;
  }
  const std::string &first = words[0];
  if (first == "--help" || first == "-h")
    return show(helpText(tool));
  if (first == "--version")
    return show("qdc " + std::string(kVersion) + "\n");
  std::vector<const Verb *> verbs = verbsOf(tool);
  std::vector<std::string> names = verbNames(tool);
  if (auto verb = std::ranges::find(verbs, first, &Verb::get_name); verb != verbs.end())
    return runVerb(tool, **verb, words.subspan(1));
  if (!isForCompile(first))
    return reportError(ToolError::badUsage("unknown verb '" + first + "': expected one of " + quotedList(names) +
                                           ", or a .qir file" + suggestion(first, names)));
  if (auto verb = std::ranges::find(verbs, "compile", &Verb::get_name); verb != verbs.end())
    return runVerb(tool, **verb, words);
  return reportError(ToolError::badUsage("'" + first + "' stands where a verb should, and this qdc has no compiler: " +
                                         "expected one of " + quotedList(names)));
}
