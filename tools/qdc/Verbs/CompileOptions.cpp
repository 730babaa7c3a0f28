//===- CompileOptions.cpp - The command line of qdc compile ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verbs/CompileOptions.h"
#include "CommandLine/Environment.h"
#include "CommandLine/Help.h"
#include "CommandLine/ToolError.h"
#include "Crash/CrashHandler.h"
#include "Verbs/CacheOptions.h"
#include "Verbs/CodeOptions.h"
#include "Verbs/Compile.h"
#include "Verbs/EmbedOptions.h"
#include "Verbs/GradOptions.h"
#include "Verbs/Verbs.h"
#include "qdc/Driver/Compile.h"
#include "qdc/Driver/Phases.h"
#include "qdc/Package/Variants.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <type_traits>
#include <unistd.h>

using namespace qdc;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// An option that sets the variable to what belongs to its value.
template <typename T>
static CLI::Option *addChoice(Verb &verb, const std::string &name, T &variable,
                              CLI::TransformPairs<std::type_identity_t<T>> values, std::string help) {
  CLI::callback_t assign = [&variable, values](const CLI::results_t &results) {
    variable = std::ranges::find(values, results.back(), &std::pair<std::string, T>::first)->second;
    return true;
  };
  return verb.add_option(name, assign, std::move(help))->check(CLI::IsMember(values));
}

static void addOutputOptions(Verb &verb, DriverOptions &options, std::vector<std::string> &cache) {
  verb.add_option("-o FILE", options.output, "write to FILE; '-' is standard output")
      ->default_str("the input's name with .fatbin, in this folder");
  CLI::callback_t takeSymbol = [&options](const CLI::results_t &given) {
    options.embedSymbol = given.back();
    return true;
  };
  verb.add_option("--embed=SYMBOL", takeSymbol,
                  "make the package an object file (FILE.o) that a program is linked with, which calls it SYMBOL; "
                  "'qdc embed --help' has more");
  addEmbedTarget(verb, options.embedMachine)->needs("--embed");
  verb.add_flag("-MD", options.writeDependencies, "write what the output depends on for make and ninja");
  verb.add_option("-MF FILE", options.dependencyFile, "where -MD writes")->default_str("the output's name with .d");
  verb.add_option("-MT NAME", options.dependencyTarget, "the target that -MD names")->default_str("the output");
  verb.add_flag("-save-temps", options.saveTemps,
                "keep the IR after each phase and each target's files beside the output");
  addCacheOption(verb, cache,
                 "take the package from the cache in PLACE, a folder or the URL of a server, or keep it there; one of "
                 "each may be given; not for what shows or saves phases");
}

/// Those of a topic that families of targets bring, whatever they mean.
static void addFamilyOptions(Verb &verb, const TargetFamilies &families, OptionTopic topic) {
  for (const std::unique_ptr<TargetFamily> &family : families)
    for (FamilyOption &option : family->options()) {
      if (option.topic != topic)
        continue;
      CLI::callback_t take = [take = std::move(option.take)](const CLI::results_t &results) {
        take(results);
        return true;
      };
      CLI::Option *added = verb.add_option(option.usage, take, option.help)->default_str(option.standard);
      if (!option.choices.empty())
        added->check(CLI::IsMember(option.choices));
      if (option.isList)
        added->take_all()->delimiter(',');
    }
}

/// OLD=NEW of -ffile-prefix-map. Folders of users may have a '=' in their names, so the last one is what parts the two.
static std::string addPrefixMap(const std::string &value, std::vector<PrefixMap> &maps) {
  size_t equals = value.rfind('=');
  if (equals == std::string::npos)
    return "does not take '" + value + "': expected OLD=NEW";
  maps.push_back({value.substr(0, equals), value.substr(equals + 1)});
  return "";
}

/// Adds the variant with a list of checks; why there is none, or "".
static std::string addVariant(const std::string &list, std::vector<std::string> &variants) {
  Result<std::string> variant = variantOfChecks(list);
  if (!variant)
    return variant.error().message;
  if (std::ranges::find(variants, *variant) != variants.end())
    return "asks for '" + *variant + "' twice";
  variants.push_back(std::move(*variant));
  return "";
}

