//===- Completion.cpp - Shell completion scripts --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Completion.h"

using namespace qdc;

static std::string join(const std::vector<std::string> &words, const char *separator) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : separator) + word;
  return text;
}

static std::vector<std::string> verbNames(std::span<const Verb> verbs) {
  std::vector<std::string> names;
  for (const Verb &verb : verbs)
    names.push_back(verb.name);
  return names;
}

/// What completes an option's own word: with a joined value, one word for each
/// value.
static std::vector<std::string> optionWords(const OptionSpec &option) {
  if (option.form == OptionForm::joined || option.form == OptionForm::optionalValue) {
    std::vector<std::string> words;
    if (option.form == OptionForm::optionalValue)
      words.push_back(option.name);
    for (const std::string &value : option.values)
      words.push_back(option.name + (option.form == OptionForm::joined ? "" : "=") + value);
    return words;
  }
  return {option.name};
}

static std::vector<std::string> optionWords(const Verb &verb) {
  std::vector<std::string> words;
  for (const OptionSpec &option : verb.options)
    for (std::string &word : optionWords(option))
      words.push_back(std::move(word));
  return words;
}

static bool takesNextWord(const OptionSpec &option) {
  return option.form == OptionForm::value || option.form == OptionForm::joinedOrSeparate;
}

std::string qdc::bashCompletion(std::span<const Verb> verbs) {
  std::string text = "# bash completion of qdc: source it, or put it into bash-completion's folder\n"
                     "_qdc() {\n"
                     "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                     "  local verb=${COMP_WORDS[1]} words=\n"
                     "  # bash cuts words at '='\n"
                     "  [[ $current == = ]] && current=\n"
                     "  [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD-2]}\n"
                     "  if (( COMP_CWORD == 1 )); then\n"
                     "    COMPREPLY=($(compgen -W '" +
                     join(verbNames(verbs), " ") +
                     " --help --version' -- \"$current\") $(compgen -f -- \"$current\"))\n"
                     "    return\n"
                     "  fi\n"
                     "  case $verb:$previous in\n";
  for (const Verb &verb : verbs)
    for (const OptionSpec &option : verb.options)
      if (!option.values.empty() && option.form != OptionForm::joined)
        text += "  " + verb.name + ":" + option.name + ") words='" + join(option.values, " ") + "' ;;\n";
      else if (takesNextWord(option) && option.hint == ValueHint::none)
        text += "  " + verb.name + ":" + option.name + ") return ;;\n";
      else if (takesNextWord(option))
        text += "  " + verb.name + ":" + option.name + ") COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n";
  text += "  esac\n"
          "  if [[ -z $words && $current == -* ]]; then\n"
          "    case $verb in\n";
  for (const Verb &verb : verbs)
    text += "    " + verb.name + ") words='" + join(optionWords(verb), " ") + "' ;;\n";
  text += "    esac\n"
          "  fi\n"
          "  if [[ -z $words ]]; then\n"
          "    case $verb in\n";
  for (const Verb &verb : verbs)
    if (!verb.words.empty())
      text += "    " + verb.name + ") words='" + join(verb.words, " ") + "' ;;\n";
  text += "    esac\n"
          "  fi\n"
          "  if [[ -n $words ]]; then\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "  else\n"
          "    COMPREPLY=($(compgen -f -- \"$current\"))\n"
          "  fi\n"
          "}\n"
          "complete -o filenames -F _qdc qdc\n";
  return text;
}

/// Inside single quotes of zsh's _arguments and fish.
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

static std::string zshOption(const OptionSpec &option) {
  std::string spec = option.isRepeatable ? "*" : "";
  spec += option.name;
  switch (option.form) {
  case OptionForm::flag:
    break;
  case OptionForm::value:
    spec += option.name.starts_with("--") ? "=" : "";
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
  if (!option.values.empty())
    spec += "(" + quoted(join(option.values, " ")) + ")";
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
          "  shift words\n"
          "  (( CURRENT-- ))\n"
          "  case $verb in\n";
  for (const Verb &verb : verbs) {
    text += "  " + verb.name + ")\n    _arguments \\\n";
    for (const OptionSpec &option : verb.options)
      text += "      '" + zshOption(option) + "' \\\n";
    text += verb.words.empty() ? "      '*:file:_files' ;;\n" : "      '*:word:(" + join(verb.words, " ") + ")' ;;\n";
  }
  text += "  *) _files ;;\n"
          "  esac\n"
          "}\n"
          "_qdc \"$@\"\n";
  return text;
}

static std::string fishOption(const Verb &verb, const OptionSpec &option) {
  std::string line = "complete -c qdc -n '__fish_seen_subcommand_from " + verb.name + "'";
  bool isLong = option.name.starts_with("--");
  bool isShort = !isLong && option.name.size() == 2;
  std::string dashless = option.name.substr(isLong ? 2 : 1);
  line += (isLong ? " -l " : isShort ? " -s " : " -o ") + dashless;
  if (takesNextWord(option))
    line += option.hint == ValueHint::file ? " -r -F" : " -x";
  if (!option.values.empty())
    line += " -a '" + join(option.values, " ") + "'";
  std::string help;
  for (char c : option.help)
    help += c == '\'' ? std::string("\\'") : std::string(1, c);
  return line + " -d '" + help + "'\n";
}

std::string qdc::fishCompletion(std::span<const Verb> verbs) {
  std::string names = join(verbNames(verbs), " ");
  std::string text = "# fish completion of qdc: put it as qdc.fish into ~/.config/fish/completions\n";
  for (const Verb &verb : verbs)
    text += "complete -c qdc -n 'not __fish_seen_subcommand_from " + names + "' -a " + verb.name + " -d '" +
            verb.summary + "'\n";
  for (const Verb &verb : verbs) {
    for (const OptionSpec &option : verb.options)
      text += fishOption(verb, option);
    if (!verb.words.empty())
      text +=
          "complete -c qdc -f -n '__fish_seen_subcommand_from " + verb.name + "' -a '" + join(verb.words, " ") + "'\n";
  }
  return text;
}
