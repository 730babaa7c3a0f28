//===- Checks.cpp - The phase "checks" ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/Transforms/Checks.h"
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/AutoDiff/Differentiate.h"
#include "qdc/AutoDiff/Passes.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/ForwardStores.h"
#include "qdc/Dialect/QD/Transforms/KernelCSE.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"

#include <iterator>

using namespace qdc;

/// The module as the plain code's derivatives are made of it; null where that fails.
static mlir::OwningOpRef<mlir::ModuleOp> simplifyPlain(Compilation &compilation) {
  mlir::OwningOpRef<mlir::ModuleOp> plain(compilation.module->clone());
  const bool isSimplified = compilation.runPasses(*plain, [&](mlir::OpPassManager &passes) {
    qd::prepareForDerivatives(passes, simplifyOptions(compilation.options));
  });
  return isSimplified ? std::move(plain) : nullptr;
}

static bool differentiateModule(Compilation &compilation, mlir::ModuleOp module) {
  return compilation.runPasses(module, [&](mlir::OpPassManager &passes) {
    passes.addPass(createDifferentiate({compilation.options.package.adstackCapacity}));
  });
}

/// Makes the derivatives of a variant, which are called like those of the plain code. Where only the variant's fail,
/// the errors say so; `plain` is of no use then.
static bool differentiateVariant(Compilation &compilation, mlir::ModuleOp module, mlir::ModuleOp plain,
                                 const std::string &variant) {
  if (mlir::failed(shareSignatures(plain, module)))
    return false;
  // As in plain code, less has to be kept between the sweeps where what was computed or stored stands in place of what
  // is computed or loaded again. All that checks look at stays.
  for (auto kernel : module.getOps<qd::KernelOp>())
    if (kernel->hasAttr(qd::differentiateAttr)) {
      qd::mergeCommonSubexpressions(kernel, qd::Replaced::kept);
      qd::forwardStores(kernel, qd::Replaced::kept);
    }
  std::vector<mlir::Diagnostic> errors;
  {
    mlir::ScopedDiagnosticHandler handler(module.getContext(), [&](mlir::Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
        return mlir::failure();
      errors.push_back(std::move(diagnostic));
      return mlir::success();
    });
    if (differentiateModule(compilation, module))
      return true;
  }
  if (!differentiateModule(compilation, plain))
    return false;
  for (mlir::Diagnostic &error : errors) {
    error.attachNote() << "the variant '" << variant
                       << "' alone has no such derivative, since it is made of the source as it is, with branches and "
                          "accesses that the plain code does without; leave them out of the source, or compile without "
                          "'--checks="
                       << variant << "'";
    module.getContext()->getDiagEngine().emit(std::move(error));
  }
  return false;
}

/// Makes the kernels of a module, and the derivatives that they ask for, those of a variant. `plain` is what
/// simplifyPlain gives.
static bool makeVariant(Compilation &compilation, mlir::ModuleOp module, mlir::ModuleOp plain,
                        const std::string &variant) {
  qd::markVariant(module, variant); // derivatives are made otherwise
  const bool isPrepared = compilation.runPasses(module, [&](mlir::OpPassManager &passes) {
    // Checks and derivatives know arrays, loops and extents as kernels have them after these.
    passes.addPass(qd::createInlineHelpers());
    mlir::OpPassManager &kernels = passes.nest<qd::KernelOp>();
    kernels.addPass(qd::createUnifyExtents());
    kernels.addPass(qd::createNormalizeLoops());
    if (plain)
      kernels.addPass(qd::createLowerAdstacks());
  });
  if (!isPrepared)
    return false;
  // A check stands where the source has what it looks at, so simplify must not have seen it; a derivative too.
  if (plain && !differentiateVariant(compilation, module, plain, variant))
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
    // Helpers were inlined into the variant, so the name of a helper is free to change.
    if (mlir::isa_and_nonnull<mlir::func::FuncOp>(present)) {
      mlir::FailureOr<mlir::StringAttr> other = symbols.renameToUnique(present, {});
      assert(mlir::succeeded(other) && "symbols of this module are used in it alone");
      (void)other;
      present = nullptr;
    }
    if (!present) {
      global->remove();
      symbols.insert(global, place);
      present = global;
    }
    place = std::next(present->getIterator());
  }
}

bool qdc::runChecksPhase(Compilation &compilation) {
  if (compilation.options.package.variants.empty())
    return true;
  // What is remarked on is so later, too, where the plain code is made.
  mlir::ScopedDiagnosticHandler handler(compilation.context.get(), [](mlir::Diagnostic &diagnostic) {
    return mlir::success(diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark);
  });
  mlir::OwningOpRef<mlir::ModuleOp> plain;
  if (qd::asksForDerivatives(*compilation.module) && !(plain = simplifyPlain(compilation)))
    return false;
  // All are made of what the parser gave: plain code is the same with and without variants.
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> copies;
  for (const std::string &variant : compilation.options.package.variants) {
    copies.emplace_back(compilation.module->clone());
    if (!makeVariant(compilation, *copies.back(), plain ? *plain : mlir::ModuleOp(), variant))
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
