//===- CacheFill.cpp - qdc cache fill -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verbs/CacheFill.h"

#include "CommandLine/ProgressLine.h"
#include "CommandLine/Terminal.h"

#include <unistd.h>

using namespace qdc;

/// One input; reports why it failed.
static ExitCode fillOne(const CompileRequest &request, DiagnosticPrinter &printer) {
  CompileProgress progress;
  CrashHandler crashes(crashReport(request), progress);
  Status status = compile(request.options, printer, progress);
  printer.finish();
  return reportCompile(status, crashes, printer);
}

ExitCode qdc::runCacheFill(CacheFillRequest &request) {
  const bool isText = request.compile.format == DiagnosticFormat::text;
  DiagnosticPrinter printer(stderr, request.compile.format, isText && takesColours(STDERR_FILENO));
  std::atomic<uint64_t> done = 0;
  ExitCode code = ExitCode::success;
  {
    ProgressLine line(isText ? STDERR_FILENO : -1, [&](double seconds) {
      return progressText("filling the cache:", done, request.inputs.size(), seconds);
    });
    printer.setBeforePrint([&] { line.erase(); });
    for (const std::string &input : request.inputs) {
      request.compile.options.input = input;
      request.compile.options.package.sourceName = recordedName(input, request.maps);
      ExitCode filled = fillOne(request.compile, printer);
      code = code == ExitCode::success ? filled : code;
      ++done;
      if (!request.compile.options.cache.takesEntries() && done < request.inputs.size()) {
        printer.error("the cache takes no more entries: left out '" + request.inputs[done] + "'" +
                      (done + 1 < request.inputs.size() ? " and what follows it" : ""));
        break;
      }
    }
    printer.setBeforePrint(nullptr);
  }
  return code;
}
