//===- Help.cpp - Help as text and as Markdown ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Verb.h"

#include <algorithm>

using namespace qdc;

static constexpr size_t kColumn = 30;

std::vector<std::string> qdc::verbNames(std::span<const Verb> verbs) {
  std::vector<std::string> names;
  for (const Verb &verb : verbs)
    names.push_back(verb.name);
  return names;
}

std::span<const Variable> qdc::toolVariables() {
  static const Variable kVariables[] = {
      {"NO_COLOR", "if set and not empty, errors have no colours on a terminal"},
      {"TERM", "if dumb, a terminal is shown no colours, and no progress of long work"},
  };
  return kVariables;
}

std::string qdc::helpRow(std::string_view left, std::string_view right, size_t start) {
  std::string text = "  " + std::string(left);
  size_t column = text.size();
  if (column + 2 > start) {
    text += '\n';
    column = 0;
  }
  text.append(start - column, ' ');
  column = start;
  for (size_t begin = 0; begin < right.size();) {
    size_t end = std::min(right.find(' ', begin), right.size());
    if (column != start && column + 1 + end - begin > kHelpWidth) {
      text += '\n' + std::string(start, ' ');
      column = start;
    }
    if (column != start) {
      text += ' ';
      ++column;
    }
    text += right.substr(begin, end - begin);
    column += end - begin;
    begin = end + 1;
  }
  return text + '\n';
}

static std::string exampleLines(const std::vector<Example> &examples) {
  std::string text;
  for (const Example &example : examples)
    text += "  # " + example.purpose + "\n  " + example.command + "\n";
  return text;
}

std::string qdc::helpText(const Verb &verb) {
  std::string text = "qdc " + verb.name + ": " + verb.summary + "\n\nusage: qdc " + verb.name + " " + verb.usage + "\n";
  if (!verb.examples.empty())
    text += "\nexamples:\n" + exampleLines(verb.examples);
  for (const std::string &paragraph : verb.details)
    text += "\n" + paragraph + "\n";
  if (!verb.options.empty())
    text += "\noptions:\n";
  for (const OptionSpec &option : verb.options)
    text += helpRow(option.spelling(), option.description(), kColumn);
  if (!verb.variables.empty())
    text += "\nenvironment variables, where no option says otherwise:\n";
  for (const Variable &variable : verb.variables)
    text += helpRow(variable.name, variable.help, kColumn);
  return text;
}

std::string qdc::helpText(std::span<const Verb> verbs) {
  std::string text = "qdc: " + std::string(kToolSummary) +
                     "\n\nusage: qdc VERB ...\n"
                     "       qdc FILE.qir [-o FILE.fatbin]\n"
                     "       qdc VERB --help | --help | --version\n\nverbs:\n";
  for (const Verb &verb : verbs)
    text += helpRow(verb.name, verb.summary, 14);
  text += "\nfrom a kernel to a result:\n";
  for (const Verb &verb : verbs)
    if (!verb.examples.empty())
      text += "  " + verb.examples.front().command + "\n";
  text += "\n" + std::string(kToolNotes) + "\n\nexit codes:\n";
  for (const ExitCodeMeaning &row : exitCodeMeanings())
    text += helpRow(std::to_string(static_cast<int>(row.code)), row.meaning, 6);
  text += "\nenvironment variables:\n";
  for (const Variable &variable : toolVariables())
    text += helpRow(variable.name, variable.help, 12);
  return text;
}

/// A cell of a table.
static std::string cell(const std::string &text) {
  std::string result;
  for (char c : text)
    result += c == '|' ? "\\|" : std::string(1, c);
  return result;
}

static std::string markdownTables(const Verb &verb) {
  std::string text;
  if (!verb.options.empty())
    text += "\n| option | meaning |\n| --- | --- |\n";
  for (const OptionSpec &option : verb.options)
    text += "| `" + cell(option.spelling()) + "` | " + cell(option.description()) + " |\n";
  if (!verb.variables.empty())
    text += "\n| environment variable, where no option says otherwise | meaning |\n| --- | --- |\n";
  for (const Variable &variable : verb.variables)
    text += "| `" + variable.name + "` | " + cell(variable.help) + " |\n";
  return text;
}

std::string qdc::helpMarkdown(std::span<const Verb> verbs) {
  std::string text;
  for (const Verb &verb : verbs) {
    text += "## qdc " + verb.name + "\n\n" + verb.summary + "\n\n```\nqdc " + verb.name + " " + verb.usage + "\n```\n";
    for (const std::string &paragraph : verb.details)
      text += "\n```text\n" + paragraph + "\n```\n";
    if (!verb.examples.empty())
      text += "\n```sh\n";
    for (const Example &example : verb.examples)
      text += "# " + example.purpose + "\n" + example.command + "\n";
    if (!verb.examples.empty())
      text += "```\n";
    text += markdownTables(verb) + "\n";
  }
  text += "## Exit codes\n\n| code | meaning |\n| --- | --- |\n";
  for (const ExitCodeMeaning &row : exitCodeMeanings())
    text += "| " + std::to_string(static_cast<int>(row.code)) + " | " + row.meaning + " |\n";
  text += "\n## Environment\n\n| variable | meaning |\n| --- | --- |\n";
  for (const Variable &variable : toolVariables())
    text += "| `" + variable.name + "` | " + variable.help + " |\n";
  return text;
}
