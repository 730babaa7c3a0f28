//===- Diff.cpp - qdc diff ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares two packages. It needs no device and no compiler.
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "Inspect/Differences.h"
#include "Verbs/Output.h"
#include "Verbs/Verbs.h"
#include "qdc/Support/FileBytes.h"
#include "qdc/Support/PrintableText.h"

using namespace qdc;

static Result<PackageSummary> readSummary(const std::string &path) {
  Result<ByteVector> bytes = readFileBytes(path);
  return bytes ? summarizePackage(path, *bytes) : bytes.error();
}

static ExitCode run(std::span<const std::string> words, bool isJson) {
  std::vector<PackageSummary> packages;
  for (const std::string &word : words) {
    Result<PackageSummary> package = readSummary(inputFile(word));
    if (!package) {
      ToolError error = ToolError::from(package.error());
      // 1 says that two packages were compared, and differ.
      if (error.exitCode == ExitCode::inputError)
        error.exitCode = ExitCode::badUsage;
      return reportError(error);
    }
    packages.push_back(*std::move(package));
  }
  const std::vector<Difference> differences = differencesOf(packages[0], packages[1]);
  const std::string text = isJson ? differencesJson(differences, packages[0].path, packages[1].path)
                                  : printableText(differencesText(differences, packages[0].path, packages[1].path));
  writeOutput("-", asBytes(text));
  return differences.empty() ? ExitCode::success : ExitCode::inputError;
}

void qdc::addDiff(CLI::App &tool) {
  Verb &verb = addVerb(tool, "diff", "compare two packages", "PACKAGE PACKAGE [--json]");
  verb.examples = {
      {"what another option or compiler changed", "qdc diff before.fatbin after.fatbin"},
  };
  verb.details = {"It compares kernels, their arguments, results, tasks and graphs, sources and\n"
                  "options, and of images the size, the code, and for cuda:sm_N what each entry\n"
                  "point needs. The exit code is 0 if the packages are equal, 1 if they differ, and\n"
                  "another one if they could not be compared."};
  auto isJson = std::make_shared<bool>(false);
  verb.add_flag("--json", *isJson, "one JSON object");
  verb.run = [isJson](std::span<const std::string> words) {
    if (words.size() < 2)
      return reportError(ToolError::badUsage(std::string(words.empty() ? "no package" : "one package") +
                                             " given: expected qdc diff PACKAGE PACKAGE"));
    if (words.size() > 2)
      return reportError(ToolError::badUsage("unexpected '" + words[2] + "': expected qdc diff PACKAGE PACKAGE"));
    return ::run(words, *isJson);
  };
}
