//===- Completion.cpp - qdc completion ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Help.h"
#include "CommandLine/QuotedList.h"
#include "CommandLine/ToolError.h"
#include "Verbs/Verbs.h"

#include <cstdio>

using namespace qdc;

static ExitCode run(const CLI::App &tool, std::span<const std::string> shells, std::span<const std::string> words) {
  if (words.size() != 1)
    return reportError(ToolError::badUsage("expected one shell: " + quotedList(shells)));
  const std::string &shell = words.front();
  OfferedValues offered = {{"TARGET", targetSpellings()}};
  std::string text = shell == "bash"   ? bashCompletion(tool, offered)
                     : shell == "zsh"  ? zshCompletion(tool, offered)
                     : shell == "fish" ? fishCompletion(tool, offered)
                                       : "";
  if (text.empty())
    return reportError(ToolError::badUsage("unknown shell '" + shell + "': expected one of " + quotedList(shells) +
                                           suggestion(shell, shells)));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ExitCode::success;
}

void qdc::addCompletion(CLI::App &tool) {
  Verb &verb = addVerb(tool, "completion", "print a completion script for a shell", "bash | zsh | fish");
  verb.examples = {
      {"in bash, for this session", "source <(qdc completion bash)"},
      {"in bash, for good", "qdc completion bash > ~/.local/share/bash-completion/completions/qdc"},
      {"in zsh, for good; the folder must be in $fpath", "qdc completion zsh > ~/.zfunc/_qdc"},
      {"in fish, for good", "qdc completion fish > ~/.config/fish/completions/qdc.fish"},
  };
  verb.words = {"bash", "zsh", "fish"};
  verb.run = [&](std::span<const std::string> words) { return ::run(tool, verb.words, words); };
}
