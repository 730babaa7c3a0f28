//===- ExitCode.h - What qdc tells the shell --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_EXITCODE_H
#define QDC_TOOLS_COMMANDLINE_EXITCODE_H

#include "qdc/Support/Result.h"

namespace qdc {

/// The exit codes of every verb; docs/command-line.md is the promise.
enum class ExitCode : int {
  success = 0,
  inputError = 1,  // the input is wrong, or a launch reported an error
  badUsage = 2,    // the command line is wrong
  toolMissing = 3, // a tool or a target is missing
  badPackage = 4,  // a package is invalid or incompatible
  internalError = 70,
  noDevice = 77, // test runners take it as "skipped"
};

/// The exit code for an error of a library.
inline ExitCode exitCode(ErrorCode code) {
  switch (code) {
  case ErrorCode::invalidPackage:
  case ErrorCode::incompatible:
    return ExitCode::badPackage;
  case ErrorCode::toolMissing:
    return ExitCode::toolMissing;
  case ErrorCode::noDevice:
    return ExitCode::noDevice;
  case ErrorCode::internal:
    return ExitCode::internalError;
  case ErrorCode::invalidArgument:
  case ErrorCode::notFound:
  case ErrorCode::outOfMemory:
  case ErrorCode::inputOutput:
  case ErrorCode::unsupported:
    return ExitCode::inputError;
  }
  return ExitCode::internalError;
}

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_EXITCODE_H
