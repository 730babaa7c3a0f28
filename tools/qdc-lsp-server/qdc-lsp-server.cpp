//===- qdc-lsp-server.cpp - Editor support for kernels --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Speaks the Language Server Protocol on standard input and output: hover,
// jumps, references and diagnostics for .qir files in any editor that knows
// mlir-lsp-server. Diagnostics are those of the parser and of the operations'
// verifiers; what only the whole module tells is for `qdc compile` to report.
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/InputDialects.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  qdc::qd::registerInputDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
