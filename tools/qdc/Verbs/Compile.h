//===- Compile.h - What qdc compile is asked for ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_COMPILE_H
#define QDC_TOOLS_VERBS_COMPILE_H

#include "CommandLine/ExitCode.h"
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

/// Compiles, and tells how far it is and what is wrong.
ExitCode runCompile(const CompileRequest &request);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_COMPILE_H
