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

namespace qdc {

/// What a verb prints as "qdc: error: MESSAGE", and the code it exits with.
struct ToolError {
  ExitCode exitCode = ExitCode::internalError;
  std::string message;

  static ToolError badUsage(std::string message) { return {ExitCode::badUsage, std::move(message)}; }
  static ToolError input(std::string message) { return {ExitCode::inputError, std::move(message)}; }
  static ToolError from(const Error &error) { return {qdc::exitCode(error.code), error.message}; }
};

/// Nothing on success.
using Failure = std::optional<ToolError>;

/// Prints the error to standard error as one line (printableLine), coloured on
/// a terminal, and gives its code.
ExitCode reportError(const ToolError &error);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_TOOLERROR_H
