//===- QdcVerbs.cpp - The verbs of qdc ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "Verbs/Verbs.h"

using namespace qdc;

void qdc::addTargets(CLI::App &tool) {
  Verb &verb = addVerb(tool, "targets", "show what this machine can compile for and run on", "[--json]");
  verb.examples = {{"targets for 'qdc compile --target', devices for 'qdc run --device'", "qdc targets"}};
  auto isJson = std::make_shared<bool>(false);
  verb.add_flag("--json", *isJson, "one JSON object");
  verb.run = [isJson](std::span<const std::string> words) {
    if (!words.empty())
      return reportError(ToolError::badUsage("unexpected '" + words[0] + "': expected qdc targets [--json]"));
    return runTargets(*isJson);
  };
}

void qdc::addVerbs(CLI::App &tool) {
  for (auto add : {addCompile, addInspect, addLink, addStrip, addDiff, addWhy, addHeader, addEmbed, addRun, addBench,
                   addCheckGrad, addCache, addTargets, addCompletion, addHelp})
    add(tool);
}
