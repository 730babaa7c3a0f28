//===- Why.cpp - qdc why --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells what the loader does with a package on a device, and why. A device that
// is described need not be there.
//
//===----------------------------------------------------------------------===//
#include "Why/Why.h"
#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "Verbs/LaunchOptions.h"
#include "Verbs/Output.h"
#include "Verbs/Verbs.h"
#include "qdc/Support/FileBytes.h"
#include "qdc/Support/PrintableText.h"

#include <algorithm>
#include <set>

using namespace qdc;

namespace {
struct WhyRequest {
  std::string package;
  std::vector<std::string> sizes; // NAME=EXTENTS
  std::string kernel;             // empty: all
  std::string device;             // empty: those of this machine
  std::string target, variant;    // of the image; empty: the loader's choice, without checks
  bool isJson = false;
};
} // namespace

static Status checkKernel(const WhyRequest &request, const Manifest &manifest) {
  std::set<std::string> names;
  for (const Module &module : manifest.modules)
    for (const Kernel &kernel : module.kernels)
      names.insert(kernel.name);
  if (request.kernel.empty() || names.contains(request.kernel))
    return {};
  std::string known;
  for (const std::string &name : names)
    known += formatText("{}'{}'", known.empty() ? "" : ", ", name);
  return makeError(ErrorCode::notFound, "'{}' has no kernel '{}'; there {} {}", request.package, request.kernel,
                   names.size() == 1 ? "is" : "are", names.empty() ? "none" : known);
}

static ExitCode fail(const Error &error) {
  ToolError failure = ToolError::from(error);
  // 1 says that no device takes the package.
  if (failure.exitCode == ExitCode::inputError)
    failure.exitCode = ExitCode::badUsage;
  return reportError(failure);
}

static ExitCode run(const WhyRequest &request) {
  Result<ByteVector> bytes = readFileBytes(request.package);
  if (!bytes)
    return fail(bytes.error());
  Result<Package> whole = readPackage(*bytes);
  if (!whole)
    return fail(inFile(request.package, whole.error()));
  Result<PackageOutline> package = readPackageOutline(*bytes);
  if (!package)
    return fail(inFile(request.package, package.error()));
  if (Status known = checkKernel(request, whole->manifest); !known)
    return fail(known.error());
  Result<GivenSizes> sizes = GivenSizes::read(request.sizes, whole->manifest);
  if (!sizes)
    return reportError(ToolError::badUsage(sizes.error().message));
  auto sizeOf = [&](const Kernel &kernel, const SizeExpr &size) { return sizes->evaluate(kernel, size); };
  Result<std::vector<ExplainedDevice>> devices =
      explainPackage(*package, {request.device, request.kernel, request.target, request.variant, sizeOf});
  if (!devices)
    return fail(devices.error());
  const WhyReport report = {request.package, *package, *sizes, *devices};
  const std::string text = request.isJson ? whyJson(report) : printableText(whyText(report));
  if (ExitCode written = writeOutput("-", asBytes(text)); written != ExitCode::success)
    return written;
  return std::ranges::any_of(*devices, &ExplainedDevice::takesPackage) ? ExitCode::success : ExitCode::inputError;
}

void qdc::addWhy(CLI::App &tool) {
  Verb &verb = addVerb(tool, "why", "tell what the loader does with a package, and why",
                       "PACKAGE [NAME=SIZE ...] [--device=DEVICE] [options]");
  verb.examples = {
      {"images, graphs, loops and tasks on the devices of this machine", "qdc why saxpy.fatbin"},
      {"one kernel on a GPU that is not here, where x has a million elements",
       "qdc why all.fatbin --kernel=saxpy --device=cuda:sm_90 x=1000000"},
      {"the image that an older processor takes",
       "qdc why all.fatbin --device=cpu:x86-64-v3 --json | jq .devices[0].modules"},
  };
  verb.details = {"It tells which image the device takes and why not each of the others; for each\n"
                  "kernel whether a launch is one graph, or why not, how each loop is run and what\n"
                  "is against the other ways, why neighbouring loops are two tasks, and the bytes\n"
                  "of workspaces. It asks the loader: QDRT_GRAPH, QDRT_LOOP and QDRT_TARGET count.",
                  "NAME=SIZE is as 'qdc inspect' takes it. Where sizes decide and are not given,\n"
                  "it says so.",
                  "The exit code is 0 if a device takes the package, 1 if none does, and another\n"
                  "one if that could not be told."};
  verb.variables = {{"QDRT_GRAPH", "0: launches run the tasks of a GPU one by one; 1: they replay what can be a graph"},
                    {"QDRT_LOOP", "how launches run loops, as --loops of 'qdc run'"},
                    {"QDRT_TARGET", "the loader takes the image of this target, or none"}};
  auto request = std::make_shared<WhyRequest>();
  verb.add_option(
      "--device=DEVICE", request->device,
      "a device of this machine ('cuda:0'), or a description: 'cpu:x86-64-v3,avx512f', "
      "'cuda:sm_90,driver=12.4,multiprocessors=132', 'vulkan:1.2,shaderFloat64'; without it, those of this machine");
  addImageOptions(verb, request->target, request->variant);
  verb.add_option("--kernel=NAME", request->kernel, "tell of this kernel alone");
  verb.add_flag("--json", request->isJson, "one JSON object");
  verb.run = [request](std::span<const std::string> words) {
    if (words.empty())
      return reportError(ToolError::badUsage("no package given: expected qdc why PACKAGE"));
    for (const std::string &word : words.subspan(1))
      if (word.find('=') == std::string::npos)
        return reportError(ToolError::badUsage("unexpected '" + word + "': one package at a time"));
    request->package = inputFile(words[0]);
    request->sizes.assign(words.begin() + 1, words.end());
    return ::run(*request);
  };
}
