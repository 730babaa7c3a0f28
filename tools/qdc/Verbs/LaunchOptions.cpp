//===- LaunchOptions.cpp - The command line of a launch -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verbs/LaunchOptions.h"

#include "CommandLine/Verb.h"
#include "qdc/Package/Variants.h"

using namespace qdc;

/// Why a list of checks is none, or "".
static std::string explainChecks(const std::string &list) {
  Result<std::string> variant = variantOfChecks(list);
  return variant ? "" : variant.error().message;
}

void qdc::addImageOptions(Verb &verb, std::string &target, std::string &variant) {
  verb.add_option("--target=TARGET", target, "use the image of this target, or fail")
      ->default_str("the best that runs");
  CLI::callback_t takeChecks = [&variant](const CLI::results_t &given) {
    variant = *variantOfChecks(given.back());
    return true;
  };
  verb.add_option("--checks=CHECKS", takeChecks, "use the code with these checks, for example bounds,arithmetic")
      ->check([](const std::string &list) { return explainChecks(list); })
      ->default_str("code without checks");
}

void qdc::addLaunchOptions(Verb &verb, LaunchRequest &request) {
  request.launch.size = sizeof(request.launch);
  verb.add_option("--device=DEVICE", request.device, "where to run; 'qdc targets' lists the devices")
      ->default_str("cpu");
  addImageOptions(verb, request.target, request.variant);
  verb.add_option("--threads=N", request.threads,
                  "processor threads to use, at most " + std::to_string(QDRT_MAX_THREADS))
      ->transform(wholeNumber(1, QDRT_MAX_THREADS))
      ->default_str("one for each processor");
  verb.add_option(
          "--cache=DIR", request.cache,
          "keep in DIR what the device's driver compiles of PTX or SPIR-V, and take it from there the next time")
      ->default_str("what QDRT_CACHE says");
  verb.add_option("--seed=N", request.launch.seed, "what qd.seed gives")
      ->transform(wholeNumber(0, UINT64_MAX))
      ->default_str("0");
  verb.add_option("--maximum-iterations=N", request.launch.maximum_iterations,
                  "end a launch with an error when a qd.do_while or scf.while of it reaches N iterations")
      ->transform(wholeNumber(1, UINT64_MAX))
      ->default_str("none");
}

std::string qdc::valueDetails() {
  return "  1e-4, -3, 0xff, inf, true    a number\n"
         "  @FILE.npy                    an array from a file: C order, little endian;\n"
         "                               bf16 as '<u2' or '|V2'\n"
         "  [1,2,3], [[1,2],[3,4]]       a new array of these\n"
         "  f32[64x64]                   a new array of zeros; i32[] has rank 0\n"
         "  f32[64]:2.5                  a new array, filled; a list has its shape\n"
         "  i32[8]:iota                  0, 1, 2, ... in C order\n"
         "  f32[64]:random(7)            random numbers of the seed 7: floats below 1,\n"
         "                               integers of all values\n"
         "  f32[u]                       a new array with the shape of the array u\n";
}

std::string qdc::launchDetails() {
  return "PACKAGE '-' is standard input. KERNEL may be left out when the package has\n"
         "one. VALUE is\n" +
         valueDetails() + "NAME is an argument of the kernel or a global of the package.";
}

Failure qdc::readArgumentWords(std::span<const std::string> words, std::vector<ArgumentText> &arguments) {
  for (const std::string &word : words) {
    if (word.find('=') == std::string::npos)
      return ToolError::badUsage("unexpected '" + word + "': expected NAME=VALUE");
    Result<ArgumentText> argument = parseArgumentText(word);
    if (!argument)
      return ToolError::badUsage(argument.error().message);
    arguments.push_back(std::move(*argument));
  }
  return {};
}

Failure qdc::readLaunchWords(const std::string &verb, std::span<const std::string> words, LaunchRequest &request) {
  if (words.empty())
    return ToolError::badUsage("no package given: expected qdc " + verb + " PACKAGE [KERNEL] [NAME=VALUE ...]");
  request.package = inputFile(words[0]);
  words = words.subspan(1);
  if (!words.empty() && words[0].find('=') == std::string::npos) {
    request.kernel = words[0];
    words = words.subspan(1);
  }
  return readArgumentWords(words, request.arguments);
}
