//===- Embed.cpp - qdc embed ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes an object file of a package. It needs no device and no compiler.
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Verb.h"
#include "Verbs/EmbedOptions.h"
#include "Verbs/Output.h"
#include "Verbs/PackageFiles.h"
#include "Verbs/Verbs.h"
#include "qdc/Package/PackageReader.h"

using namespace qdc;

namespace {
struct EmbedRequest {
  std::string symbol;
  EmbedMachine machine = hostEmbedMachine();
  std::string output;
};
} // namespace

static constexpr const char *kUsage = "qdc embed PACKAGE --symbol=SYMBOL -o FILE.o";

static ExitCode run(std::span<const std::string> words, const EmbedRequest &request) {
  return makeOfPackages(words, request.output, [&](std::span<const LinkInput> packages) -> Result<ByteVector> {
    const auto &[name, bytes] = packages[0];
    if (Status status = verifyPackage(bytes); !status)
      return inFile(name, status.error());
    return embedObject(bytes, request.symbol, request.machine);
  });
}

/// Finds what is missing.
static Failure check(std::span<const std::string> words, const EmbedRequest &request) {
  if (words.empty())
    return ToolError::badUsage("no package given: expected " + std::string(kUsage));
  if (words.size() > 1)
    return ToolError::badUsage("'" + words[0] + "' and '" + words[1] + "': one package at a time makes one object");
  if (request.symbol.empty())
    return ToolError::badUsage("no symbol given: expected " + std::string(kUsage));
  if (Status status = checkEmbedSymbol(request.symbol); !status)
    return ToolError::badUsage(status.error().message);
  return checkPackageOutput(request.output, kUsage);
}

void qdc::addEmbed(CLI::App &tool) {
  Verb &verb = addVerb(tool, "embed", "make an object file of a package", "PACKAGE --symbol=SYMBOL -o FILE.o");
  verb.examples = {
      {"a package as a part of a program", "qdc embed saxpy.fatbin --symbol=saxpy -o saxpy.o"},
  };
  verb.details = {"PACKAGE '-' is standard input.",
                  "The program declares 'extern const unsigned char SYMBOL[]', the package, and\n"
                  "'extern const size_t SYMBOL_size', its bytes, in C++ as extern \"C\", and gives\n"
                  "both to qdrt_package_load_memory. Both are hidden, so that each shared library\n"
                  "has its own."};
  auto request = std::make_shared<EmbedRequest>();
  verb.add_option("--symbol=SYMBOL", request->symbol, "what the package is called in the program");
  verb.add_option("-o FILE", request->output, "write to FILE; '-' is standard output");
  addEmbedTarget(verb, request->machine);
  verb.run = [request](std::span<const std::string> words) {
    Failure failure = check(words, *request);
    return failure ? reportError(*failure) : ::run(words, *request);
  };
}
