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
    std::vector<std::string> names;
    for (const Verb &candidate : verbs) {
      names.push_back(candidate.name);
      if (candidate.name == argument.value)
        text = helpText(candidate);
    }
    if (std::ranges::find(names, argument.value) == names.end())
      return reportError(ToolError::badUsage("unknown verb '" + argument.value + "': expected one of " +
                                             quotedList(names) + didYouMean(argument.value, names)));
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
