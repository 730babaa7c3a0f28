//===- Compile.cpp - From a kernel file to a package ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/Compile.h"

#include "Paths.h"
#include "ShowPhases.h"
#include "qdc/Driver/CompileCached.h"
#include "qdc/Driver/Phases.h"
#include "qdc/Driver/ReadKernels.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Support/FileBytes.h"
#include "qdc/Support/PrintableText.h"

#include <cstdio>
#include <unistd.h>

using namespace qdc;

namespace {
/// Shows on standard error what a compile says, and keeps its progress.
class CommandLineListener final : public CompileListener {
public:
  CommandLineListener(bool isVerbose, DiagnosticPrinter &printer, CompileProgress &progress)
      : isVerbose(isVerbose), printer(printer), progress(progress) {}

  void report(const Diagnostic &diagnostic) override { printer.print(diagnostic); }
  void showToolOutput(const std::string &text) override { std::fprintf(stderr, "%s\n", printableText(text).c_str()); }
  void beginPhase(const char *name) override { progress.phase = name; }
  void finishImage() override { ++progress.emittedTargets; }
  void log(const std::string &line) override {
    if (isVerbose)
      std::fprintf(stderr, "qdc: %s\n", printableLine(line).c_str());
  }

private:
  bool isVerbose;
  DiagnosticPrinter &printer;
  CompileProgress &progress;
};
} // namespace

static Status readSource(const std::string &input, DiagnosticPrinter &printer, CompileProgress &progress) {
  Result<ByteVector> bytes = input == "-" ? readOpenFile(STDIN_FILENO, "standard input") : readFileBytes(input);
  if (!bytes) {
    printer.fileError(displayedName(input), bytes.error().message);
    return Error{bytes.error().code, ""};
  }
  progress.source = std::move(*bytes);
  progress.hasSource = true;
  std::string_view text = asText(progress.source);
  if (!isBytecode(text))
    printer.addSource(displayedName(input), std::string(text));
  return {};
}

static Status writeFile(const std::string &path, ByteSpan bytes, DiagnosticPrinter &printer) {
  Status status = writeFileAtomically(path, bytes);
  if (status)
    return {};
  printer.fileError(path, status.error().message);
  return Error{status.error().code, ""};
}

static Status write(const std::string &path, ByteSpan bytes, DiagnosticPrinter &printer) {
  if (path != "-")
    return writeFile(path, bytes, printer);
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0)
    return Error{ErrorCode::inputOutput, "cannot write to standard output"};
  return {};
}

/// A name in a dependency file, as make and ninja read it.
static std::string makeName(const std::string &name) {
  std::string text;
  for (char c : name)
    text += c == '$' ? "$$" : c == ' ' || c == '#' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return text;
}

static Status writeDependencies(const DriverOptions &options, DiagnosticPrinter &printer) {
  std::string target = options.dependencyTarget.empty() ? options.output : options.dependencyTarget;
  std::string path = options.dependencyFile.empty() ? withoutEnding(options.output) + ".d" : options.dependencyFile;
  std::string input = options.input == "-" ? "" : " " + makeName(options.input);
  return writeFile(path, asBytes(makeName(target) + ":" + input + "\n"), printer);
}

static Status writeOutput(const DriverOptions &options, ByteSpan bytes, DiagnosticPrinter &printer,
                          CompileListener &listener) {
  if (Status status = write(options.output, bytes, printer); !status)
    return status;
  listener.log("write " + options.output + ": " + std::to_string(bytes.size()) + " bytes");
  return options.writeDependencies ? writeDependencies(options, printer) : Status();
}

/// The reasons of all troubles: "cannot read 'a': ..., and cannot write 'b': ...".
static std::string reasonsOf(std::span<const CacheTrouble> troubles) {
  std::string text;
  for (const CacheTrouble &trouble : troubles)
    text += (text.empty() ? "" : ", and ") + trouble.reason;
  return text;
}

static Result<ByteVector> takeFromCache(const KernelSource &source, const DriverOptions &options,
                                        CompileListener &listener) {
  Result<CachedCompile> compiled = compileCached(source, options, options.cache,
                                                 options.fillsCache ? CacheGoal::fill : CacheGoal::package, listener);
  if (!compiled)
    return compiled.error();
  if (options.fillsCache && !compiled->isKept)
    return Error{ErrorCode::inputOutput, reasonsOf(compiled->troubles)};
  for (const CacheTrouble &trouble : compiled->troubles)
    listener.report({Severity::warning, "", 0, 0, trouble.reason + "; " + trouble.outcome, {}});
  return std::move(compiled->package);
}

Status qdc::compile(const DriverOptions &options, DiagnosticPrinter &printer, CompileProgress &progress) {
  CommandLineListener listener(options.isVerbose, printer, progress);
  if (Status status = readSource(options.input, printer, progress); !status)
    return status;
  const KernelSource source{progress.source, displayedName(options.input)};
  Result<ByteVector> output = showsPhases(options)       ? compileShowingPhases(source, options, listener)
                              : options.cache.areThere() ? takeFromCache(source, options, listener)
                                                         : compilePackage(source, options, listener);
  if (!output)
    return output.error();
  if (options.fillsCache)
    return {};
  const bool isPackage = options.stopAfter.empty() || options.stopAfter == phases().back().name;
  if (options.embedSymbol && isPackage)
    output = embedObject(*output, *options.embedSymbol, options.embedMachine);
  return writeOutput(options, *output, printer, listener);
}
