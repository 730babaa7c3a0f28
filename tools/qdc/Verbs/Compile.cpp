//===- Compile.cpp - qdc compile ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/Compile.h"

#include "CommandLine/Environment.h"
#include "CommandLine/ProgressLine.h"
#include "CommandLine/Terminal.h"
#include "CommandLine/ToolError.h"
#include "Crash/CrashHandler.h"
#include "Verbs/Verbs.h"
#include "qdc/Driver/Phases.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

using namespace qdc;

namespace {
struct CompileRequest {
  DriverOptions options;
  DiagnosticFormat format = DiagnosticFormat::text;
  bool hasInput = false;
  bool hasTargets = false;
};
} // namespace

/// Options with more than an assignment to them.
static Failure readOption(const ParsedArgument &argument, CompileRequest &request) {
  const std::string &name = argument.option->name;
  DriverOptions &options = request.options;
  if (name == "--target") {
    if (!request.hasTargets)
      options.targets.clear();
    request.hasTargets = true;
    options.targets.push_back(argument.value);
  } else if (name == "-j") {
    Result<uint64_t> threads = parseCount(name, argument.value, 1, 1024);
    if (!threads)
      return ToolError::badUsage(threads.error().message);
    options.threads = static_cast<unsigned>(*threads);
  } else if (name == "-ffile-prefix-map") {
    size_t equals = argument.value.find('=');
    if (equals == std::string::npos)
      return ToolError::badUsage("'" + name + "' does not take '" + argument.value + "': expected OLD=NEW");
    options.prefixMaps.push_back({argument.value.substr(0, equals), argument.value.substr(equals + 1)});
  } else if (name == "--print-ir-after") {
    options.printIRAfter = argument.value.empty() ? phaseNames() : options.printIRAfter;
    if (!argument.value.empty())
      options.printIRAfter.push_back(argument.value);
  } else if (name == "--time-report") {
    options.timeReport = argument.value == "json" ? TimeReport::json : TimeReport::text;
  } else if (name == "--diagnostic-format") {
    request.format = argument.value == "json" ? DiagnosticFormat::json : DiagnosticFormat::text;
  }
  return {};
}

static Failure readArgument(const ParsedArgument &argument, CompileRequest &request) {
  DriverOptions &options = request.options;
  if (!argument.option) {
    if (request.hasInput)
      return ToolError::badUsage("'" + options.input + "' and '" + argument.value +
                                 "': one input at a time makes one package");
    request.hasInput = true;
    options.input = argument.value;
    return {};
  }
  const std::string &name = argument.option->name;
  if (name == "-o")
    options.output = argument.value;
  else if (name == "-O")
    options.optimizationLevel = static_cast<unsigned>(argument.value[0] - '0');
  else if (name == "-g")
    options.debugInfo = true;
  else if (name == "-v")
    options.isVerbose = true;
  else if (name == "-save-temps")
    options.saveTemps = true;
  else if (name == "-MD")
    options.writeDependencies = true;
  else if (name == "-MF")
    options.dependencyFile = argument.value;
  else if (name == "-MT")
    options.dependencyTarget = argument.value;
  else if (name == "-fno-task-fusion")
    options.fuseTasks = false;
  else if (name == "-Rpass")
    options.remarkFusedTasks = true;
  else if (name == "-Rpass-missed")
    options.remarkMissedFusion = true;
  else if (name == "--fp-contract")
    options.contract = argument.value == "fast";
  else if (name == "--math-library")
    options.useLibdevice = argument.value == "libdevice";
  else if (name == "--ptxas-path")
    options.cudaTools.ptxasOption = argument.value;
  else if (name == "-Xptxas")
    options.ptxasArguments.push_back(argument.value);
  else if (name == "--stop-after")
    options.stopAfter = argument.value;
  else
    return readOption(argument, request);
  return {};
}

/// Whether two names, by spelling or by links, are of one regular file.
static bool isSameFile(const std::string &left, const std::string &right) {
  if (left == "-" || right == "-" || right.empty())
    return false;
  std::error_code ignored;
  return left == right ||
         (std::filesystem::equivalent(left, right, ignored) && std::filesystem::is_regular_file(left, ignored));
}

