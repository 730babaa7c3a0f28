//===- ToolError.h - Why a verb stops ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_TOOLERROR_H
#define QDC_TOOLS_COMMANDLINE_TOOLERROR_H

#include "CommandLine/ExitCode.h"

#include <optional>
#include <string>
#include <vector>

namespace qdc {

/// What a verb prints as "qdc: error: MESSAGE", and the code it exits with.
struct ToolError {
  ExitCode exitCode = ExitCode::internalError;
  std::string message;
  std::vector<std::string> details = {}; // lines below it

  static ToolError badUsage(std::string message) { return {ExitCode::badUsage, std::move(message)}; }
  static ToolError input(std::string message) { return {ExitCode::inputError, std::move(message)}; }
  static ToolError from(const Error &error) { return {qdc::exitCode(error.code), error.message}; }
};

/// Nothing on success.
using Failure = std::optional<ToolError>;

/// Prints the error to standard error, coloured on a terminal, and gives its
/// code. Message and details are a line each, whatever they hold (printableLine).
ExitCode reportError(const ToolError &error);

/// Prints "qdc: warning: MESSAGE" likewise, in one line.
void reportWarning(const std::string &message);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_TOOLERROR_H
