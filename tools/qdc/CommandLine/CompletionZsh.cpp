//===- CompletionZsh.cpp - Completion for zsh ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Completion.h"
#include "CommandLine/CompletionWords.h"

using namespace qdc;

/// Inside single quotes of zsh's _arguments.
static std::string quoted(std::string_view text) {
  std::string result;
  for (char c : text)
    if (c == '\'')
      result += "'\\''";
    else if (c == '[' || c == ']' || c == ':')
      result += std::string("\\") + c;
    else
      result += c;
  return result;
}

/// An option as _arguments takes it, by one of its names.
static std::string zshOption(const OptionSpec &option, const std::string &name) {
  std::string spec = option.isRepeatable ? "*" : "";
  if (!option.alias.empty())
    spec = "(" + option.name + " " + option.alias + ")";
  spec += name;
  switch (option.form) {
  case OptionForm::flag:
    break;
  case OptionForm::value:
    spec += option.takesEquals() ? "=" : "";
    break;
  case OptionForm::joined:
    spec += "-";
    break;
  case OptionForm::joinedOrSeparate:
    spec += "+";
    break;
  case OptionForm::optionalValue:
    spec += "=-";
    break;
  }
  spec += "[" + quoted(option.help) + "]";
  if (option.form == OptionForm::flag)
    return spec;
  spec += (option.form == OptionForm::optionalValue ? "::" : ":") + option.valueName + ":";
  std::vector<std::string> values = offeredValues(option);
  if (option.isList && !values.empty())
    spec += "_sequence compadd - " + quoted(spacedWords(values));
  else if (!values.empty())
    spec += "(" + quoted(spacedWords(values)) + ")";
  else if (option.hint == ValueHint::file)
    spec += "_files";
  return spec;
}

std::string qdc::zshCompletion(std::span<const Verb> verbs) {
  std::string text = "#compdef qdc\n"
                     "# zsh completion of qdc: put it as _qdc into a folder of $fpath\n"
                     "_qdc() {\n"
                     "  local -a verbs=(\n";
  for (const Verb &verb : verbs)
    text += "    '" + verb.name + ":" + quoted(verb.summary) + "'\n";
  text += "  )\n"
          "  if (( CURRENT == 2 )); then\n"
          "    _describe verb verbs\n"
          "    _files\n"
          "    return\n"
          "  fi\n"
          "  local verb=$words[2]\n"
          "  # a file or an option in the place of the verb\n"
          "  if [[ -z ${(M)verbs:#$verb:*} ]]; then\n"
          "    verb=compile\n"
          "  else\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "  fi\n"
          "  case $verb in\n";
  for (const Verb &verb : verbs) {
    text += "  " + verb.name + ")\n    _arguments \\\n";
    for (const OptionSpec &option : verb.options)
      for (const std::string &name : {option.name, option.alias})
        text += name.empty() ? "" : "      '" + zshOption(option, name) + "' \\\n";
    text += verb.words.empty() ? "      '*:file:_files' ;;\n" : "      '*:word:(" + spacedWords(verb.words) + ")' ;;\n";
  }
  text += "  esac\n"
          "}\n"
          "_qdc \"$@\"\n";
  return text;
}
