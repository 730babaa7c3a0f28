//===- CompletionFish.cpp - Completion for fish -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Completion.h"
#include "CommandLine/CompletionWords.h"

using namespace qdc;

/// Inside single quotes of fish.
static std::string quoted(std::string_view text) {
  std::string result;
  for (char c : text)
    result += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return result;
}

/// " -l help", " -s o" or " -o save-temps": fish tells long names, one letter and old-style names apart.
static std::string nameFlag(const std::string &name) {
  if (name.empty())
    return "";
  if (name.starts_with("--"))
    return " -l " + name.substr(2);
  return (name.size() == 2 ? " -s " : " -o ") + name.substr(1);
}

static std::string optionLine(const std::string &condition, const OptionSpec &option) {
  std::string line = "complete -c qdc -n '" + condition + "'" + nameFlag(option.alias) + nameFlag(option.name);
  bool needsValue = takesNextWord(option) || option.form == OptionForm::joined;
  if (needsValue)
    line += option.hint == ValueHint::file ? " -r -F" : " -x";
  else if (option.form == OptionForm::optionalValue)
    line += " -f";
  std::vector<std::string> values = offeredValues(option);
  if (option.isList && !values.empty())
    line += " -a '(__fish_append , " + spacedWords(values) + ")'";
  else if (!values.empty())
    line += " -a '" + spacedWords(values) + "'";
  return line + " -d '" + quoted(option.help) + "'\n";
}

std::string qdc::fishCompletion(std::span<const Verb> verbs) {
  std::string names = spacedWords(verbNames(verbs));
  std::string others = names.substr(names.find(' ') + 1);
  std::string text = "# fish completion of qdc: put it as qdc.fish into ~/.config/fish/completions\n";
  for (const Verb &verb : verbs)
    text += "complete -c qdc -n 'not __fish_seen_subcommand_from " + names + "' -a " + verb.name + " -d '" +
            quoted(verb.summary) + "'\n";
  for (const Verb &verb : verbs) {
    // A file or an option in the place of the verb means the first one, compile.
    bool isFirst = &verb == &verbs.front();
    std::string condition = "__fish_seen_subcommand_from " + verb.name;
    for (const OptionSpec &option : verb.options)
      text += optionLine(isFirst ? "not __fish_seen_subcommand_from " + others : condition, option);
    if (!verb.words.empty())
      text += "complete -c qdc -f -n '" + condition + "' -a '" + spacedWords(verb.words) + "'\n";
  }
  return text;
}
