//===- CheckGradOptions.cpp - The command line of qdc check-grad ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Environment.h"
#include "CommandLine/Verb.h"
#include "Verbs/CheckGrad.h"
#include "Verbs/CodeOptions.h"
#include "Verbs/GradOptions.h"
#include "Verbs/LaunchOptions.h"
#include "Verbs/Verbs.h"
#include "qdc/Driver/Compile.h"

#include <algorithm>

using namespace qdc;

/// Sets the number when the option is given.
static CLI::callback_t into(std::optional<double> &variable) {
  return [&variable](const CLI::results_t &given) {
    variable = std::strtod(given.back().c_str(), nullptr);
    return true;
  };
}

static void addToleranceOptions(Verb &verb, CheckRequest &check) {
  ComparisonOptions &options = check.comparison;
  verb.add_option("--directions=N", options.directions, "random directions of each input")
      ->transform(wholeNumber(1, 1000000))
      ->default_str(std::to_string(options.directions));
  verb.add_option("--tolerance=T", into(check.tolerance),
                  "how far the gradient may be from forward mode, relative to the larger one")
      ->check(positiveNumber())
      ->default_str("1e-10 in f64, 1e-3 in f32, 2e-2 in f16, 1e-1 in bf16, by the coarsest input or output");
  verb.add_option("--difference-tolerance=T", options.differenceTolerance, "the same of finite differences")
      ->check(positiveNumber())
      ->default_str("1e-3");
  verb.add_option("--step=H", options.step,
                  "the step of finite differences, times the root mean square of what the input holds")
      ->check(positiveNumber())
      ->default_str("1e-6");
}

static void addLaunchChoices(Verb &verb, CheckGradRequest &request) {
  LaunchRequest &launch = request.check.packages.gradient;
  launch.launch.size = sizeof(launch.launch);
  CLI::callback_t takeSeed = [&request](const CLI::results_t &given) {
    request.check.comparison.seed = request.check.packages.gradient.launch.seed = std::stoull(given.back());
    return true;
  };
  verb.add_option("--seed=N", takeSeed, "what random directions are made from, and what qd.seed gives")
      ->transform(wholeNumber(0, UINT64_MAX))
      ->default_str("0");
  verb.add_option("--target=TARGET", request.gradient.options.package.targets[0],
                  "check the gradient that is compiled for TARGET; 'qdc targets' lists them")
      ->default_str("cpu:native");
  verb.add_option("--device=DEVICE", launch.device, "where to run the gradient; 'qdc targets' lists the devices")
      ->default_str("cpu");
  const auto *level = std::ranges::find(codeOptions, "-O", &CodeOption::name);
  addCodeOption(verb, *level, request.gradient.options.package.code)->description("optimisation level of the gradient");
  addAdstackOption(verb, request.gradient.options.package);
  verb.add_option("--threads=N", launch.threads,
                  "processor threads to use, at most " + std::to_string(QDRT_MAX_THREADS))
      ->transform(wholeNumber(1, QDRT_MAX_THREADS))
      ->default_str("one for each processor");
}

static Failure readWords(std::span<const std::string> words, CheckGradRequest &request) {
  constexpr const char *kExpected = ": expected qdc check-grad FILE.qir KERNEL [NAME=VALUE ...]";
  if (words.empty())
    return ToolError::badUsage(std::string("no input given") + kExpected);
  if (words[0] == "-")
    return ToolError::badUsage("'-' is read once, and check-grad compiles its input twice: expected a file");
  if (words.size() == 1 || words[1].find('=') != std::string::npos)
    return ToolError::badUsage(std::string("no kernel given") + kExpected);
  for (CompileRequest *compiled : {&request.gradient, &request.reference}) {
    compiled->options.input = words[0];
    compiled->options.package.sourceName = recordedName(words[0], {});
  }
  request.check.packages.gradient.kernel = words[1];
  request.gradient.crashWords = " --grad=" + words[1];
  request.reference.crashWords = " --grad=" + words[1] + ":forward";
  return readArgumentWords(words.subspan(2), request.check.packages.gradient.arguments);
}

void qdc::addCheckGrad(CLI::App &tool) {
  Verb &verb = addVerb(tool, "check-grad", "check a kernel's gradient in two other ways",
                       "FILE.qir KERNEL [NAME=VALUE ...] [options]");
  verb.examples = {
      {"at arrays that are filled; from files they are as for qdc run",
       "qdc check-grad saxpy.qir saxpy x=f32[64]:3 y=f32[x]:1 a=2.5"},
      {"with respect to one argument, with other directions",
       "qdc check-grad saxpy.qir saxpy x=f32[64]:3 y=f32[x]:1 a=2.5 --wrt=a --seed=7"},
  };
  verb.details = {"Compares the gradient, as it is compiled, with derivatives in forward mode and\n"
                  "with central differences, both computed in f64 by the processor, at the\n"
                  "arguments that are given. Each float that the kernel writes or returns is\n"
                  "compared by each argument and global that it may depend on, along random\n"
                  "directions. Where they disagree, the error names the element that disagrees\n"
                  "most and which of the three is alone with what it says; the exit code is 1,\n"
                  "also where all derivatives are 0 and nothing was compared.",
                  "VALUE is\n" + valueDetails() + "NAME is an argument of the kernel or a global of the file."};
  auto request = std::make_shared<CheckGradRequest>();
  for (CompileRequest *compiled : {&request->gradient, &request->reference})
    compiled->options.package.families = makeTargetFamilies(environmentVariable);
  verb.add_option("--wrt=NAMES", qdc::into(request->check.packages.wrt), "with respect to these arguments")
      ->take_all()
      ->delimiter(',')
      ->default_str("those that the source asks for, else all floats that reach an output");
  addToleranceOptions(verb, request->check);
  addLaunchChoices(verb, *request);
  verb.run = [request](std::span<const std::string> words) {
    Failure failure = readWords(words, *request);
    return failure ? reportError(*failure) : runCheckGrad(*request);
  };
}
