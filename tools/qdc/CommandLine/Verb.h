//===- Verb.h - One word after qdc ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verb is data too: help, completion and documentation are made from it.
// tools/qdc/Verbs holds one file for each.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_VERB_H
#define QDC_TOOLS_COMMANDLINE_VERB_H

#include "CommandLine/ExitCode.h"
#include "CommandLine/OptionTable.h"

#include <span>
#include <string>
#include <vector>

namespace qdc {

/// A command that teaches something.
struct Example {
  std::string purpose; // "one package for two kinds of processor"
  std::string command; // "qdc compile heat.qir ..."
};

struct Verb {
  std::string name;
  std::string summary;              // one line
  std::string usage;                // what follows "qdc NAME "
  std::vector<std::string> details; // paragraphs, at most 80 columns a line
  std::vector<Example> examples;
  std::vector<OptionSpec> options;
  std::vector<std::string> words; // what may follow it, for completion; empty: files
  ExitCode (*run)(const Verb &verb, std::span<const ParsedArgument> arguments) = nullptr;
};

/// "qdc VERB --help".
std::string helpText(const Verb &verb);
/// "qdc --help".
std::string helpText(std::span<const Verb> verbs);
/// The reference part of docs/command-line.md.
std::string helpMarkdown(std::span<const Verb> verbs);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_VERB_H
