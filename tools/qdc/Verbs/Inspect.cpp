//===- Inspect.cpp - qdc inspect ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows what is in a package. It needs no device and no compiler.
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Environment.h"
#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "Inspect/PackageSummary.h"
#include "Verbs/Output.h"
#include "Verbs/Verbs.h"
#include "qdc/Package/PackageReader.h"
#include "qdc/Support/FileBytes.h"
#include "qdc/Support/MemoryFile.h"
#include "qdc/Support/PrintableText.h"
#include "qdc/Toolchain/CUDATools.h"
#include "qdc/Toolchain/Process.h"

#include <algorithm>

using namespace qdc;

/// The images of all modules, with their bytes.
static std::vector<std::pair<const Image *, ByteSpan>> allImages(const Package &package) {
  std::vector<std::pair<const Image *, ByteSpan>> images;
  for (size_t module = 0; module < package.modules.size(); ++module)
    for (size_t index = 0; index < package.modules[module].images.size(); ++index)
      images.emplace_back(&package.manifest.modules[module].images[index], package.modules[module].images[index]);
  return images;
}

/// The machine code of the package's cubins as NVIDIA's disassembler shows it.
static Result<std::string> disassemble(const std::string &path, const ByteVector &bytes) {
  Result<Package> package = readPackage(bytes);
  if (!package)
    return inFile(path, package.error());
  std::vector<std::pair<const Image *, ByteSpan>> images = allImages(*package);
  std::erase_if(images, [](const auto &image) { return !isCubin(*image.first); });
  if (images.empty())
    return Error{ErrorCode::notFound, "'" + path + "' has no image for 'cuda:sm_N', whose code can be shown"};
  CUDAToolPlaces places;
  places.cudaHome = environmentVariable("CUDA_HOME");
  places.path = environmentVariable("PATH");
  Result<FoundTool> tool = findNvdisasm(places);
  if (!tool)
    return tool.error();
  std::string text;
  for (const auto &[description, code] : images) {
    const Image &image = *description;
    Result<FileDescriptor> file = makeMemoryFile("qdc-cubin", code);
    if (!file)
      return file.error();
    const FileDescriptor *files[] = {&*file};
    Result<ProcessResult> result = runProcess(tool->path, {"-c", passedFilePath(0)}, files);
    if (!result)
      return result.error();
    if (!result->succeeded()) {
      std::string messages = inOneLine(whatItSaid(*result, image.target + ".cubin"));
      return Error{ErrorCode::toolMissing, "'" + path + "': image '" + image.target + "': '" + tool->path + "' " +
                                               howItEnded(*result) + (messages.empty() ? "" : ": " + messages)};
    }
    text += "// " + image.target + "\n" + result->output;
  }
  return text;
}

namespace {
struct InspectRequest {
  std::string package;
  std::vector<std::string> sizes; // NAME=EXTENTS
  std::string format; // "json", "dot", ...; empty: text
  std::string source; // empty: not asked for
  std::string output = "-";
};
} // namespace

static std::string inspect(PackageSummary package, const std::string &format) {
  if (format == "json")
    return inspectJson(package);
  makePrintable(package);
  if (format == "dot")
    return inspectDot(package);
  if (format == "svg")
    return inspectSvg(package);
  return format == "html" ? inspectHtml(package) : inspectText(package);
}

static ExitCode run(const InspectRequest &request) {
  Result<ByteVector> bytes = readFileBytes(request.package);
  if (!bytes)
    return reportError(ToolError::from(bytes.error()));
  if (request.format == "disassemble") {
    Result<std::string> text = disassemble(request.package, *bytes);
    return text ? writeOutput(request.output, asBytes(printableText(*text)))
                : reportError(ToolError::from(text.error()));
  }
  Result<PackageSummary> summary = summarizePackage(request.package, *bytes);
  if (!summary)
    return reportError(ToolError::from(summary.error()));
  if (!request.source.empty()) {
    Result<SourceText> source = readSource(request.source, summary->manifest);
    if (!source)
      return reportError(ToolError::from(source.error()));
    summary->source = std::move(*source);
  }
  Result<GivenSizes> sizes = GivenSizes::read(request.sizes, summary->manifest);
  if (!sizes)
    return reportError(ToolError::badUsage(sizes.error().message));
  summary->sizes = *std::move(sizes);
  return writeOutput(request.output, asBytes(inspect(*std::move(summary), request.format)));
}

void qdc::addInspect(CLI::App &tool) {
  Verb &verb = addVerb(tool, "inspect", "show what is in a package",
                       "PACKAGE [NAME=SIZE ...] [--json | --html | ...] [options]");
  verb.examples = {
      {"kernels, arguments, tasks with their source lines, the graph, images", "qdc inspect saxpy.fatbin"},
      {"the bytes of workspaces where x has 1000 elements; x=64x3 is a matrix", "qdc inspect saxpy.fatbin x=1000 a=5"},
      {"a page for the browser, with the source beside the tasks",
       "qdc inspect saxpy.fatbin --html --source=saxpy.qir -o saxpy.html"},
      {"a picture of the graph", "qdc inspect saxpy.fatbin --svg -o saxpy.svg"},
      {"the targets, by a program", "qdc inspect saxpy.fatbin --json | jq '.manifest.modules[].images[].target'"},
  };
  verb.details = {"PACKAGE '-' is standard input.",
                  "NAME=SIZE gives the extents of an array, x=64x3, the value of a scalar, n=5, or\n"
                  "an extent that qd.dims names, rows=20; the bytes of workspaces follow."};
  auto request = std::make_shared<InspectRequest>();
  std::string &format = request->format;
  CLI::Option *formats[] = {
      verb.add_flag("--json{json}", format,
                    "one JSON object: the sizes of the parts and of workspaces, and the manifest as stored"),
      verb.add_flag("--dot{dot}", format, "the graphs in Graphviz's language"),
      verb.add_flag("--svg{svg}", format, "the graphs as a picture of nested boxes; needs no Graphviz"),
      verb.add_flag("--html{html}", format, "all as one page for a browser, which needs no network"),
      verb.add_flag("--disassemble{disassemble}", format,
                    "the machine code of images for cuda:sm_N, by nvdisasm of a CUDA toolkit"),
  };
  for (CLI::Option *one : formats)
    for (CLI::Option *other : formats)
      if (one != other)
        one->excludes(other);
  verb.add_option("--source=FILE", request->source,
                  "with --html: show tasks beside their lines of FILE, which the package must be made from")
      ->needs("--html");
  verb.add_option("-o FILE", request->output, "write to FILE, not to standard output");
  verb.variables = {{"CUDA_HOME", "a CUDA toolkit, whose bin holds nvdisasm; then PATH and the usual folders are "
                                  "looked through"}};
  verb.run = [request](std::span<const std::string> words) {
    if (words.empty())
      return reportError(ToolError::badUsage("no package given: expected qdc inspect PACKAGE"));
    for (const std::string &word : words.subspan(1))
      if (word.find('=') == std::string::npos)
        return reportError(ToolError::badUsage("unexpected '" + word +
                                               "': one package at a time, and "
                                               "'-o FILE' names the output"));
    if (words.size() > 1 && !request->format.empty() && request->format != "json")
      return reportError(
          ToolError::badUsage("'" + words[1] + "' needs the text form or '--json': bytes at sizes are not in others"));
    request->package = inputFile(words[0]);
    request->sizes.assign(words.begin() + 1, words.end());
    return ::run(*request);
  };
}
