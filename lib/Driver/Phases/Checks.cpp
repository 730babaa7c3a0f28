//===- Checks.cpp - The phase "checks" ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/Transforms/Checks.h"
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/AutoDiff/Passes.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"

#include <iterator>

using namespace qdc;

/// Makes the kernels of a module, and the derivatives that they ask for, those of a variant.
static bool makeVariant(Compilation &compilation, mlir::ModuleOp module, const std::string &variant) {
  const bool hasDerivatives = qd::asksForDerivatives(module);
  // The plain code's derivatives tell the same, a little later.
  mlir::ScopedDiagnosticHandler handler(module.getContext(), [](mlir::Diagnostic &diagnostic) {
    return mlir::success(diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark);
  });
  qd::markVariant(module, variant); // derivatives are made otherwise
  const bool isPrepared = compilation.runPasses(module, [&](mlir::OpPassManager &passes) {
    // Checks and derivatives know arrays, loops and extents as kernels have them after these.
    passes.addPass(qd::createInlineHelpers());
    mlir::OpPassManager &kernels = passes.nest<qd::KernelOp>();
    kernels.addPass(qd::createUnifyExtents());
    kernels.addPass(qd::createNormalizeLoops());
    // A check stands where the source has what it looks at, so simplify must not have seen it; a derivative too.
    if (hasDerivatives) {
      kernels.addPass(qd::createLowerAdstacks());
      passes.addPass(createDifferentiate({compilation.options.package.adstackCapacity}));
    }
  });
  if (!isPrepared)
    return false;
  qd::markVariant(module, variant); // derivatives, too
  qd::renameVariant(module);
  return compilation.runPasses(
      module, [&](mlir::OpPassManager &passes) { qd::addChecks(passes.nest<qd::KernelOp>(), variant); });
}

/// Moves the globals that derivatives of a variant have beside those of the source, each to its place among these.
/// Those of the plain code find them there.
static void moveShadows(mlir::ModuleOp variant, mlir::ModuleOp module) {
  mlir::SymbolTable symbols(module);
  mlir::Block::iterator place = module.getBody()->begin();
  for (auto global : llvm::make_early_inc_range(variant.getOps<mlir::memref::GlobalOp>())) {
    mlir::Operation *present = symbols.lookup(global.getSymName());
    if (!present) {
      global->remove();
      symbols.insert(global, place);
      present = global;
    }
    place = std::next(present->getIterator());
  }
}

bool qdc::runChecksPhase(Compilation &compilation) {
  // All are made of what the parser gave: plain code is the same with and without variants.
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> copies;
  for (const std::string &variant : compilation.options.package.variants) {
    copies.emplace_back(compilation.module->clone());
    if (!makeVariant(compilation, *copies.back(), variant))
      return false;
  }
  for (mlir::OwningOpRef<mlir::ModuleOp> &copy : copies)
    moveShadows(*copy, *compilation.module);
  mlir::SymbolTable symbols(*compilation.module);
  for (mlir::OwningOpRef<mlir::ModuleOp> &copy : copies)
    for (auto kernel : llvm::make_early_inc_range(copy->getOps<qd::KernelOp>())) {
      kernel->remove();
      symbols.insert(kernel); // under another name where this one is taken
    }
  return true;
}
