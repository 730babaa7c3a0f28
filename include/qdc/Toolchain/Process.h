//===- Process.h - Run another program --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLCHAIN_PROCESS_H
#define QDC_TOOLCHAIN_PROCESS_H

#include "qdc/Support/FileDescriptor.h"
#include "qdc/Support/Result.h"

#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace qdc {

/// The number that the first file handed to a process has there; the others follow it.
inline constexpr int kFirstPassedFile = 3;

/// A path by which a process opens the file that was handed to it as number `index` of PassedFiles.
std::string passedFilePath(size_t index);

/// How a program ended, and what it said.
struct ProcessResult {
  int exitCode = 0;   // meaningful where `signal` is 0
  int signal = 0;     // the one that ended it; 0: none
  std::string output; // all of its standard output
  std::string errors; // all of its standard error

  bool succeeded() const { return exitCode == 0 && signal == 0; }
};

/// Runs the program at `path` and waits for its end, however long that takes. No shell is involved: each of
/// `arguments`, which do not begin with the program's name, reaches it as it is. It has this process's environment and
/// working directory, an empty standard input, default signal handling, and of this process's open files only `files`,
/// as kFirstPassedFile and on; both outputs are drained while it runs, so it never waits for a reader.
///
/// Any number of threads may call this at once. Fails with ErrorCode::inputOutput, naming the program, if it cannot be
/// started, where there are `files` but no file system proc, through which it would open them, and where this process
/// ignores SIGCHLD, so that the system does not tell how the program ended; a program that runs and fails is a result.
Result<ProcessResult> runProcess(const std::string &path, const std::vector<std::string> &arguments,
                                 std::span<const FileDescriptor *const> files = {});

/// Waits for `process`, a child of this one, and says in `result` how it ended. False, with errno set, if the system
/// does not tell: where this process ignores SIGCHLD.
bool waitForProcess(pid_t process, ProcessResult &result);

/// What a program said, errors first, to be shown: without blanks and line ends at its end, and with `firstFile` where
/// it names the first file that was handed to it.
std::string whatItSaid(const ProcessResult &result, const std::string &firstFile);

/// Such words in a message, which has one line: "; " stands between their lines.
std::string inOneLine(std::string_view words);

/// "ended with exit code 2" or "was ended by signal 11 (Segmentation fault)", for messages.
std::string howItEnded(const ProcessResult &result);

} // namespace qdc

#endif // QDC_TOOLCHAIN_PROCESS_H
