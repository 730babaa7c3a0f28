//===- Verb.cpp - The options of a verb -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Verb.h"

#include <algorithm>
#include <charconv>
#include <cmath>

using namespace qdc;

// CLI11 has names of one letter after one dash, and others after two. This letter marks what is written with one.
static constexpr char kOneDash = '.';

Verb::Verb(std::string name, std::string summary, std::string usage)
    : CLI::App(std::move(summary), std::move(name)), usage(std::move(usage)) {
  option_defaults()->take_last();
  set_help_flag("-h,--help", "explain this verb");
}

std::string Verb::nameForCLI11(const std::string &name) {
  bool hasOneDash = name.size() > 2 && name[0] == '-' && name[1] != '-' && name[2] != ',';
  return hasOneDash ? std::string("--") + kOneDash + name.substr(1) : name;
}

std::vector<const CLI::Option *> Verb::get_options() const {
  std::vector<const CLI::Option *> options = App::get_options();
  std::ranges::rotate(options, options.begin() + 1);
  return options;
}

const CLI::Option *Verb::find(const std::string &name) const {
  const CLI::Option *option = get_option_no_throw(nameForCLI11(name));
  return option && !name.starts_with(std::string("--") + kOneDash) ? option : nullptr;
}

Verb &qdc::addVerb(CLI::App &tool, std::string name, std::string summary, std::string usage) {
  auto verb = std::make_shared<Verb>(std::move(name), std::move(summary), std::move(usage));
  tool.add_subcommand(verb);
  return *verb;
}

std::vector<const Verb *> qdc::verbsOf(const CLI::App &tool) {
  std::vector<const Verb *> verbs;
  for (const CLI::App *verb : tool.get_subcommands({}))
    verbs.push_back(static_cast<const Verb *>(verb));
  return verbs;
}

std::vector<std::string> qdc::verbNames(const CLI::App &tool) {
  std::vector<std::string> names;
  for (const Verb *verb : verbsOf(tool))
    names.push_back(verb->get_name());
  return names;
}

CLI::callback_t qdc::into(std::vector<std::string> &variable) {
  return [&variable](const CLI::results_t &results) {
    variable = results;
    return true;
  };
}

CLI::Validator qdc::wholeNumber(uint64_t least, uint64_t most) {
  auto read = [least, most](std::string &text) -> std::string {
    uint64_t number = 0;
    auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || end != text.data() + text.size() || number < least || number > most)
      return "does not take '" + text + "': expected a whole number from " + std::to_string(least) + " to " +
             std::to_string(most);
    text = std::to_string(number);
    return "";
  };
  return {read, ""};
}

CLI::Validator qdc::positiveNumber() {
  auto read = [](std::string &text) -> std::string {
    double number = 0;
    auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    bool isRead = failure == std::errc() && end == text.data() + text.size();
    return isRead && number > 0 && std::isfinite(number)
               ? ""
               : "does not take '" + text + "': expected a number above 0, for example 1e-3";
  };
  return {read, ""};
}

std::vector<std::string> qdc::spellings(const CLI::Option &option) {
  std::vector<std::string> names;
  for (const std::string &name : option.get_snames())
    names.push_back("-" + name);
  for (const std::string &name : option.get_lnames())
    names.push_back(name[0] == kOneDash ? "-" + name.substr(1) : "--" + name);
  return names;
}

std::string qdc::spelling(const CLI::Option &option) { return spellings(option).back(); }

bool qdc::takesValue(const CLI::Option &option) { return option.get_items_expected_max() > 0; }

/// type_name() as it was given; CLI11 adds checks after a ':'.
static std::string valueForm(const CLI::Option &option) {
  std::string text = option.get_type_name();
  return text.substr(0, text.find(':'));
}

bool qdc::takesFile(const CLI::Option &option) { return valueForm(option).find("FILE") != std::string::npos; }

std::string qdc::separator(const CLI::Option &option) {
  std::string form = valueForm(option);
  return form.substr(0, form.find_first_not_of(" =["));
}

std::string qdc::valueName(const CLI::Option &option) {
  std::string name = valueForm(option).substr(separator(option).size());
  return name.substr(0, name.find(']'));
}

bool qdc::takesList(const CLI::Option &option) { return option.get_delimiter() == ','; }

// CLI::IsMember describes itself as "{a,b}".
std::string qdc::inputFile(const std::string &word) { return word == "-" ? "/dev/stdin" : word; }

std::vector<std::string> qdc::choices(const CLI::Option &option) {
  std::string text = option.get_type_name();
  std::vector<std::string> values;
  for (size_t begin = text.find('{'), end = 0; begin < text.size() - 1; begin = end) {
    end = text.find_first_of(",}", begin + 1);
    values.push_back(text.substr(begin + 1, end - begin - 1));
  }
  return values;
}

std::string qdc::optionUsage(const CLI::Option &option) {
  std::string text = joined(spellings(option), ", ") + valueForm(option);
  return takesList(option) ? text + "[," + valueName(option) + "...]" : text;
}

std::string qdc::optionHelp(const CLI::Option &option) {
  std::vector<std::string> accepted;
  if (!choices(option).empty())
    accepted.push_back("one of " + joined(choices(option), ", "));
  if (!option.get_default_str().empty())
    accepted.push_back("default: " + option.get_default_str());
  return option.get_description() + (accepted.empty() ? "" : " (" + joined(accepted, "; ") + ")");
}

std::string qdc::joined(std::span<const std::string> words, const char *separator) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : separator) + word;
  return text;
}
