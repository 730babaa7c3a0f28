//===- CompletionBash.cpp - Completion for bash ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Help.h"

#include <algorithm>

using namespace qdc;

std::string qdc::offeredWords(const CLI::Option &option, const OfferedValues &offered) {
  auto found = offered.find(valueName(option));
  return joined(found == offered.end() ? choices(option) : found->second, " ");
}

/// What completes an option's own word: with a joined value, one word for each
/// value.
static std::string optionWords(const Verb &verb) {
  std::vector<std::string> words;
  for (const CLI::Option *option : verb.get_options())
    for (const std::string &name : spellings(*option))
      if (!takesValue(*option) || !separator(*option).empty())
        words.push_back(name);
      else
        for (const std::string &value : choices(*option))
          words.push_back(name + value);
  return joined(words, " ");
}

/// A case for each option whose value is being written: what was given is
/// "VERB:OPTION", with "=" at its end where the value is in the same word.
static std::string valueCases(const Verb &verb, const OfferedValues &offered) {
  std::string text;
  for (const CLI::Option *option : verb.get_options()) {
    if (!takesValue(*option) || separator(*option).empty())
      continue;
    std::string key = verb.get_name() + ":" + spelling(*option);
    std::string words = offeredWords(*option, offered);
    std::string action = !words.empty() ? "words='" + words + "'" : takesFile(*option) ? "files=1" : "return";
    text += "    " + (separator(*option) == "[=" ? "" : key + " | ") + key + "=) " + action + " ;;\n";
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

std::string qdc::bashCompletion(const CLI::App &tool, const OfferedValues &offered) {
  std::string names = joined(verbNames(tool), " "), alternatives = names;
  std::ranges::replace(alternatives, ' ', '|');
  // What is not a verb stands for a file to compile.
  std::string text = kStart + ("    words='" + names) + " --help --version'\n" + kVerb + "    case $verb in " +
                     alternatives + ") ;; *) verb=compile ;; esac\n" + kOption;
  for (const Verb *verb : verbsOf(tool))
    text += valueCases(*verb, offered);
  text += "    *) option= ;;\n    esac\n    case $verb:$option:$word in\n";
  text += "    *:?*:*) ;;\n";
  for (const Verb *verb : verbsOf(tool))
    text += "    " + verb->get_name() + "::-*) words='" + optionWords(*verb) + "' ;;\n";
  for (const Verb *verb : verbsOf(tool))
    if (!verb->words.empty())
      text += "    " + verb->get_name() + "::*) words='" + joined(verb->words, " ") + "' ;;\n";
  return text + kEnd;
}
