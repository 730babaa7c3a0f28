//===- Compile.cpp - From a kernel file to a package ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/Compile.h"

#include "Compilation.h"
#include "Paths.h"
#include "TimeReport.h"
#include "qdc/Driver/Phases.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Target/CompilerThread.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace qdc;

static Status makeTargets(Compilation &compilation) {
  const PackageOptions &options = compilation.options.package;
  std::vector<std::string> variants = {""};
  variants.insert(variants.end(), options.variants.begin(), options.variants.end());
  for (const std::string &variant : variants)
    for (const std::string &spelling : options.targets) {
      Result<std::unique_ptr<Target>> target = makeTarget(options.families, spelling);
      if (!target)
        return Error{ErrorCode::toolMissing, target.error().message};
      compilation.targets.push_back({std::move(*target), variant, nullptr, {}});
    }
  return {};
}

//===----------------------------------------------------------------------===//
// IR between the phases
//===----------------------------------------------------------------------===//

static std::string irText(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text + "\n";
}

/// The IR as it is now: of each target once there is one, else of all.
static std::vector<std::pair<std::string, std::string>> currentIR(const Compilation &compilation) {
  std::vector<std::pair<std::string, std::string>> parts;
  for (const TargetCompilation &target : compilation.targets)
    if (target.module)
      parts.emplace_back(target.name(), irText(*target.module));
  if (parts.empty())
    parts.emplace_back("", irText(*compilation.module));
  return parts;
}

static Status showIR(const Compilation &compilation, size_t number) {
  const Phase &phase = phases()[number];
  const DriverOptions &options = compilation.options;
  bool isPrinted = std::ranges::find(options.printIRAfter, phase.name) != options.printIRAfter.end();
  if (!isPrinted && !options.saveTemps)
    return {};
  for (const auto &[target, text] : currentIR(compilation)) {
    std::string name = target.empty() ? "" : " for " + target;
    if (isPrinted)
      std::fprintf(stderr, "// IR after %s%s\n%s", phase.name, name.c_str(), text.c_str());
    std::string suffix =
        (target.empty() ? "" : targetInFileName(target) + ".") + std::to_string(number) + "-" + phase.name + ".mlir";
    if (options.saveTemps && phase.changesIR)
      if (Status status = compilation.saveTemporary(suffix, asBytes(text)); !status)
        return status;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

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

static Status writeOutput(const Compilation &compilation) {
  const DriverOptions &options = compilation.options;
  std::string text;
  if (!options.stopAfter.empty() && options.stopAfter != phases().back().name)
    for (const auto &[target, part] : currentIR(compilation))
      text += target.empty() ? part : "// target " + target + "\n" + part;
  ByteVector object;
  if (options.embedSymbol)
    object = embedObject(compilation.package, *options.embedSymbol, options.embedMachine);
  const ByteSpan package = options.embedSymbol ? object : compilation.package;
  ByteSpan bytes = text.empty() ? package : asBytes(text);
  if (Status status = write(options.output, bytes, compilation.printer); !status)
    return status;
  compilation.log("write " + options.output + ": " + std::to_string(bytes.size()) + " bytes");
  return options.writeDependencies ? writeDependencies(options, compilation.printer) : Status();
}

//===----------------------------------------------------------------------===//
// The phases
//===----------------------------------------------------------------------===//

/// The reason why a phase failed; an empty message if the printer has shown it.
static Error phaseError(const Compilation &compilation, const Phase &phase, unsigned errorsBefore) {
  if (compilation.failure())
    return *compilation.failure();
  if (compilation.printer.errorCount() > errorsBefore)
    return Error{ErrorCode::invalidArgument, ""};
  return Error{ErrorCode::internal, std::string("phase '") + phase.name + "' failed and gave no reason"};
}

static Status runPhases(Compilation &compilation, std::vector<PhaseTime> &times) {
  for (size_t number = 0; number < phases().size(); ++number) {
    const Phase &phase = phases()[number];
    compilation.log(std::string("phase ") + phase.name);
    compilation.progress.phase = phase.name;
    unsigned errorsBefore = compilation.printer.errorCount();
    auto start = std::chrono::steady_clock::now();
    bool isDone = phase.run(compilation);
    times.push_back({phase.name, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
    if (!isDone)
      return phaseError(compilation, phase, errorsBefore);
    if (Status status = showIR(compilation, number); !status)
      return status;
    if (compilation.options.stopAfter == phase.name)
      break;
  }
  return {};
}

static Status compileHere(const DriverOptions &options, DiagnosticPrinter &printer, CompileProgress &progress) {
  Compilation compilation(options, printer, progress);
  if (Status status = makeTargets(compilation); !status)
    return status;
  std::vector<PhaseTime> times;
  Status status = runPhases(compilation, times);
  if (options.timeReport != TimeReport::none) {
    std::string report = options.timeReport == TimeReport::json ? timeReportJson(times) : timeReportText(times);
    std::fputs(report.c_str(), stderr);
  }
  return status ? writeOutput(compilation) : status;
}

Status qdc::compile(const DriverOptions &options, DiagnosticPrinter &printer, CompileProgress &progress) {
  Status status;
  {
    CompilerThread thread([&] { status = compileHere(options, printer, progress); });
  }
  return status;
}