static void addCodeOptions(Verb &verb, CompileOptions &compile, std::vector<PrefixMap> &maps) {
  PackageOptions &options = compile.package;
  verb.add_option("--target=TARGET", into(options.targets),
                  "make code for TARGET, for example cpu:x86-64-v3; 'qdc targets' lists them")
      ->take_all()
      ->delimiter(',')
      ->default_str("cpu:native");
  for (const CodeOption &option : codeOptions)
    addCodeOption(verb, option, options.code);
  addFamilyOptions(verb, options.families, OptionTopic::code);
  verb.add_option("--checks=CHECKS", CLI::callback_t(),
                  "make code with these checks too: arithmetic, bounds and float, or some, for example "
                  "bounds,arithmetic; once for each set")
      ->take_all()
      ->check([&](const std::string &list) { return addVariant(list, options.variants); });
  verb.add_flag("--deterministic", compile.deterministic,
                "refuse kernels and derivatives that leave other bits from launch to launch: those with atomic "
                "updates whose order shows");
  verb.add_option("-j N", compile.threads, "use N threads")
      ->transform(wholeNumber(1, 1024))
      ->default_str("one for each processor");
  verb.add_option("-ffile-prefix-map=OLD=NEW", CLI::callback_t(),
                  "the package names the input with NEW where its name starts with OLD; an absolute name that nothing "
                  "maps is kept without its folder")
      ->take_all()
      ->check([&](const std::string &value) { return addPrefixMap(value, maps); });
}

static void addReportOptions(Verb &verb, DriverOptions &options) {
  std::vector<std::string> phases = phaseNames(), earlierPhases = phases;
  earlierPhases.pop_back(); // where a compile ends anyway
  verb.add_flag("-v", options.isVerbose, "say what is done, on standard error");
  verb.add_option("--stop-after=PHASE", options.stopAfter,
                  "write the IR after PHASE to -o or standard output, and no package")
      ->check(CLI::IsMember(earlierPhases));
  CLI::callback_t printAfter = [&options, phases](const CLI::results_t &given) {
    options.printIRAfter = std::ranges::count(given, "") ? phases : given;
    return true;
  };
  verb.add_option("--print-ir-after[=PHASE]", printAfter, "print the IR after PHASE, or after each, on standard error")
      ->expected(0, 1)
      ->take_all()
      ->check(CLI::IsMember(phases));
  addChoice(verb, "--time-report[=FORMAT]", options.timeReport,
            {{"text", TimeReport::text}, {"json", TimeReport::json}},
            "print how long each phase took, on standard error")
      ->expected(0, 1)
      ->default_str("text");
}

static void addMessageOptions(Verb &verb, CompileOptions &options, DiagnosticFormat &format) {
  addChoice(
      verb, "-Rpass=PASS", options.remarkFusedTasks, {{"task-fusion", true}},
      "a remark at each place where PASS did something: at a parallel loop that became part of the one before, or "
      "runs statements of an earlier one");
  addChoice(verb, "-Rpass-missed=PASS", options.remarkMissedFusion, {{"task-fusion", true}},
            "a remark at each place where PASS could not, with the reason");
  CLI::callback_t takeWarnings = [&options](const CLI::results_t &given) {
    for (const std::string &value : given)
      options.warnings.take(value);
    return true;
  };
  verb.add_option(
          "-W", takeWarnings,
          "turn a warning on or off, or make it an error; without a name, error makes errors of all that are on")
      ->type_name("WARNING")
      ->take_all()
      ->check(CLI::IsMember(WarningOptions::values()));
  addChoice(verb, "--diagnostic-format=FORMAT", format,
            {{"text", DiagnosticFormat::text}, {"json", DiagnosticFormat::json}},
            "errors and warnings as text with a caret, or as one JSON object a line")
      ->default_str("text");
}

void qdc::addOutcomeOptions(Verb &verb, CompileOptions &options, DiagnosticFormat &format,
                            std::vector<PrefixMap> &maps) {
  TargetFamilies &families = options.package.families;
  families = makeTargetFamilies(environmentVariable);
  for (const std::unique_ptr<TargetFamily> &family : families)
    for (const FamilyVariable &variable : family->variables())
      if (!variable.help.empty())
        verb.variables.push_back({variable.name, variable.help});
  addCodeOptions(verb, options, maps);
  addGradOptions(verb, options.package);
  addFamilyOptions(verb, families, OptionTopic::tools);
  addMessageOptions(verb, options, format);
}

//===----------------------------------------------------------------------===//
// What was given
//===----------------------------------------------------------------------===//

/// Whether two names, by spelling or by links, are of one regular file.
static bool isSameFile(const std::string &left, const std::string &right) {
  if (left == "-" || right == "-" || right.empty())
    return false;
  std::error_code ignored;
  return left == right ||
         (std::filesystem::equivalent(left, right, ignored) && std::filesystem::is_regular_file(left, ignored));
}

Failure qdc::checkPackageOptions(const PackageOptions &options) {
  std::set<std::string_view> targets;
  for (const std::string &target : options.targets)
    if (!targets.insert(target).second)
      return ToolError::badUsage("the target '" + target + "' is given twice");
  for (const std::unique_ptr<TargetFamily> &family : options.families)
    if (Status status = family->check(options.targets); !status)
      return ToolError::badUsage(status.error().message);
  return {};
}

