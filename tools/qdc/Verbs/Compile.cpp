//===- Compile.cpp - qdc compile ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verbs/Compile.h"

#include "CommandLine/ProgressLine.h"
#include "CommandLine/Terminal.h"
#include "qdc/Driver/Compile.h"

#include <unistd.h>

using namespace qdc;

CrashReport qdc::crashReport(const CompileRequest &request) {
  std::string stem = crashFolder() + "qdc-crash-" + inputStem(request.options.input);
  return {stem + "-" + std::to_string(::getpid()), request.crashWords, request.format};
}

/// Whether nothing else than progress and diagnostics goes to standard error or the terminal.
static bool mayShowProgress(const CompileRequest &request) {
  const DriverOptions &options = request.options;
  return request.format == DiagnosticFormat::text && !options.isVerbose && options.printIRAfter.empty() &&
         options.timeReport == TimeReport::none && options.output != "-";
}

/// "compiling: emit, 1 of 4 targets, 3 s"
static std::string progressText(const CompileProgress &progress, size_t targets, double seconds) {
  const char *phase = progress.phase;
  std::string text = "compiling: " + std::string(phase ? phase : "start");
  if (targets > 1 && phase == std::string_view("emit"))
    text += ", " + std::to_string(progress.emittedTargets) + " of " + std::to_string(targets) + " targets";
  return text + ", " + std::to_string(static_cast<uint64_t>(seconds)) + " s";
}

static Status compileWithProgress(const CompileRequest &request, DiagnosticPrinter &printer,
                                  CompileProgress &progress) {
  ProgressLine line(mayShowProgress(request) ? STDERR_FILENO : -1, [&](double seconds) {
    const PackageOptions &package = request.options.package;
    return progressText(progress, package.targets.size() * (1 + package.variants.size()), seconds);
  });
  printer.setBeforePrint([&] { line.erase(); });
  Status status = compile(request.options, printer, progress);
  printer.finish();
  printer.setBeforePrint(nullptr);
  return status;
}

ExitCode qdc::reportCompile(const Status &status, const CrashHandler &crashes, DiagnosticPrinter &printer) {
  if (status)
    return ExitCode::success;
  if (status.error().code == ErrorCode::internal)
    crashes.reportAndExit(status.error().message);
  if (!status.error().message.empty())
    printer.error(status.error().message);
  return exitCode(status.error().code);
}

ExitCode qdc::runCompile(const CompileRequest &request) {
  bool isColoured = request.format == DiagnosticFormat::text && takesColours(STDERR_FILENO);
  DiagnosticPrinter printer(stderr, request.format, isColoured);
  CompileProgress progress;
  CrashHandler crashes(crashReport(request), progress);
  return reportCompile(compileWithProgress(request, printer, progress), crashes, printer);
}
