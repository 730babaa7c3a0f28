//===- CompletionFish.cpp - Completion for fish -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Help.h"

using namespace qdc;

/// Inside single quotes of fish.
static std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text)
    result += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return result;
}

/// " -l help", " -s o" or " -o save-temps": fish tells long names, one letter and old-style names apart.
static std::string nameFlag(const std::string &name) {
  if (name.starts_with("--"))
    return " -l " + name.substr(2);
  return (name.size() == 2 ? " -s " : " -o ") + name.substr(1);
}

static std::string optionLine(const std::string &condition, const CLI::Option &option, const OfferedValues &offered) {
  std::string line = "complete -c qdc -n '" + condition + "'";
  for (const std::string &name : spellings(option))
    line += nameFlag(name);
  if (takesValue(option))
    line += separator(option) == "[=" ? " -f" : takesFile(option) ? " -r -F" : " -x";
  std::string words = offeredWords(option, offered);
  if (takesList(option) && !words.empty())
    line += " -a '(__fish_append , " + words + ")'";
  else if (!words.empty())
    line += " -a '" + words + "'";
  return line + " -d '" + escaped(option.get_description()) + "'\n";
}

std::string qdc::fishCompletion(const CLI::App &tool, const OfferedValues &offered) {
  std::vector<const Verb *> verbs = verbsOf(tool);
  std::string names = joined(verbNames(tool), " ");
  std::string others = names.substr(names.find(' ') + 1);
  std::string text = "# fish completion of qdc: put it as qdc.fish into ~/.config/fish/completions\n";
  for (const Verb *verb : verbs)
    text += "complete -c qdc -n 'not __fish_seen_subcommand_from " + names + "' -a " + verb->get_name() + " -d '" +
            escaped(verb->get_description()) + "'\n";
  for (const Verb *verb : verbs) {
    // A file or an option in the place of the verb means the first one, compile.
    bool isFirst = verb == verbs.front();
    std::string condition = "__fish_seen_subcommand_from " + verb->get_name();
    for (const CLI::Option *option : verb->get_options())
      text += optionLine(isFirst ? "not __fish_seen_subcommand_from " + others : condition, *option, offered);
    if (!verb->words.empty())
      text += "complete -c qdc -f -n '" + condition + "' -a '" + joined(verb->words, " ") + "'\n";
  }
  return text;
}
