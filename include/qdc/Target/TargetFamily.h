//===- TargetFamily.h - Targets that share options and tools ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands before the colon of a target's spelling, such as "cpu", names its
// family. A family owns what its targets alone need: options of the command
// line, variables of the environment, programs that are run. It tells of them as
// data, so that a command line takes them and help lists them without knowing
// what they mean.
//
// One object of each family serves one compilation. Its options and variables
// are given first, by one thread; after that it does not change, and any number
// of threads may use it and its targets. It outlives its targets.
//
// To add a family: implement this class in a folder of lib/Target, and add it
// to the table in lib/Target/Families/TargetFamilies.cpp. No LLVM here: code that
// reads a command line includes this.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_TARGETFAMILY_H
#define QDC_TARGET_TARGETFAMILY_H

#include "qdc/Support/Result.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

class Target;

/// A spelling that TargetFamily::make accepts, with a few words on what it is.
struct TargetDescription {
  std::string spelling;
  std::string summary;
  /// Why its code does not run on this machine; empty: it does, as far as the compiler can tell.
  std::string cannotRunReason;
};

/// What an option is about: help has those of one topic together.
enum class OptionTopic : uint8_t { code, tools };

/// An option of the command line.
struct FamilyOption {
  OptionTopic topic = OptionTopic::code;
  std::string usage;                     // as it is written: "--ptxas-path=FILE", "-Xptxas ARG"
  std::string help;                      // one line, lower-case start, no full stop
  std::vector<std::string> choices = {}; // the values that it takes; empty: any
  std::string standard = {};             // for help: the value that counts without it; empty: there is none
  bool isList = false;                   // all values count, also several with ',' between them; else the last one
  /// Called at most once, with what was given: one value, or of a list all in their order.
  std::function<void(const std::vector<std::string> &values)> take;
};

/// A variable of the environment.
struct FamilyVariable {
  std::string name;
  std::string help;                                   // like an option's; empty: help does not mention it
  std::function<void(const std::string &value)> take; // called once; empty: it is not set
};

/// An option that is part of a package, with what it is set to: {"-Xptxas", {"-v"}}.
struct OptionValues {
  std::string name;
  std::vector<std::string> values;
};

/// A program of others that is run for the family's targets, or for what is made for them.
struct FamilyTool {
  std::string name;
  std::string use;          // "makes cuda:sm_N"
  std::string path = {};    // of the file
  std::string version = {}; // "13.0.88"
  std::string foundBy = {}; // what led to it: "--ptxas-path", "CUDA_HOME", "PATH"
  std::string missing = {}; // why it cannot be used, the three above are empty then; empty: it can
};

/// Gives the SHA-256 of a file's bytes, 64 lower-case hexadecimal digits, or why it cannot be read.
using DigestOfFile = std::function<Result<std::string>(const std::string &path)>;

class TargetFamily {
public:
  virtual ~TargetFamily() = default;

  /// "cuda" of "cuda:sm_90".
  virtual std::string_view name() const = 0;

  /// Its targets, in the order in which they are listed.
  virtual std::vector<TargetDescription> describe() const = 0;

  /// The target of a spelling that begins with the family's name. Fails with ErrorCode::invalidArgument, listing what
  /// is accepted, where there is none.
  virtual Result<std::unique_ptr<Target>> make(std::string_view spelling) const = 0;

  /// What may be given, in the order of help. `take` refers to the family, which must outlive it.
  virtual std::vector<FamilyOption> options() { return {}; }
  virtual std::vector<FamilyVariable> variables() { return {}; }

  /// Whether the options that were given are of use for `targets`, the spellings of a whole compilation. Fails with
  /// ErrorCode::invalidArgument, naming the option and what it needs.
  virtual Status check(std::span<const std::string> /*targets*/) const { return {}; }

  /// What the options are set to that can change the bytes of an image, given or not. The places and versions of tools
  /// are not among them: an image says what it was made by.
  virtual std::vector<OptionValues> packageOptions() const { return {}; }

  /// What else decides the bytes of an image for `spelling`, one of its targets, beside the kernels, qdc itself and
  /// packageOptions(): the processor that "native" stands for, and the digests of the tools' files. Equal fingerprints
  /// mean equal images. Nothing is started. Fails where what `make` and the target need is not found, as these do.
  virtual Result<std::vector<OptionValues>> fingerprint(std::string_view spelling,
                                                        const DigestOfFile &digestOf) const = 0;

  /// The programs, looked for now, whether they are needed or not.
  virtual std::vector<FamilyTool> tools() const { return {}; }
};

} // namespace qdc

#endif // QDC_TARGET_TARGETFAMILY_H
