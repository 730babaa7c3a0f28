//===- Help.cpp - Help as text and as Markdown ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Verb.h"

#include <algorithm>

using namespace qdc;

static constexpr size_t kHelpColumn = 30;
static constexpr size_t kWidth = 100;

static std::string withValues(const OptionSpec &option) {
  if (option.values.empty())
    return option.help;
  std::string text = option.help + ": ";
  for (const std::string &value : option.values)
    text += (&value == &option.values.front() ? "" : ", ") + value;
  return text;
}

/// "  left       right", the right part wrapped and aligned.
static std::string row(std::string_view left, std::string_view right) {
  std::string text = "  " + std::string(left);
  size_t column = text.size();
  if (column + 2 > kHelpColumn) {
    text += '\n';
    column = 0;
  }
  text.append(kHelpColumn - column, ' ');
  column = kHelpColumn;
  for (size_t begin = 0; begin < right.size();) {
    size_t end = std::min(right.find(' ', begin), right.size());
    if (column != kHelpColumn && column + 1 + end - begin > kWidth) {
      text += '\n' + std::string(kHelpColumn, ' ');
      column = kHelpColumn;
    }
    if (column != kHelpColumn) {
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
    text += row(option.spelling(), withValues(option));
  return text;
}

std::string qdc::helpText(std::span<const Verb> verbs) {
  std::string text = "qdc: an ahead-of-time compiler for simulation kernels\n\n"
                     "usage: qdc VERB ...          ('qdc VERB --help' shows its options)\n"
                     "       qdc FILE.qir -o FILE.fatbin\n\nverbs:\n";
  for (const Verb &verb : verbs)
    text += row(verb.name, verb.summary);
  text += "\nfrom a kernel to a result:\n";
  for (const Verb &verb : verbs)
    if (!verb.examples.empty())
      text += "  " + verb.examples.front().command + "\n";
  text += "\n@FILE anywhere stands for the words in FILE. Exit codes: 0 success, 1 error in the input,\n"
          "2 bad usage, 3 tool or target missing, 4 package invalid or incompatible, 70 internal error,\n"
          "77 no such device.\n";
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
    if (!verb.options.empty())
      text += "\n| option | meaning |\n| --- | --- |\n";
    for (const OptionSpec &option : verb.options)
      text += "| `" + option.spelling() + "` | " + withValues(option) + " |\n";
    text += "\n";
  }
  return text;
}
