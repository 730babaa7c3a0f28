//===- ExitCode.h - What qdc tells the shell --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_EXITCODE_H
#define QDC_TOOLS_COMMANDLINE_EXITCODE_H

#include "qdc/Support/Result.h"

#include <span>

namespace qdc {

/// The exit codes of every verb; exitCodeMeanings says what they promise.
enum class ExitCode : int {
  success = 0,
  inputError = 1,
  badUsage = 2,
  toolMissing = 3,
  badPackage = 4,
  internalError = 70,
  noDevice = 77,
};

struct ExitCodeMeaning {
  ExitCode code = ExitCode::success;
  const char *meaning = "";
};

/// Every exit code with what it means, for help and documentation.
std::span<const ExitCodeMeaning> exitCodeMeanings();

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
  case ErrorCode::deviceLost:
  case ErrorCode::unsupported:
    return ExitCode::inputError;
  }
  return ExitCode::internalError;
}

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_EXITCODE_H