static Failure checkEmbed(const DriverOptions &options) {
  if (!options.embedSymbol)
    return {};
  if (!options.stopAfter.empty())
    return ToolError::badUsage("'--embed' and '--stop-after' exclude each other: the one makes an object file of a "
                               "package, the other stops before there is one");
  Status status = checkEmbedSymbol(*options.embedSymbol);
  return status ? Failure() : ToolError::badUsage(status.error().message);
}

/// Takes the input from the words that are no options, and finds what does not go together.
static Failure completeOptions(std::span<const std::string> words, std::span<const PrefixMap> maps,
                               DriverOptions &options) {
  if (words.size() > 1)
    return ToolError::badUsage("'" + words[0] + "' and '" + words[1] + "': one input at a time makes one package");
  if (words.empty())
    return ToolError::badUsage("no input given: expected qdc compile FILE.qir, or '-' for standard input");
  options.input = words[0];
  options.package.sourceName = recordedName(options.input, maps);
  if (!options.writeDependencies && !(options.dependencyFile.empty() && options.dependencyTarget.empty()))
    return ToolError::badUsage("'-MF' and '-MT' need '-MD'");
  if (Failure failure = checkPackageOptions(options.package))
    return failure;
  if (Failure failure = checkEmbed(options))
    return failure;
  if (options.output.empty())
    options.output = !options.stopAfter.empty() ? "-" : defaultOutput(options.input, options.embedSymbol.has_value());
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

/// The options that were given but for those that name outputs, as a response file has them.
static std::string crashWords(const Verb &verb) {
  static const std::set<std::string> kOutputs = {"-o",  "--embed", "--embed-target", "-MD",
                                                 "-MF", "-MT",     "-save-temps",    "--cache"};
  std::map<const CLI::Option *, size_t> used; // of each option's values
  std::string words;
  for (const CLI::Option *option : verb.parse_order()) {
    const std::string &value = option->results()[used[option]++];
    if (kOutputs.contains(spelling(*option)))
      continue;
    words += " " + spelling(*option);
    if (takesValue(*option) && !value.empty())
      words += (separator(*option) == "[=" ? "=" : separator(*option).empty() ? "" : " ") + quotedWord(value);
  }
  return words;
}

//===----------------------------------------------------------------------===//
// The verb
//===----------------------------------------------------------------------===//

void qdc::addCompile(CLI::App &tool) {
  Verb &verb = addVerb(tool, "compile", "make a package from a kernel file", "FILE.qir [-o FILE.fatbin] [options]");
  verb.examples = {
      {"for the processor of this machine", "qdc compile saxpy.qir -o saxpy.fatbin"},
      {"one package for old and new processors",
       "qdc compile saxpy.qir --target=cpu:x86-64-v2,cpu:x86-64-v3,cpu:x86-64-v4"},
      {"one package for processors and for all GPUs of NVIDIA since 2018",
       "qdc compile saxpy.qir --target=cpu:x86-64-v3,cuda:compute_75"},
      {"look at the tasks that a kernel becomes", "qdc compile saxpy.qir --stop-after=offload"},
      {"in a Makefile", "qdc compile saxpy.qir -o saxpy.fatbin -MD -MF saxpy.d"},
  };
  std::string table = "phases, in the order in which they run, and what holds after each:\n";
  for (const Phase &phase : phases())
    table += helpRow(phase.name, phase.summary, 17);
  table.pop_back();
  std::string warnings = "warnings, all on; -Wno-NAME turns one off, -Werror=NAME makes it an error:\n";
  for (const qd::WarningDescription &warning : qd::warningDescriptions)
    warnings += helpRow(warning.name, warning.summary, 14);
  warnings.pop_back();
  verb.details = {"FILE.qir is MLIR text or bytecode; '-' is standard input.", table, warnings};
  auto request = std::make_shared<CompileRequest>();
  auto maps = std::make_shared<std::vector<PrefixMap>>();
  auto cache = std::make_shared<std::vector<std::string>>();
  addOutputOptions(verb, request->options, *cache);
  addOutcomeOptions(verb, request->options, request->format, *maps);
  addReportOptions(verb, request->options);
  verb.run = [request, maps, cache, &verb](std::span<const std::string> words) {
    if (Failure failure = completeOptions(words, *maps, request->options))
      return reportError(*failure);
    if (Failure failure = showsPhases(request->options)
                              ? Failure()
                              : openCache(*cache, CacheKinds::folderAndServer, request->options.cache))
      return reportError(*failure);
    if (Failure failure = readGradOptions(verb, request->options.package))
      return reportError(*failure);
    request->crashWords = crashWords(verb);
    return runCompile(*request);
  };
}
