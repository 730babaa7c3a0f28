//===- CodeOptions.h - Options of every target ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How kernels become code. An option is declared here alone: a member and, in
// the table below it, how it is given. The command line takes what the table
// has, the digest of a package counts it, and the struct goes as a whole to the
// targets, which read the member. No LLVM here: a command line includes this.
//
// What one family of targets has alone is its own (TargetFamily.h).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CODEOPTIONS_H
#define QDC_TARGET_CODEOPTIONS_H

#include <initializer_list>
#include <iterator>
#include <string_view>
#include <variant>

namespace qdc {

/// The same for every image of a package.
struct CodeOptions {
  unsigned optimizationLevel = 3; // 0 to 3
  bool debugInfo = false;         // line tables, so that a debugger steps through the .qir
  bool contract = true;           // a * b + c may round once, where that is faster
  bool fuseTasks = true;          // neighbouring parallel loops may become one task
};

/// One of them as it is given.
struct CodeOption {
  struct Value {
    std::string_view spelling;
    unsigned value;
  };
  std::string_view name;      // "--fp-contract"
  std::string_view valueName; // as it follows the name in help: "=MODE"; empty: a flag
  std::string_view help;      // one line, lower-case start, no full stop
  std::variant<unsigned CodeOptions::*, bool CodeOptions::*> member; // of a flag a bool
  std::initializer_list<Value> values; // what it may be given; of a flag one without a spelling: what it sets
  std::string_view digestName;         // in the text that optionsDigest hashes

  constexpr unsigned get(const CodeOptions &options) const {
    return std::visit([&](auto place) { return static_cast<unsigned>(options.*place); }, member);
  }
  void set(CodeOptions &options, unsigned value) const {
    std::visit([&](auto place) { options.*place = value; }, member);
  }
};

/// In the order of help.
inline constexpr CodeOption codeOptions[] = {
    {.name = "-O",
     .valueName = "LEVEL",
     .help = "optimisation level",
     .member = &CodeOptions::optimizationLevel,
     .values = {{"0", 0}, {"1", 1}, {"2", 2}, {"3", 3}},
     .digestName = "optimization"},
    {.name = "-g",
     .valueName = "",
     .help = "debug information: gdb steps through the .qir",
     .member = &CodeOptions::debugInfo,
     .values = {{"", true}},
     .digestName = "debug"},
    {.name = "--fp-contract",
     .valueName = "=MODE",
     .help = "whether a * b + c may round once; with off, + - * / sqrt are bit-equal on every target",
     .member = &CodeOptions::contract,
     .values = {{"fast", true}, {"off", false}},
     .digestName = "contract"},
    {.name = "-fno-task-fusion",
     .valueName = "",
     .help = "one task for each parallel loop, also where neighbours could share one",
     .member = &CodeOptions::fuseTasks,
     .values = {{"", false}},
     .digestName = "fuse"},
};

/// An error here, where a member has been added: name it, and give it a row above, which command line and digests read.
constexpr size_t countMembers(const CodeOptions &options) {
  const auto &[optimizationLevel, debugInfo, contract, fuseTasks] = options;
  return std::initializer_list<unsigned>{optimizationLevel, debugInfo, contract, fuseTasks}.size();
}
static_assert(std::size(codeOptions) == countMembers(CodeOptions()));

} // namespace qdc

#endif // QDC_TARGET_CODEOPTIONS_H
