//===- PackageFiles.cpp - Packages that a verb is given -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verbs/PackageFiles.h"

#include "CommandLine/Verb.h"
#include "Verbs/Output.h"
#include "qdc/Support/FileBytes.h"

using namespace qdc;

ExitCode qdc::makeOfPackages(std::span<const std::string> words, const std::string &output,
                             const std::function<Result<ByteVector>(std::span<const LinkInput>)> &make) {
  std::vector<ByteVector> files;
  std::vector<LinkInput> packages;
  for (const std::string &word : words) {
    const std::string path = inputFile(word);
    Result<ByteVector> bytes = readFileBytes(path);
    if (!bytes)
      return reportError(ToolError::from(bytes.error()));
    files.push_back(*std::move(bytes));
    packages.push_back({path, files.back()});
  }
  Result<ByteVector> made = make(packages);
  return made ? writeOutput(output, *made) : reportError(ToolError::from(made.error()));
}
