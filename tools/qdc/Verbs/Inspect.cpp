//===- Inspect.cpp - qdc inspect ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows what is in a package. It needs no device and no compiler.
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ToolError.h"
#include "Inspect/PackageSummary.h"
#include "Verbs/Verbs.h"
#include "qdc/Package/PackageReader.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Support/FileBytes.h"

#include <cstdio>

using namespace qdc;

static Result<PackageSummary> summarize(const std::string &path) {
  Result<ByteVector> bytes = readFileBytes(path);
  if (!bytes)
    return bytes.error();
  Result<Package> package = readPackage(*bytes);
  if (!package)
    return Error{package.error().code, "'" + path + "': " + package.error().message};
  PackageSummary summary;
  for (size_t index = 0; index < package->images.size(); ++index) {
    if (Status status = verifyImageDigest(*package, index); !status)
      return Error{status.error().code, "'" + path + "': " + status.error().message};
    summary.imageBytes.push_back(package->images[index].size());
  }
  summary.path = path;
  summary.bytes = bytes->size();
  summary.manifestText = package->manifestText;
  summary.dataBytes = package->data.size();
  summary.manifest = std::move(package->manifest);
  return summary;
}

static ExitCode run(const Verb &verb, std::span<const ParsedArgument> arguments) {
  std::string path, format, output = "-";
  for (const ParsedArgument &argument : arguments) {
    if (!argument.option && !path.empty())
      return reportError(ToolError::badUsage("unexpected '" + argument.value + "': one package at a time"));
    if (!argument.option)
      path = argument.value;
    else if (argument.option->name == "-o")
      output = argument.value;
    else if (!format.empty() && format != argument.option->name)
      return reportError(
          ToolError::badUsage("'" + format + "' and '" + argument.option->name + "' exclude each other"));
    else
      format = argument.option->name;
  }
  if (path.empty())
    return reportError(ToolError::badUsage("no package given: expected qdc inspect PACKAGE"));
  Result<PackageSummary> summary = summarize(path);
  if (!summary)
    return reportError(ToolError::from(summary.error()));
  std::string text = format == "--json"  ? inspectJson(*summary)
                     : format == "--dot" ? inspectDot(*summary)
                     : format == "--svg" ? inspectSvg(*summary)
                                         : inspectText(*summary);
  if (output != "-") {
    Status status = writeFileAtomically(output, std::as_bytes(std::span(text)));
    return status ? ExitCode::success : reportError(ToolError::from(status.error()));
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ExitCode::success;
}

Verb qdc::inspectVerb() {
  Verb verb;
  verb.name = "inspect";
  verb.summary = "show what is in a package";
  verb.usage = "PACKAGE [--json | --dot | --svg] [-o FILE]";
  verb.examples = {
      {"kernels, arguments, tasks with their source lines, the graph, images", "qdc inspect saxpy.fatbin"},
      {"a picture of the graph", "qdc inspect saxpy.fatbin --svg -o saxpy.svg"},
      {"the targets, by a program", "qdc inspect saxpy.fatbin --json | jq '.manifest.images[].target'"},
  };
  verb.options = {
      {.name = "--json", .help = "one JSON object: the sizes of the parts, and the manifest as stored"},
      {.name = "--dot", .help = "the graphs in Graphviz's language"},
      {.name = "--svg", .help = "the graphs as a picture of nested boxes; needs no Graphviz"},
      {.name = "-o",
       .form = OptionForm::value,
       .valueName = "FILE",
       .help = "write to FILE, not to standard output",
       .hint = ValueHint::file},
  };
  verb.run = ::run;
  return verb;
}
