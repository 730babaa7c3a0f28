//===- Link.cpp - qdc link ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts packages together. It needs no device and no compiler.
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "Verbs/Output.h"
#include "Verbs/PackageFiles.h"
#include "Verbs/Verbs.h"

using namespace qdc;

void qdc::addLink(CLI::App &tool) {
  Verb &verb = addVerb(tool, "link", "put packages together", "PACKAGE... -o FILE");
  verb.examples = {
      {"the kernels of several files as one package", "qdc link heat.fatbin saxpy.fatbin -o all.fatbin"},
      {"what was compiled for each target on its own", "qdc link heat-cpu.fatbin heat-cuda.fatbin -o heat.fatbin"},
  };
  verb.details = {"Packages of the same kernels, compiled from one source for several targets,\n"
                  "become one with all images; other kernels stand one after the other. Nothing is\n"
                  "compiled, and where two packages contradict each other, qdc says what differs\n"
                  "and writes nothing."};
  auto output = std::make_shared<std::string>();
  verb.add_option("-o FILE", *output, "write to FILE; '-' is standard output");
  verb.run = [output](std::span<const std::string> words) {
    if (words.empty())
      return reportError(ToolError::badUsage("no package given: expected qdc link PACKAGE... -o FILE"));
    if (Failure failure = checkPackageOutput(*output, "qdc link PACKAGE... -o FILE"))
      return reportError(*failure);
    return makeOfPackages(words, *output, linkPackages);
  };
}
