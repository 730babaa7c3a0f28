//===- Main.cpp - qdc -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Tool.h"
#include "CommandLine/ToolError.h"
#include "Verbs/Verbs.h"

#include <csignal>
#include <cstdio>

using namespace qdc;

int main(int argc, char **argv) {
  // A file that grows beyond `ulimit -f` is an error with a message, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  // The parent may have set SIGCHLD to be ignored, which is inherited; waitpid would then not tell how children end.
  std::signal(SIGCHLD, SIG_DFL);
  std::vector<std::string> words(argv + 1, argv + argc);
  ExitCode code = runTool(words, addVerbs);
  // A full disk behind standard output shows here at the latest.
  if ((std::fflush(stdout) != 0 || std::ferror(stdout)) && code == ExitCode::success)
    code = reportError(ToolError::input("cannot write to standard output"));
  return static_cast<int>(code);
}
