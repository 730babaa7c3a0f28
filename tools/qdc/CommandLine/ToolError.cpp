//===- ToolError.cpp - Why a verb stops -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ToolError.h"

#include "CommandLine/Terminal.h"
#include "qdc/Support/PrintableText.h"

#include <cstdio>
#include <unistd.h>

using namespace qdc;

ExitCode qdc::reportError(const ToolError &error) {
  const char *format = takesColours(STDERR_FILENO) ? "qdc: \033[1;31merror:\033[0m %s\n" : "qdc: error: %s\n";
  std::fprintf(stderr, format, printableLine(error.message).c_str());
  for (const std::string &line : error.details)
    std::fprintf(stderr, "  %s\n", printableLine(line).c_str());
  return error.exitCode;
}

void qdc::reportWarning(const std::string &message) {
  const char *format = takesColours(STDERR_FILENO) ? "qdc: \033[1;35mwarning:\033[0m %s\n" : "qdc: warning: %s\n";
  std::fprintf(stderr, format, printableLine(message).c_str());
}
