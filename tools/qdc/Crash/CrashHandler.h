//===- CrashHandler.h - Report a crash with what reproduces it --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bug in qdc, LLVM or lld ends in a signal, in LLVM's fatal error handler, in
// a failed allocation, or in an error with ErrorCode::internal. Each becomes one
// line on standard error, exit code 70 and two files that reproduce it, as clang
// does: the source, and a response file with the command line.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_CRASH_CRASHHANDLER_H
#define QDC_TOOLS_CRASH_CRASHHANDLER_H

#include "qdc/Driver/Compile.h"
#include "qdc/Driver/Diagnostics.h"

#include <string>
#include <string_view>

namespace qdc {

/// What a report needs, made while the process is well.
struct CrashReport {
  /// The files' names without their number and ending:
  /// "/tmp/qdc-crash-heat-1234" for "/tmp/qdc-crash-heat-1234-0.qir".
  std::string stem;
  /// The command line's words but for the input and what names outputs, as a
  /// response file has them.
  std::string words;
  DiagnosticFormat format = DiagnosticFormat::text;
};

/// The folder for temporary files, with '/' at its end.
std::string crashFolder();

/// A word as a response file has it.
std::string quotedWord(std::string_view word);

/// Catches this process's crashes from now on until it is destroyed, which must
/// be before `progress` is. One at a time may exist: signals have one handler.
class CrashHandler {
public:
  CrashHandler(CrashReport report, const CompileProgress &progress);
  ~CrashHandler();
  CrashHandler(const CrashHandler &) = delete;
  CrashHandler &operator=(const CrashHandler &) = delete;

  /// Writes files that were not there before, one line that names them, and
  /// ends the process with exit code 70; nothing else of it runs, so no output
  /// is finished. Allocates nothing, takes no lock: signal handlers call it.
  /// The first thread to call it reports; the others wait for the end.
  [[noreturn]] void reportAndExit(std::string_view reason) const;

private:
  CrashReport report;
  const CompileProgress &progress;
};

} // namespace qdc

#endif // QDC_TOOLS_CRASH_CRASHHANDLER_H
