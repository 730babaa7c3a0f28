//===- Strip.cpp - qdc strip ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drops images of a package. It needs no device and no compiler.
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "Verbs/Output.h"
#include "Verbs/PackageFiles.h"
#include "Verbs/Verbs.h"
#include "qdc/Link/StripPackage.h"

using namespace qdc;

namespace {
struct StripRequest {
  std::vector<std::string> targets;
  std::string output;
};
} // namespace

static constexpr const char *kUsage = "qdc strip PACKAGE --target=TARGET -o FILE";

void qdc::addStrip(CLI::App &tool) {
  Verb &verb = addVerb(tool, "strip", "drop images of a package", "PACKAGE --target=TARGET[,TARGET...] -o FILE");
  verb.examples = {
      {"a package for processors alone", "qdc strip all.fatbin --target=cuda:compute_75 -o cpu.fatbin"},
  };
  auto request = std::make_shared<StripRequest>();
  verb.add_option("--target=TARGET", into(request->targets), "drop the images for this target, with all checks")
      ->delimiter(',')
      ->take_all();
  verb.add_option("-o FILE", request->output, "write to FILE; '-' is standard output");
  verb.run = [request](std::span<const std::string> words) {
    if (words.empty())
      return reportError(ToolError::badUsage(std::string("no package given: expected ") + kUsage));
    if (words.size() > 1)
      return reportError(ToolError::badUsage("unexpected '" + words[1] + "': one package at a time"));
    if (request->targets.empty())
      return reportError(ToolError::badUsage(std::string("no target given: expected ") + kUsage));
    if (Failure failure = checkPackageOutput(request->output, kUsage))
      return reportError(*failure);
    return makeOfPackages(words, request->output, [&](std::span<const LinkInput> packages) {
      return stripPackage(packages[0], request->targets);
    });
  };
}
