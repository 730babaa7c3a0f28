//===- Parse.cpp - Phase parse --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "Derivatives.h"
#include "PhaseFunctions.h"
#include "qdc/Dialect/QD/Transforms/MarkConstantGlobals.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"
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
  if (!compilation.module)
    return false;
  qd::markConstantGlobals(*compilation.module); // ahead of what removes kernels
  if (!requestDerivatives(compilation))
    return false;
  unsigned errorsBefore = compilation.printer.errorCount();
  qd::emitWarnings(*compilation.module);
  if (compilation.threads.getMaxConcurrency() > 1)
    compilation.context->setThreadPool(compilation.threads);
  return compilation.printer.errorCount() == errorsBefore; // -Werror
}
