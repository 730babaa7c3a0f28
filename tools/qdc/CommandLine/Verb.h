//===- Verb.h - One word after qdc ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verb is data too: help, completion, the manual page and documentation are
// made from it.
// tools/qdc/Verbs holds one file for each.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_VERB_H
#define QDC_TOOLS_COMMANDLINE_VERB_H

#include "CommandLine/ExitCode.h"
#include "CommandLine/OptionTable.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// A command that teaches something.
struct Example {
  std::string purpose; // "one package for two kinds of processor"
  std::string command; // "qdc compile heat.qir ..."
};

/// An environment variable and what it does.
struct Variable {
  std::string name;
  std::string help; // like an option's
};

struct Verb {
  std::string name;
  std::string summary;              // one line
  std::string usage;                // what follows "qdc NAME "
  std::vector<std::string> details; // paragraphs, at most 80 columns a line
  std::vector<Example> examples;
  std::vector<OptionSpec> options;
  std::vector<Variable> variables;
  std::vector<std::string> words; // what may follow it, for completion; empty: files
  ExitCode (*run)(const Verb &verb, std::span<const ParsedArgument> arguments) = nullptr;
};

/// In the order of the verbs.
std::vector<std::string> verbNames(std::span<const Verb> verbs);

/// Columns of help on a terminal.
inline constexpr size_t kHelpWidth = 80;

/// Two columns, each line ended: two blanks, `left`, and from `column` on
/// `right`, broken at blanks so that no line is longer than kHelpWidth. A `left`
/// that is too long has a line of its own.
std::string helpRow(std::string_view left, std::string_view right, size_t column);

/// What qdc is, in one line.
inline constexpr std::string_view kToolSummary = "an ahead-of-time compiler for simulation kernels";
/// What holds for all verbs: a paragraph.
inline constexpr std::string_view kToolNotes =
    "A file or an option in the place of the verb means compile. @FILE anywhere\n"
    "stands for the words in FILE, split as a shell splits them; in NAME=@FILE it\n"
    "does not.";

/// Variables that every verb reads.
std::span<const Variable> toolVariables();

/// "qdc VERB --help".
std::string helpText(const Verb &verb);
/// "qdc --help".
std::string helpText(std::span<const Verb> verbs);
/// The reference part of docs/command-line.md.
std::string helpMarkdown(std::span<const Verb> verbs);
/// The manual page qdc(1), in the man macros of troff. `version` is qdc's.
std::string manualPage(std::span<const Verb> verbs, std::string_view version);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_VERB_H
