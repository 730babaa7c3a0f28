//===- qdc-lsp-server.cpp - Editor support for kernels --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Speaks the Language Server Protocol on standard input and output: hover,
// jumps, references and diagnostics for .qir files in any editor that knows
// mlir-lsp-server. Diagnostics are those of `qdc compile` up to its phase parse:
// of the parser, of the operations' verifiers and of qd-verify-kernels, and then
// all warnings.
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/InputDialects.h"
#include "qdc/Dialect/QD/Transforms/VerifyKernels.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

using namespace mlir;
using qdc::qd::KernelOp;

namespace {

/// Brings qd-verify-kernels into the verifier, which is all that the server runs: what kernels need of their module is
/// checked like uses of symbols, once every operation has been verified by itself.
struct ModuleRules : SymbolUserOpInterface::ExternalModel<ModuleRules, KernelOp> {
  LogicalResult verifySymbolUses(Operation *op, SymbolTableCollection &symbols) const {
    auto module = cast<ModuleOp>(op->getParentOp());
    if (op != *module.getOps<KernelOp>().begin())
      return success(); // the first one has spoken for all
    if (failed(qdc::qd::verifyCallees(module)))
      return failure();
    // The rules rely on uses that are right, and the verifier may not have come to them yet.
    WalkResult uses = module.walk([&](SymbolUserOpInterface user) {
      return isa<KernelOp>(user) || succeeded(user.verifySymbolUses(symbols)) ? WalkResult::advance()
                                                                              : WalkResult::interrupt();
    });
    if (uses.wasInterrupted() || failed(qdc::qd::verifyKernels(module)))
      return failure();
    qdc::qd::emitWarnings(module);
    return success();
  }
};

} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  qdc::qd::registerInputDialects(registry);
  registry.addExtension(
      +[](MLIRContext *context, qdc::qd::QDDialect *) { KernelOp::attachInterface<ModuleRules>(*context); });
  return failed(MlirLspServerMain(argc, argv, registry));
}
