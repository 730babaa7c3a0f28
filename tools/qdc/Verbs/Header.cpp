//===- Header.cpp - qdc header --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the types of a package's kernels for the compiler of the program that
// launches them. It needs no device and no compiler of kernels.
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "Verbs/PackageFiles.h"
#include "Verbs/Verbs.h"
#include "qdc/Header/WriteHeader.h"
#include "qdc/Package/PackageReader.h"

using namespace qdc;

namespace {
struct HeaderRequest {
  std::string language = "c++";
  std::string space = "kernels";
  std::string output = "-";
};
} // namespace

static ExitCode run(std::span<const std::string> words, const HeaderRequest &request) {
  const HeaderOptions options = {request.language == "c" ? HeaderLanguage::c : HeaderLanguage::cxx, request.space};
  if (Status status = checkHeaderOptions(options); !status)
    return reportError(ToolError::badUsage("'--namespace=" + request.space + "' " + status.error().message));
  return makeOfPackages(words, request.output, [&](std::span<const LinkInput> packages) -> Result<ByteVector> {
    Result<Package> package = readPackage(packages[0].bytes);
    if (!package)
      return inFile(packages[0].name, package.error());
    Result<std::string> header = writeHeader(package->manifest, options);
    return header ? Result<ByteVector>(toBytes(*header)) : header.error();
  });
}

void qdc::addHeader(CLI::App &tool) {
  Verb &verb = addVerb(tool, "header", "write the types of kernels for C++ or C", "PACKAGE [-o FILE] [options]");
  verb.examples = {
      {"a struct for each kernel, whose members are its arguments", "qdc header saxpy.fatbin -o kernels.hpp"},
      {"the same for C11", "qdc header saxpy.fatbin --language=c -o kernels.h"},
  };
  verb.details = {"A wrong type or rank and a missing argument then end the program's compilation,\n"
                  "and a package with other kernels is refused when it is loaded. Names that are no\n"
                  "identifiers are changed, and comments say how."};
  auto request = std::make_shared<HeaderRequest>();
  verb.add_option("--language=LANGUAGE", request->language, "C++17 and later, or C11 and later")
      ->check(CLI::IsMember({"c++", "c"}))
      ->default_str("c++");
  verb.add_option("--namespace=NAME", request->space,
                  "where the names stand: a namespace, or in C what they begin with")
      ->default_str("kernels");
  verb.add_option("-o FILE", request->output, "write to FILE, not to standard output");
  verb.run = [request](std::span<const std::string> words) {
    if (words.empty())
      return reportError(ToolError::badUsage("no package given: expected qdc header PACKAGE"));
    if (words.size() > 1)
      return reportError(ToolError::badUsage("unexpected '" + words[1] +
                                             "': one package at a time; 'qdc link' makes "
                                             "one of several"));
    return ::run(words, *request);
  };
}
