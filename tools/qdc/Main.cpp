//===- Main.cpp - qdc -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the verb and reads its words. `qdc a.qir ...` means `qdc compile`.
//
//===----------------------------------------------------------------------===//
#include "CommandLine/NearestMatch.h"
#include "CommandLine/ResponseFile.h"
#include "CommandLine/ToolError.h"
#include "Verbs/Verbs.h"
#include "qdc/Support/Version.h"

#include <algorithm>
#include <csignal>
#include <cstdio>

using namespace qdc;

std::vector<Verb> qdc::allVerbs() {
  std::vector<Verb> verbs = verbsOfTool();
  for (Verb &verb : verbs) {
    verb.options.push_back({.name = "--help", .alias = "-h", .help = "explain this verb"});
    verbs.back().words.push_back(verb.name); // what help explains
  }
  return verbs;
}

static ExitCode show(const std::string &text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ExitCode::success;
}

/// A file or an option stands where a verb should: compile it.
static bool isForCompile(const std::string &word) {
  return word.starts_with("-") || word.find_first_of("./") != std::string::npos;
}

static ExitCode runVerb(const Verb &verb, std::span<const std::string> words) {
  Result<std::vector<ParsedArgument>> arguments = parseArguments(verb.options, words);
  if (!arguments)
    return reportError(ToolError::badUsage(arguments.error().message + " (see 'qdc " + verb.name + " --help')"));
  for (const ParsedArgument &argument : *arguments)
    if (argument.option && argument.option->name == "--help")
      return show(helpText(verb));
  return verb.run(verb, *arguments);
}

static ExitCode dispatch(std::span<const std::string> rawWords) {
  Result<std::vector<std::string>> expanded = expandResponseFiles(rawWords);
  if (!expanded)
    return reportError(ToolError::badUsage(expanded.error().message));
  std::span<const std::string> words = *expanded;
  std::vector<Verb> verbs = allVerbs();
  if (words.empty()) {
    std::fputs(helpText(verbs).c_str(), stderr);
    return ExitCode::badUsage;
  }
  if (words[0] == "--help" || words[0] == "-h")
    return show(helpText(verbs));
  if (words[0] == "--version")
    return show("qdc " + std::string(kVersion) + "\n");
  auto verb = std::ranges::find(verbs, words[0], &Verb::name);
  if (verb != verbs.end())
    return runVerb(*verb, words.subspan(1));
  std::vector<std::string> names = verbNames(verbs);
  if (isForCompile(words[0])) {
    auto compile = std::ranges::find(verbs, "compile", &Verb::name);
    if (compile != verbs.end())
      return runVerb(*compile, words);
    return reportError(ToolError::badUsage("'" + words[0] +
                                           "' stands where a verb should, and this qdc has no compiler: "
                                           "expected one of " +
                                           quotedList(names)));
  }
  return reportError(ToolError::badUsage("unknown verb '" + words[0] + "': expected one of " + quotedList(names) +
                                         ", or a .qir file" + didYouMean(words[0], names)));
}

int main(int argc, char **argv) {
  // A file that grows beyond `ulimit -f` is an error with a message, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  std::vector<std::string> words(argv + 1, argv + argc);
  ExitCode code = dispatch(words);
  // A full disk behind standard output shows here at the latest.
  if ((std::fflush(stdout) != 0 || std::ferror(stdout)) && code == ExitCode::success)
    code = reportError(ToolError::input("cannot write to standard output"));
  return static_cast<int>(code);
}
