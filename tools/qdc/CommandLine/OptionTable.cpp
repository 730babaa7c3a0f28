//===- OptionTable.cpp - The options of a verb ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/OptionTable.h"

#include "CommandLine/NearestMatch.h"

#include <algorithm>
#include <charconv>
#include <optional>

using namespace qdc;

static Error usage(std::string message) { return Error{ErrorCode::invalidArgument, std::move(message)}; }

bool OptionSpec::takesEquals() const { return hasEquals || name.find('-', 1) != std::string::npos; }

std::string OptionSpec::spelling() const {
  switch (form) {
  case OptionForm::flag:
    return alias.empty() ? name : alias + ", " + name;
  case OptionForm::joined:
    return name + valueName;
  case OptionForm::optionalValue:
    return name + "[=" + valueName + "]";
  case OptionForm::value:
  case OptionForm::joinedOrSeparate:
    break;
  }
  std::string text = name + (takesEquals() ? "=" : " ") + valueName;
  return isList ? text + "[," + valueName + "...]" : text;
}

std::string OptionSpec::description() const {
  std::string accepted;
  for (const std::string &value : values)
    accepted += (accepted.empty() ? "one of " : ", ") + value;
  if (!defaultValue.empty())
    accepted += (accepted.empty() ? "default: " : "; default: ") + defaultValue;
  return accepted.empty() ? help : help + " (" + accepted + ")";
}

namespace {
/// Walks over the words; one call of `take` reads one option with its value.
class ArgumentParser {
public:
  ArgumentParser(std::span<const OptionSpec> options, std::span<const std::string> words)
      : options(options), words(words) {}

  Result<std::vector<ParsedArgument>> parse();

private:
  struct Match {
    const OptionSpec *option = nullptr;
    std::optional<std::string> value; // written in the same word
  };
  Match find(const std::string &word) const;
  Status takeOption(const std::string &word);
  Status add(const OptionSpec &option, std::string_view value);
  Error unknown(const std::string &word) const;

  std::span<const OptionSpec> options;
  std::span<const std::string> words;
  size_t position = 0;
  std::vector<ParsedArgument> parsed;
};
} // namespace

ArgumentParser::Match ArgumentParser::find(const std::string &word) const {
  for (const OptionSpec &option : options)
    if ((word == option.name || (!option.alias.empty() && word == option.alias)) && option.form != OptionForm::joined)
      return {&option, std::nullopt};
  Match longest;
  for (const OptionSpec &option : options) {
    if (option.form == OptionForm::flag || !word.starts_with(option.name))
      continue;
    std::string rest = word.substr(option.name.size());
    bool isJoined = option.form == OptionForm::joined || option.form == OptionForm::joinedOrSeparate;
    if (!isJoined && !rest.starts_with("="))
      continue;
    if (!longest.option || option.name.size() > longest.option->name.size())
      longest = {&option, isJoined ? rest : rest.substr(1)};
  }
  return longest;
}

/// Dashes do not count: '-target' is near '--target', and '-c' is not near '-o'.
Error ArgumentParser::unknown(const std::string &word) const {
  std::string name = word.substr(0, word.find('='));
  auto withoutDashes = [](const std::string &text) {
    return text.substr(std::min(text.find_first_not_of('-'), text.size()));
  };
  std::vector<std::string> names;
  for (const OptionSpec &option : options) {
    if (name == option.name)
      return usage("'" + name + "' takes no value");
    names.push_back(withoutDashes(option.name));
  }
  std::string nearest = nearestMatch(withoutDashes(name), names);
  auto match = std::ranges::find(names, nearest);
  std::string suggestion = nearest.empty() ? "" : "; did you mean '" + options[match - names.begin()].name + "'?";
  return usage("unknown option '" + name + "'" + suggestion);
}

Status ArgumentParser::add(const OptionSpec &option, std::string_view value) {
  if (!option.values.empty() && std::ranges::find(option.values, value) == option.values.end())
    return usage("'" + option.name + "' does not take '" + std::string(value) + "': expected one of " +
                 quotedList(option.values) + didYouMean(value, option.values));
  parsed.push_back({&option, std::string(value)});
  return {};
}

Status ArgumentParser::takeOption(const std::string &word) {
  Match match = find(word);
  if (!match.option)
    return unknown(word);
  const OptionSpec &option = *match.option;
  if (option.form == OptionForm::flag || (option.form == OptionForm::optionalValue && !match.value)) {
    parsed.push_back({&option, ""});
    return {};
  }
  if (!match.value) {
    if (position == words.size())
      return usage("'" + option.name + "' needs a value: " + option.spelling());
    match.value = words[position++];
  }
  if (match.value->empty())
    return usage("'" + option.name + "' needs a value: " + option.spelling());
  if (!option.isList)
    return add(option, *match.value);
  for (size_t begin = 0; begin <= match.value->size();) {
    size_t end = std::min(match.value->find(',', begin), match.value->size());
    if (end == begin)
      return usage("'" + option.name + "' has an empty element in '" + *match.value + "'");
    if (Status status = add(option, std::string_view(*match.value).substr(begin, end - begin)); !status)
      return status;
    begin = end + 1;
  }
  return {};
}

Result<std::vector<ParsedArgument>> ArgumentParser::parse() {
  while (position < words.size()) {
    const std::string &word = words[position++];
    if (word == "--") {
      while (position < words.size())
        parsed.push_back({nullptr, words[position++]});
    } else if (word == "-" || !word.starts_with("-")) {
      parsed.push_back({nullptr, word});
    } else if (Status status = takeOption(word); !status) {
      return status.error();
    }
  }
  return std::move(parsed);
}

Result<std::vector<ParsedArgument>> qdc::parseArguments(std::span<const OptionSpec> options,
                                                        std::span<const std::string> words) {
  return ArgumentParser(options, words).parse();
}

Result<uint64_t> qdc::parseCount(std::string_view option, std::string_view text, uint64_t least, uint64_t most) {
  uint64_t number = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || number < least || number > most)
    return usage("'" + std::string(option) + "' does not take '" + std::string(text) +
                 "': expected a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return number;
}
