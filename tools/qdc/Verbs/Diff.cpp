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
#include "Verbs/PackageFiles.h"
#include "Verbs/Verbs.h"
#include "qdc/Support/PrintableText.h"

using namespace qdc;

/// 1 says that two packages were compared, and differ.
static ExitCode other(ExitCode code) { return code == ExitCode::inputError ? ExitCode::badUsage : code; }

static ExitCode run(std::span<const std::string> words, bool isJson) {
  bool isEqual = true;
  const auto compare = [&](std::span<const LinkInput> packages) -> Result<ByteVector> {
    std::vector<PackageSummary> summaries;
    for (const auto &[name, bytes] : packages) {
      Result<PackageSummary> summary = summarizePackage(name, bytes);
      if (!summary)
        return summary.error();
      summaries.push_back(*std::move(summary));
    }
    const std::vector<Difference> differences = differencesOf(summaries[0], summaries[1]);
    isEqual = differences.empty();
    return toBytes(isJson ? differencesJson(differences, packages[0].name, packages[1].name)
                          : printableText(differencesText(differences, packages[0].name, packages[1].name)));
  };
  const ExitCode code = makeOfPackages(words, "-", compare);
  return code != ExitCode::success ? other(code) : isEqual ? code : ExitCode::inputError;
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
