//===- Help.h - What is made from the verbs' descriptions -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_HELP_H
#define QDC_TOOLS_COMMANDLINE_HELP_H

#include "CommandLine/Verb.h"

#include <map>
#include <string_view>

namespace qdc {

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
std::string helpText(const CLI::App &tool);
/// The reference part of docs/command-line.md.
std::string helpMarkdown(const CLI::App &tool);
/// The manual page qdc(1), in the man macros of troff. `version` is qdc's.
std::string manualPage(const CLI::App &tool, std::string_view version);

/// What a shell offers for values, beside names of files, by what they are called: {"TARGET", {"cpu:native", ...}}.
using OfferedValues = std::map<std::string, std::vector<std::string>>;

/// Scripts that complete verbs, options, the values of options, and files. They
/// are whole and static: completing starts no process.
std::string bashCompletion(const CLI::App &tool, const OfferedValues &offered);
std::string zshCompletion(const CLI::App &tool, const OfferedValues &offered);
std::string fishCompletion(const CLI::App &tool, const OfferedValues &offered);
/// The words for an option's value, with blanks between; "" for none.
std::string offeredWords(const CLI::Option &option, const OfferedValues &offered);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_HELP_H
