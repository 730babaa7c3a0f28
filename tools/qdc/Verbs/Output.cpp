//===- Output.cpp - Where a verb leaves what it makes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verbs/Output.h"

#include "qdc/Support/AtomicFile.h"

#include <cstdio>
#include <unistd.h>

using namespace qdc;

ExitCode qdc::writeOutput(const std::string &path, ByteSpan bytes) {
  if (path != "-") {
    Status status = writeFileAtomically(path, bytes);
    return status ? ExitCode::success : reportError(ToolError::from(status.error()));
  }
  const bool isWritten = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
  return isWritten && std::fflush(stdout) == 0 ? ExitCode::success
                                               : reportError(ToolError::input("cannot write to standard output"));
}

Failure qdc::checkPackageOutput(const std::string &path, const std::string &usage) {
  if (path.empty())
    return ToolError::badUsage("no output given: expected " + usage);
  if (path == "-" && isatty(STDOUT_FILENO))
    return ToolError::badUsage("refusing to write a package to a terminal: expected '-o FILE'");
  return {};
}
