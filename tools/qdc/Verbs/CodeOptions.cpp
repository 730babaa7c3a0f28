//===- CodeOptions.cpp - -O, -g, --fp-contract and their like -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verbs/CodeOptions.h"

#include <algorithm>

using namespace qdc;

static CLI::Option *addFlag(Verb &verb, const CodeOption &option, CodeOptions &options) {
  const std::string sets = option.values.begin()->value ? "" : "{false}"; // as CLI11 is told
  bool &variable = options.*std::get<bool CodeOptions::*>(option.member);
  return verb.add_flag(std::string(option.name) + sets, variable, std::string(option.help));
}

CLI::Option *qdc::addCodeOption(Verb &verb, const CodeOption &option, CodeOptions &options) {
  if (option.valueName.empty())
    return addFlag(verb, option, options);
  CLI::callback_t take = [&option, &options](const CLI::results_t &given) {
    const auto *value = std::ranges::find(option.values, given.back(), &CodeOption::Value::spelling);
    option.set(options, value->value);
    return true;
  };
  std::vector<std::string> spellings;
  for (const CodeOption::Value &value : option.values)
    spellings.emplace_back(value.spelling);
  const auto *standard = std::ranges::find(option.values, option.get({}), &CodeOption::Value::value);
  return verb.add_option(std::string(option.name), take, std::string(option.help))
      ->type_name(std::string(option.valueName))
      ->check(CLI::IsMember(spellings))
      ->default_str(std::string(standard->spelling));
}
