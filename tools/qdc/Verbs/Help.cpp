//===- Help.cpp - qdc help ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/NearestMatch.h"
#include "CommandLine/ToolError.h"
#include "Verbs/Verbs.h"
#include "qdc/Support/Version.h"

#include <algorithm>
#include <cstdio>

using namespace qdc;

static ExitCode run(const Verb &verb, std::span<const ParsedArgument> arguments) {
  std::vector<Verb> verbs = allVerbs();
  std::string text = helpText(verbs);
  for (const ParsedArgument &argument : arguments) {
    if (argument.option) {
      text = argument.option->name == "--man" ? manualPage(verbs, kVersion) : helpMarkdown(verbs);
      continue;
    }
    auto named = std::ranges::find(verbs, argument.value, &Verb::name);
    if (named == verbs.end()) {
      std::vector<std::string> names = verbNames(verbs);
      return reportError(ToolError::badUsage("unknown verb '" + argument.value + "': expected one of " +
                                             quotedList(names) + didYouMean(argument.value, names)));
    }
    text = helpText(*named);
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ExitCode::success;
}

Verb qdc::helpVerb() {
  Verb verb;
  verb.name = "help";
  verb.summary = "explain qdc, or one of its verbs";
  verb.usage = "[VERB | --man | --markdown]";
  verb.examples = {
      {"the options of a verb", "qdc help compile"},
      {"the manual page", "qdc help --man | man -l -"},
  };
  verb.options = {{.name = "--man", .help = "all verbs, as a manual page"},
                  {.name = "--markdown", .help = "all verbs, as docs/command-line.md has them"}};
  verb.run = ::run;
  return verb;
}
