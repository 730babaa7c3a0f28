//===- Help.cpp - qdc help ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Help.h"
#include "CommandLine/QuotedList.h"
#include "CommandLine/ToolError.h"
#include "Verbs/Verbs.h"
#include "qdc/Support/Version.h"

#include <algorithm>
#include <cstdio>

using namespace qdc;

/// The format is "man", "markdown" or empty.
static ExitCode run(const CLI::App &tool, const std::string &format, std::span<const std::string> words) {
  if (words.size() + (format.empty() ? 0 : 1) > 1)
    return reportError(
        ToolError::badUsage("unexpected '" + words.back() + "': expected qdc help [VERB | --man | --markdown]"));
  std::string text = format == "man"        ? manualPage(tool, kVersion)
                     : format == "markdown" ? helpMarkdown(tool)
                                            : helpText(tool);
  if (!words.empty()) {
    std::vector<const Verb *> verbs = verbsOf(tool);
    auto verb = std::ranges::find(verbs, words[0], &Verb::get_name);
    if (verb == verbs.end())
      return reportError(ToolError::badUsage("unknown verb '" + words[0] + "': expected one of " +
                                             quotedList(verbNames(tool)) + suggestion(words[0], verbNames(tool))));
    text = helpText(**verb);
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ExitCode::success;
}

void qdc::addHelp(CLI::App &tool) {
  Verb &verb = addVerb(tool, "help", "explain qdc, or one of its verbs", "[VERB | --man | --markdown]");
  verb.examples = {
      {"the options of a verb", "qdc help compile"},
      {"the manual page", "qdc help --man | man -l -"},
  };
  auto format = std::make_shared<std::string>();
  CLI::Option *manual = verb.add_flag("--man{man}", *format, "all verbs, as a manual page");
  verb.add_flag("--markdown{markdown}", *format, "all verbs, as docs/command-line.md has them")->excludes(manual);
  verb.words = verbNames(tool);
  verb.run = [&tool, format](std::span<const std::string> words) { return ::run(tool, *format, words); };
}
