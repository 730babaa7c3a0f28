//===- CompletionBash.cpp - Completion for bash ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Completion.h"
#include "CommandLine/CompletionWords.h"

#include <algorithm>

using namespace qdc;

/// What completes an option's own word: with a joined value, one word for each
/// value.
static std::vector<std::string> optionWords(const OptionSpec &option) {
  std::vector<std::string> words;
  if (option.form == OptionForm::joined) {
    for (const std::string &value : option.values)
      words.push_back(option.name + value);
    return words;
  }
  words.push_back(option.name);
  if (!option.alias.empty())
    words.push_back(option.alias);
  return words;
}

static std::string optionWords(const Verb &verb) {
  std::vector<std::string> words;
  for (const OptionSpec &option : verb.options)
    for (std::string &word : optionWords(option))
      words.push_back(std::move(word));
  return spacedWords(words);
}

/// A case for each option whose value is being written: what was given is
/// "VERB:OPTION", with "=" at its end where the value is in the same word.
static std::string valueCases(const Verb &verb) {
  std::string text;
  for (const OptionSpec &option : verb.options) {
    if (option.form == OptionForm::flag || option.form == OptionForm::joined)
      continue;
    std::string key = verb.name + ":" + option.name, pattern = key + "=";
    if (option.form == OptionForm::joinedOrSeparate)
      pattern = key;
    else if (option.form == OptionForm::value)
      pattern = key + " | " + pattern;
    std::vector<std::string> values = offeredValues(option);
    std::string action = "return";
    if (!values.empty())
      action = "words='" + spacedWords(values) + "'";
    else if (option.hint == ValueHint::file)
      action = "files=1";
    text += "    " + pattern + ") " + action + " ;;\n";
  }
  return text;
}

// Bash cuts words at '=' and ':', and replaces what follows the last cut. So the word is taken from the line, and what
// lies before that cut is taken off the answers.
static constexpr const char *kStart = R"(# bash completion of qdc: source it, or put it into bash-completion's folder
_qdc() {
  local line=${COMP_LINE:0:COMP_POINT} IFS=$' \t\n'
  local word=${line##*[[:space:]]} option= words= files= list=
  local -a given
  read -ra given <<< "${line%"$word"}"
  local verb=${given[1]} previous=${given[${#given[@]} - 1]}
  if (( ${#given[@]} < 2 )); then
)";

static constexpr const char *kVerb = R"(    [[ -n $word ]] && files=1
  else
)";

static constexpr const char *kOption = R"(    if [[ $word == -*=* ]]; then
      option=${word%%=*}= word=${word#*=}
    else
      option=$previous
    fi
    case $verb:$option in
)";

static constexpr const char *kEnd = R"(    *:*:*) files=1 ;;
    esac
  fi
  [[ -n $option && $word == *,* ]] && list=${word%,*},
  COMPREPLY=()
  [[ -n $words ]] && COMPREPLY=($(compgen -P "$list" -W "$words" -- "${word#"$list"}"))
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$word"))
  fi
  local cut=${word%"${word##*[=:]}"}
  COMPREPLY=("${COMPREPLY[@]#"$cut"}")
}
complete -F _qdc qdc
)";

std::string qdc::bashCompletion(std::span<const Verb> verbs) {
  std::string names = spacedWords(verbNames(verbs)), alternatives = names;
  std::ranges::replace(alternatives, ' ', '|');
  // What is not a verb stands for a file to compile.
  std::string text = kStart + ("    words='" + names) + " --help --version'\n" + kVerb + "    case $verb in " +
                     alternatives + ") ;; *) verb=compile ;; esac\n" + kOption;
  for (const Verb &verb : verbs)
    text += valueCases(verb);
  text += "    *) option= ;;\n    esac\n    case $verb:$option:$word in\n";
  text += "    *:?*:*) ;;\n";
  for (const Verb &verb : verbs)
    text += "    " + verb.name + "::-*) words='" + optionWords(verb) + "' ;;\n";
  for (const Verb &verb : verbs)
    if (!verb.words.empty())
      text += "    " + verb.name + "::*) words='" + spacedWords(verb.words) + "' ;;\n";
  return text + kEnd;
}
