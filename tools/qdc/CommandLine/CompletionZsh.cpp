//===- CompletionZsh.cpp - Completion for zsh ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Help.h"

using namespace qdc;

/// Inside single quotes of zsh's _arguments.
static std::string escaped(std::string_view text) {
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

/// What tells _arguments where the value stands.
static std::string valuePlace(const CLI::Option &option) {
  std::string between = separator(option);
  if (between == "[=")
    return "=-";
  if (between != " ")
    return between.empty() ? "-" : between;
  return spelling(option).size() == 2 && !takesFile(option) ? "+" : "";
}

/// An option as _arguments takes it, by one of its names.
static std::string zshOption(const CLI::Option &option, const std::string &name, const OfferedValues &offered) {
  std::vector<std::string> names = spellings(option);
  bool isRepeatable = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  std::string spec = names.size() > 1 ? "(" + joined(names, " ") + ")" : isRepeatable ? "*" : "";
  spec += name + (takesValue(option) ? valuePlace(option) : "") + "[" + escaped(option.get_description()) + "]";
  if (!takesValue(option))
    return spec;
  spec += (separator(option) == "[=" ? "::" : ":") + valueName(option) + ":";
  std::string words = escaped(offeredWords(option, offered));
  if (words.empty())
    return spec + (takesFile(option) ? "_files" : "");
  return spec + (takesList(option) ? "_sequence compadd - " + words : "(" + words + ")");
}

std::string qdc::zshCompletion(const CLI::App &tool, const OfferedValues &offered) {
  std::string text = "#compdef qdc\n"
                     "# zsh completion of qdc: put it as _qdc into a folder of $fpath\n"
                     "_qdc() {\n"
                     "  local -a verbs=(\n";
  for (const Verb *verb : verbsOf(tool))
    text += "    '" + verb->get_name() + ":" + escaped(verb->get_description()) + "'\n";
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
  for (const Verb *verb : verbsOf(tool)) {
    text += "  " + verb->get_name() + ")\n    _arguments \\\n";
    for (const CLI::Option *option : verb->get_options())
      for (const std::string &name : spellings(*option))
        text += "      '" + zshOption(*option, name, offered) + "' \\\n";
    text +=
        verb->words.empty() ? "      '*:file:_files' ;;\n" : "      '*:word:(" + joined(verb->words, " ") + ")' ;;\n";
  }
  text += "  esac\n"
          "}\n"
          "_qdc \"$@\"\n";
  return text;
}
