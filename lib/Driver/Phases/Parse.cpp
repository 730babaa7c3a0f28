//===- Parse.cpp - Phase parse --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/Driver/ReadKernels.h"
#include "qdc/Support/FileBytes.h"

#include <unistd.h>

using namespace qdc;

bool qdc::runParsePhase(Compilation &compilation) {
  const std::string &input = compilation.options.input;
  Result<ByteVector> bytes = input == "-" ? readOpenFile(STDIN_FILENO, "standard input") : readFileBytes(input);
  if (!bytes) {
    compilation.printer.fileError(compilation.sourceName, bytes.error().message);
    return false;
  }
  compilation.progress.source = std::move(*bytes);
  compilation.progress.hasSource = true;
  std::string_view source = asText(compilation.progress.source);
  if (!isBytecode(source))
    compilation.printer.addSource(compilation.sourceName, std::string(source));
  compilation.module = readKernels(source, compilation.sourceLocated, *compilation.context);
  mlir::DialectRegistry lowering; // too early for readKernels
  registerTargetInterfaces(lowering);
  compilation.context->appendDialectRegistry(lowering);
  return static_cast<bool>(compilation.module);
}
