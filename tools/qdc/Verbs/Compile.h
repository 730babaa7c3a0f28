//===- Compile.h - What qdc compile is asked for ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_COMPILE_H
#define QDC_TOOLS_VERBS_COMPILE_H

#include "CommandLine/ExitCode.h"
#include "Crash/CrashHandler.h"
#include "qdc/Driver/Diagnostics.h"
#include "qdc/Driver/DriverOptions.h"

#include <string>

namespace qdc {

/// A command line of qdc compile, which has been checked.
struct CompileRequest {
  DriverOptions options;
  DiagnosticFormat format = DiagnosticFormat::text;
  /// The words of a crash's response file, as CrashReport has them: nothing in them writes files.
  std::string crashWords;
};

/// What a crash of this compile leaves behind, and where.
CrashReport crashReport(const CompileRequest &request);

/// Reports why a compile failed, if the printer has not, and gives its exit code. An internal error is a crash: it ends
/// the process.
ExitCode reportCompile(const Status &status, const CrashHandler &crashes, DiagnosticPrinter &printer);

/// Compiles, and tells how far it is and what is wrong.
ExitCode runCompile(const CompileRequest &request);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_COMPILE_H
