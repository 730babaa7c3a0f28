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

using namespace qdc;

bool qdc::runParsePhase(Compilation &compilation) {
  compilation.module = readKernels(asText(compilation.source.bytes), compilation.sourceLocated, *compilation.context);
  mlir::DialectRegistry lowering; // too early for readKernels
  registerTargetInterfaces(lowering);
  compilation.context->appendDialectRegistry(lowering);
  if (!compilation.module)
    return false;
  qd::markConstantGlobals(*compilation.module); // ahead of what removes kernels
  if (!requestDerivatives(compilation))
    return false;
  unsigned errorsBefore = compilation.errorCount();
  qd::emitWarnings(*compilation.module);
  if (compilation.threads.getMaxConcurrency() > 1)
    compilation.context->setThreadPool(compilation.threads);
  return compilation.errorCount() == errorsBefore; // -Werror
}
