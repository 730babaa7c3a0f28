//===- ShowPhases.cpp - A compile that shows what it does -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ShowPhases.h"

#include "Paths.h"
#include "RunPhases.h"
#include "TimeReport.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Target/CompilerThread.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdio>

using namespace qdc;

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

static Status showIR(const Compilation &compilation, const DriverOptions &options, size_t number) {
  const Phase &phase = phases()[number];
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

static std::string irAtTheEnd(const Compilation &compilation) {
  std::string text;
  for (const auto &[target, part] : currentIR(compilation))
    text += target.empty() ? part : "// target " + target + "\n" + part;
  return text;
}

static Status saveTemporary(const DriverOptions &options, CompileListener &listener, const std::string &suffix,
                            ByteSpan bytes) {
  std::string path = temporaryStem(options) + "." + suffix;
  listener.log("write " + path);
  return writeFileAtomically(path, bytes);
}

static Result<ByteVector> compileHere(const KernelSource &source, const DriverOptions &options,
                                      CompileListener &listener) {
  Compilation compilation(source, options, listener);
  if (options.saveTemps)
    compilation.saveTemporary = [&](const std::string &suffix, ByteSpan bytes) {
      return saveTemporary(options, listener, suffix, bytes);
    };
  std::vector<PhaseTime> times;
  Status status = runPhases(compilation, options.stopAfter, [&](size_t number, double seconds) {
    times.push_back({phases()[number].name, seconds});
    return showIR(compilation, options, number);
  });
  if (options.timeReport != TimeReport::none) {
    std::string report = options.timeReport == TimeReport::json ? timeReportJson(times) : timeReportText(times);
    std::fputs(report.c_str(), stderr);
  }
  if (!status)
    return status;
  if (options.stopAfter.empty() || options.stopAfter == phases().back().name)
    return std::move(compilation.package);
  std::string text = irAtTheEnd(compilation);
  return ByteVector(asBytes(text).begin(), asBytes(text).end());
}

bool qdc::showsPhases(const DriverOptions &options) {
  return options.saveTemps || !options.stopAfter.empty() || !options.printIRAfter.empty() ||
         options.timeReport != TimeReport::none;
}

Result<ByteVector> qdc::compileShowingPhases(const KernelSource &source, const DriverOptions &options,
                                             CompileListener &listener) {
  Result<ByteVector> result = ByteVector();
  {
    CompilerThread thread([&] { result = compileHere(source, options, listener); });
  }
  return result;
}