static Failure checkRequest(CompileRequest &request) {
  DriverOptions &options = request.options;
  if (!request.hasInput)
    return ToolError::badUsage("no input given: expected qdc compile FILE.qir, or '-' for standard input");
  if (!options.writeDependencies && !(options.dependencyFile.empty() && options.dependencyTarget.empty()))
    return ToolError::badUsage("'-MF' and '-MT' need '-MD'");
  for (size_t i = 1; i < options.targets.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (options.targets[i] == options.targets[j])
        return ToolError::badUsage("the target '" + options.targets[i] + "' is given twice");
  auto hasTarget = [&](const char *start) {
    return std::ranges::any_of(options.targets, [&](const std::string &target) { return target.starts_with(start); });
  };
  if (options.useLibdevice && !hasTarget("cuda:"))
    return ToolError::badUsage("'--math-library=libdevice' needs a target 'cuda:...', such as 'cuda:sm_90'");
  if (!options.ptxasArguments.empty() && !hasTarget("cuda:sm_"))
    return ToolError::badUsage("'-Xptxas' needs a target that ptxas makes code for, such as 'cuda:sm_90'");
  if (!options.cudaTools.ptxasOption.empty() && !hasTarget("cuda:sm_") && !options.useLibdevice)
    return ToolError::badUsage("'--ptxas-path' needs a target that ptxas makes code for, such as 'cuda:sm_90', or "
                               "'--math-library=libdevice', which comes from its toolkit");
  if (options.output.empty())
    options.output = options.stopAfter.empty() ? defaultOutput(options.input) : "-";
  if (options.output == "-" && options.writeDependencies &&
      (options.dependencyFile.empty() || options.dependencyTarget.empty()))
    return ToolError::badUsage("'-MD' with '-o -' needs '-MF' and '-MT'");
  for (const std::string &written : {options.output, options.dependencyFile})
    if (isSameFile(options.input, written))
      return ToolError::badUsage("'" + written + "' is both input and output");
  if (options.output == "-" && options.stopAfter.empty() && isatty(STDOUT_FILENO))
    return ToolError::badUsage("refusing to write a package to a terminal: expected '-o FILE'");
  return {};
}

/// The words of a crash's response file: nothing in them writes files, or changes what is done.
static std::string crashWords(std::span<const ParsedArgument> arguments) {
  static const std::string kOutputs[] = {"-o", "-MD", "-MF", "-MT", "-save-temps"};
  std::string words;
  for (const ParsedArgument &argument : arguments) {
    if (!argument.option || std::ranges::find(kOutputs, argument.option->name) != std::end(kOutputs))
      continue;
    bool isJoined = argument.option->form == OptionForm::joined;
    bool hasEquals = argument.option->form == OptionForm::optionalValue && !argument.value.empty();
    words += " " + argument.option->name + (hasEquals ? "=" : "");
    if (!argument.value.empty())
      words += (isJoined || hasEquals ? "" : " ") + quotedWord(argument.value);
  }
  return words;
}

static CrashReport crashReport(const CompileRequest &request, std::span<const ParsedArgument> arguments) {
  std::string stem = crashFolder() + "qdc-crash-" + inputStem(request.options.input);
  return {stem + "-" + std::to_string(::getpid()), crashWords(arguments), request.format};
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
  ProgressLine line(mayShowProgress(request) ? STDERR_FILENO : -1,
                    [&](double seconds) { return progressText(progress, request.options.targets.size(), seconds); });
  printer.setBeforePrint([&] { line.erase(); });
  Status status = compile(request.options, printer, progress);
  printer.setBeforePrint(nullptr);
  return status;
}

static ExitCode run(const Verb &verb, std::span<const ParsedArgument> arguments) {
  CompileRequest request;
  request.options.cudaTools = cudaToolPlaces();
  for (const ParsedArgument &argument : arguments)
    if (Failure failure = readArgument(argument, request))
      return reportError(*failure);
  if (Failure failure = checkRequest(request))
    return reportError(*failure);
  bool isColoured = request.format == DiagnosticFormat::text && takesColours(STDERR_FILENO);
  DiagnosticPrinter printer(stderr, request.format, isColoured);
  CompileProgress progress;
  CrashHandler crashes(crashReport(request, arguments), progress);
  Status status = compileWithProgress(request, printer, progress);
  if (status)
    return ExitCode::success;
  if (status.error().code == ErrorCode::internal)
    crashes.reportAndExit(status.error().message);
  if (!status.error().message.empty())
    printer.error(status.error().message);
  return exitCode(status.error().code);
}

/// The phases after which there is still something to do; the last one is where a compile ends anyway.
static std::vector<std::string> earlierPhaseNames() {
  std::vector<std::string> names = phaseNames();
  names.pop_back();
  return names;
}

static std::vector<OptionSpec> outputOptions() {
  return {
      {.name = "-o",
       .form = OptionForm::value,
       .valueName = "FILE",
       .help = "write to FILE; '-' is standard output",
       .defaultValue = "the input's name with .fatbin, in this folder",
       .hint = ValueHint::file},
      {.name = "-MD", .help = "write what the output depends on for make and ninja"},
      {.name = "-MF",
       .form = OptionForm::value,
       .valueName = "FILE",
       .help = "where -MD writes",
       .defaultValue = "the output's name with .d",
       .hint = ValueHint::file},
      {.name = "-MT",
       .form = OptionForm::value,
       .valueName = "NAME",
       .help = "the target that -MD names",
       .defaultValue = "the output"},
      {.name = "-save-temps", .help = "keep the IR after each phase and each target's files beside the output"},
  };
}

static std::vector<OptionSpec> codeOptions() {
  return {
      {.name = "--target",
       .form = OptionForm::value,
       .valueName = "TARGET",
       .help = "make code for TARGET, for example cpu:x86-64-v3; 'qdc targets' lists them",
       .defaultValue = "cpu:native",
       .suggestions = targetSpellings,
       .isList = true,
       .isRepeatable = true},
      {.name = "-O",
       .form = OptionForm::joined,
       .valueName = "LEVEL",
       .help = "optimisation level",
       .values = {"0", "1", "2", "3"},
       .defaultValue = "3"},
      {.name = "-g", .help = "debug information: gdb steps through the .qir"},
      {.name = "--fp-contract",
       .form = OptionForm::value,
       .valueName = "MODE",
       .help = "whether a * b + c may round once; with off, + - * / sqrt are bit-equal on every target",
       .values = {"fast", "off"},
       .defaultValue = "fast"},
      {.name = "--math-library",
       .form = OptionForm::value,
       .valueName = "LIBRARY",
       .help = "where math functions of targets cuda:... come from: qdc itself, or libdevice of a CUDA toolkit",
       .values = {"qdc", "libdevice"},
       .defaultValue = "qdc"},
      {.name = "-fno-task-fusion", .help = "one task for each parallel loop, also where neighbours could share one"},
      {.name = "-j",
       .form = OptionForm::joinedOrSeparate,
       .valueName = "N",
       .help = "use N threads",
       .defaultValue = "one for each processor"},
      {.name = "-ffile-prefix-map",
       .form = OptionForm::value,
       .valueName = "OLD=NEW",
       .help = "the package names the input with NEW where its name starts with OLD; an absolute name that nothing "
               "maps is kept without its folder",
       .isRepeatable = true},
  };
}

static std::vector<OptionSpec> toolOptions() {
  return {
      {.name = "--ptxas-path",
       .form = OptionForm::value,
       .valueName = "FILE",
       .help = "NVIDIA's assembler, for targets cuda:sm_N; libdevice comes from its toolkit; 'qdc targets' says which "
               "one is found",
       .hint = ValueHint::file},
      {.name = "-Xptxas",
       .form = OptionForm::value,
       .valueName = "ARG",
       .help = "an argument for ptxas, for example -v: registers and spills of each task",
       .isList = true,
       .isRepeatable = true},
  };
}

static std::vector<OptionSpec> reportOptions() {
  return {
      {.name = "-v", .help = "say what is done, on standard error"},
      {.name = "--stop-after",
       .form = OptionForm::value,
       .valueName = "PHASE",
       .help = "write the IR after PHASE to -o or standard output, and no package",
       .values = earlierPhaseNames()},
      {.name = "--print-ir-after",
       .form = OptionForm::optionalValue,
       .valueName = "PHASE",
       .help = "print the IR after PHASE, or after each, on standard error",
       .values = phaseNames(),
       .isRepeatable = true},
      {.name = "--time-report",
       .form = OptionForm::optionalValue,
       .valueName = "FORMAT",
       .help = "print how long each phase took, on standard error",
       .values = {"text", "json"},
       .defaultValue = "text"},
      {.name = "-Rpass",
       .form = OptionForm::value,
       .valueName = "PASS",
       .help = "a remark at each place where PASS did something: at a parallel loop that became part of the one before",
       .values = {"task-fusion"},
       .hasEquals = true},
      {.name = "-Rpass-missed",
       .form = OptionForm::value,
       .valueName = "PASS",
       .help = "a remark at each place where PASS could not, with the reason",
       .values = {"task-fusion"}},
      {.name = "--diagnostic-format",
       .form = OptionForm::value,
       .valueName = "FORMAT",
       .help = "errors as text with a caret, or as one JSON object a line",
       .values = {"text", "json"},
       .defaultValue = "text"},
  };
}

Verb qdc::compileVerb() {
  Verb verb;
  verb.name = "compile";
  verb.summary = "make a package from a kernel file";
  verb.usage = "FILE.qir [-o FILE.fatbin] [options]";
  verb.examples = {
      {"for the processor of this machine", "qdc compile saxpy.qir -o saxpy.fatbin"},
      {"one package for old and new processors", "qdc compile saxpy.qir --target=cpu:x86-64-v2,cpu:x86-64-v4"},
      {"one package for processors and for all GPUs of NVIDIA since 2018",
       "qdc compile saxpy.qir --target=cpu:x86-64-v3,cuda:compute_75"},
      {"look at the tasks that a kernel becomes", "qdc compile saxpy.qir --stop-after=offload"},
      {"in a Makefile", "qdc compile saxpy.qir -o saxpy.fatbin -MD -MF saxpy.d"},
  };
  std::string table = "phases, in the order in which they run, and what holds after each:\n";
  for (const Phase &phase : phases())
    table += helpRow(phase.name, phase.summary, 14);
  table.pop_back();
  verb.details = {"FILE.qir is MLIR text or bytecode; '-' is standard input.", table};
  for (const std::vector<OptionSpec> &options : {outputOptions(), codeOptions(), toolOptions(), reportOptions()})
    verb.options.insert(verb.options.end(), options.begin(), options.end());
  verb.variables = {
      {"QDC_PTXAS", "NVIDIA's assembler, where --ptxas-path does not name it"},
      {"CUDA_HOME", "a CUDA toolkit, whose bin holds ptxas where neither of them names it; then PATH and the usual "
                    "folders are looked through"},
  };
  verb.run = ::run;
  return verb;
}
