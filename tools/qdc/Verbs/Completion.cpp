//===- Completion.cpp - qdc completion ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Completion.h"
#include "CommandLine/NearestMatch.h"
#include "CommandLine/ToolError.h"
#include "Verbs/Verbs.h"

#include <cstdio>

using namespace qdc;

static ExitCode run(const Verb &verb, std::span<const ParsedArgument> arguments) {
  if (arguments.size() != 1)
    return reportError(ToolError::badUsage("expected one shell: " + quotedList(verb.words)));
  const std::string &shell = arguments.front().value;
  std::vector<Verb> verbs = allVerbs();
  std::string text = shell == "bash"   ? bashCompletion(verbs)
                     : shell == "zsh"  ? zshCompletion(verbs)
                     : shell == "fish" ? fishCompletion(verbs)
                                       : "";
  if (text.empty())
    return reportError(ToolError::badUsage("unknown shell '" + shell + "': expected one of " + quotedList(verb.words) +
                                           didYouMean(shell, verb.words)));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ExitCode::success;
}

Verb qdc::completionVerb() {
  Verb verb;
  verb.name = "completion";
  verb.summary = "print a completion script for a shell";
  verb.usage = "bash | zsh | fish";
  verb.examples = {
      {"in bash, for this session", "source <(qdc completion bash)"},
      {"in bash, for good", "qdc completion bash > ~/.local/share/bash-completion/completions/qdc"},
      {"in zsh, for good; the folder must be in $fpath", "qdc completion zsh > ~/.zfunc/_qdc"},
      {"in fish, for good", "qdc completion fish > ~/.config/fish/completions/qdc.fish"},
  };
  verb.words = {"bash", "zsh", "fish"};
  verb.run = ::run;
  return verb;
}
