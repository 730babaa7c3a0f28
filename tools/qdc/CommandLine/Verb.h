//===- Verb.h - One word after qdc ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verb is a subcommand of CLI11, which holds its options: their names, what
// they set, their checks and texts. Parser, help, completion, manual page and
// documentation all read that. CLI11 reports by exceptions, so no file that sees
// LLVM includes this one.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_VERB_H
#define QDC_TOOLS_COMMANDLINE_VERB_H

#include "CommandLine/ExitCode.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>
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

/// CLI11's subcommand, and what it has no place for.
///
/// An option is added by its usage, also in clang's forms: "-save-temps",
/// "-o FILE", "--target=TARGET", and "--print-ir-after[=PHASE]" with
/// expected(0, 1). Its type_name() is what follows the name, " FILE"; -OLEVEL is
/// "-O" with type_name("LEVEL"). After one letter the value may follow at once,
/// -j4, unless it is a file. The description is one line, lower-case start, no
/// full stop; default_str() says what counts when the option is left out. The
/// value may be a list with delimiter(','). The last of several counts, but for
/// take_all().
class Verb : public CLI::App {
public:
  Verb(std::string name, std::string summary, std::string usage);

  std::string usage;                // what follows "qdc NAME "
  std::vector<std::string> details; // paragraphs, at most 80 columns a line
  std::vector<Example> examples;    // one at least; qdc --help shows the first
  std::vector<Variable> variables;
  std::vector<std::string> words; // what may follow it, for completion; empty: files
  /// Called when the options have set what they are bound to, with the words that are no options.
  std::function<ExitCode(std::span<const std::string> words)> run;

  template <typename... Arguments>
  CLI::Option *add_option(const std::string &usage, Arguments &&...arguments) {
    std::string name = usage.substr(0, usage.find_first_of(" =["));
    return App::add_option(nameForCLI11(name), std::forward<Arguments>(arguments)...)
        ->type_name(usage.substr(name.size()));
  }
  template <typename... Arguments>
  CLI::Option *add_flag(const std::string &name, Arguments &&...arguments) {
    return App::add_flag(nameForCLI11(name), std::forward<Arguments>(arguments)...);
  }
  /// --help is the last one.
  std::vector<const CLI::Option *> get_options() const;
  /// The option that is written so, or NULL.
  const CLI::Option *find(const std::string &name) const;

private:
  static std::string nameForCLI11(const std::string &name);
};

/// Adds a verb to the tool, which owns it.
Verb &addVerb(CLI::App &tool, std::string name, std::string summary, std::string usage);
/// The verbs, in the order in which they were added.
std::vector<const Verb *> verbsOf(const CLI::App &tool);
std::vector<std::string> verbNames(const CLI::App &tool);

/// The file that a word names as input: "-" is standard input.
std::string inputFile(const std::string &word);

/// What sets a list of strings. CLI11's own way takes "{}" for no value and "[a,b]" for two.
CLI::callback_t into(std::vector<std::string> &variable);
/// Accepts whole numbers, for transform(). CLI11's own check takes "010" for 8.
CLI::Validator wholeNumber(uint64_t least, uint64_t most);
/// Accepts finite decimal numbers above 0, for check().
CLI::Validator positiveNumber();

/// The names of an option as they are written: "-h", "--help".
std::vector<std::string> spellings(const CLI::Option &option);
/// The last of them.
std::string spelling(const CLI::Option &option);
/// Whether it is more than a flag, takes a comma-separated list, or a value that is called FILE.
bool takesValue(const CLI::Option &option);
bool takesList(const CLI::Option &option);
bool takesFile(const CLI::Option &option);
/// What stands between its name and the value: " ", "=", "", or "[=" where the value may be left out.
std::string separator(const CLI::Option &option);
/// What the value is called: "FILE".
std::string valueName(const CLI::Option &option);
/// All values that it takes; empty: any.
std::vector<std::string> choices(const CLI::Option &option);
/// How help shows it: "--target=TARGET[,TARGET...]", "-h, --help".
std::string optionUsage(const CLI::Option &option);
/// What help says about it: "optimisation level (one of 0, 1, 2, 3; default: 3)".
std::string optionHelp(const CLI::Option &option);

/// The words with the separator between them.
std::string joined(std::span<const std::string> words, const char *separator);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_VERB_H
