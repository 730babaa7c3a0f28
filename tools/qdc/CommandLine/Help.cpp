//===- Help.cpp - Help as text and as Markdown ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Help.h"

#include <algorithm>

using namespace qdc;

static constexpr size_t kColumn = 30;

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
  std::string name = "qdc " + verb.get_name();
  std::string text = name + ": " + verb.get_description() + "\n\nusage: " + name + " " + verb.usage + "\n";
  text += "\nexamples:\n" + exampleLines(verb.examples);
  for (const std::string &paragraph : verb.details)
    text += "\n" + paragraph + "\n";
  text += "\noptions:\n";
  for (const CLI::Option *option : verb.get_options())
    text += helpRow(optionUsage(*option), optionHelp(*option), kColumn);
  if (!verb.variables.empty())
    text += "\nenvironment variables, where no option says otherwise:\n";
  for (const Variable &variable : verb.variables)
    text += helpRow(variable.name, variable.help, kColumn);
  return text;
}

std::string qdc::helpText(const CLI::App &tool) {
  std::string text = "qdc: " + std::string(kToolSummary) +
                     "\n\nusage: qdc VERB ...\n"
                     "       qdc FILE.qir [-o FILE.fatbin]\n"
                     "       qdc VERB --help | --help | --version\n\nverbs:\n";
  for (const Verb *verb : verbsOf(tool))
    text += helpRow(verb->get_name(), verb->get_description(), 14);
  text += "\nfrom a kernel to a result:\n";
  for (const Verb *verb : verbsOf(tool))
    text += "  " + verb->examples.front().command + "\n";
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
  std::string text = "\n| option | meaning |\n| --- | --- |\n";
  for (const CLI::Option *option : verb.get_options())
    text += "| `" + cell(optionUsage(*option)) + "` | " + cell(optionHelp(*option)) + " |\n";
  if (!verb.variables.empty())
    text += "\n| environment variable, where no option says otherwise | meaning |\n| --- | --- |\n";
  for (const Variable &variable : verb.variables)
    text += "| `" + variable.name + "` | " + cell(variable.help) + " |\n";
  return text;
}

std::string qdc::helpMarkdown(const CLI::App &tool) {
  std::string text;
  for (const Verb *verb : verbsOf(tool)) {
    std::string name = "qdc " + verb->get_name();
    text += "## " + name + "\n\n" + verb->get_description() + "\n\n```\n" + name + " " + verb->usage + "\n```\n";
    for (const std::string &paragraph : verb->details)
      text += "\n```text\n" + paragraph + "\n```\n";
    text += "\n```sh\n";
    for (const Example &example : verb->examples)
      text += "# " + example.purpose + "\n" + example.command + "\n";
    text += "```\n" + markdownTables(*verb) + "\n";
  }
  text += "## Exit codes\n\n| code | meaning |\n| --- | --- |\n";
  for (const ExitCodeMeaning &row : exitCodeMeanings())
    text += "| " + std::to_string(static_cast<int>(row.code)) + " | " + row.meaning + " |\n";
  text += "\n## Environment\n\n| variable | meaning |\n| --- | --- |\n";
  for (const Variable &variable : toolVariables())
    text += "| `" + variable.name + "` | " + variable.help + " |\n";
  return text;
}
