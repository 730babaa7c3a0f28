//===- OptionTable.h - The options of a verb --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verb's options are data: one table that the parser, `--help`, the shell
// completions, the manual page and docs/command-line.md read. The forms are clang's: -o FILE,
// -O2, -j4 or -j 4, -save-temps, --name=VALUE or --name VALUE.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_OPTIONTABLE_H
#define QDC_TOOLS_COMMANDLINE_OPTIONTABLE_H

#include "qdc/Support/Result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

enum class OptionForm : uint8_t {
  flag,             // -g
  value,            // -o FILE, --target VALUE, --target=VALUE
  joined,           // -O2
  joinedOrSeparate, // -j4, -j 4
  optionalValue,    // --print-ir-after, --print-ir-after=lower
};

/// What a shell completes a value with, beside the option's `values`.
enum class ValueHint : uint8_t { none, file };

struct OptionSpec {
  std::string name;       // with its dashes
  std::string alias = {}; // another name for it, or empty
  OptionForm form = OptionForm::flag;
  std::string valueName = {};           // "FILE"; empty for a flag
  std::string help = {};                // one line, lower-case start, no full stop
  std::vector<std::string> values = {}; // all that is accepted; empty: anything
  std::string defaultValue = {};        // what counts when it is left out, for help; empty: nothing to say
  ValueHint hint = ValueHint::none;
  /// Without `values`: what a shell offers, though more is accepted. Called for completion scripts only.
  std::vector<std::string> (*suggestions)() = nullptr;
  bool isList = false;       // the value may be comma-separated
  bool isRepeatable = false; // may be given more than once; else the last one counts
  bool hasEquals = false;    // see takesEquals

  /// Whether its value is written after "=": "--target=VALUE", "-ffile-prefix-map=VALUE", and with `hasEquals`
  /// "-Rpass=VALUE", but "-o VALUE".
  bool takesEquals() const;
  /// How help shows it: "--target=TARGET[,TARGET...]", "-h, --help".
  std::string spelling() const;
  /// What help says about it: "optimisation level (one of 0, 1, 2, 3; default: 3)".
  std::string description() const;
};

/// One thing on a command line.
struct ParsedArgument {
  const OptionSpec *option = nullptr; // NULL: not an option; of the table given to parseArguments
  std::string value;                  // the option's value, or the word itself
};

/// Reads the words after the verb. `-` alone and everything after `--` are not
/// options; comma-separated values become one entry each. The error names the
/// word and what is accepted instead, and has the code invalidArgument.
/// `options` must outlive the result.
Result<std::vector<ParsedArgument>> parseArguments(std::span<const OptionSpec> options,
                                                   std::span<const std::string> words);

/// An option's value as a whole number from `least` to `most`, or an error that names the option.
Result<uint64_t> parseCount(std::string_view option, std::string_view text, uint64_t least, uint64_t most);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_OPTIONTABLE_H
