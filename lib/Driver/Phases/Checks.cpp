//===- Checks.cpp - The phase "checks" ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Package/Variants.h"

#include "mlir/Pass/PassManager.h"

using namespace qdc;

/// In this order: what a check computes is not looked at by those after it.
static void addChecks(mlir::OpPassManager &kernels, std::string_view variant) {
  for (std::string_view check : checksOfVariant(variant)) {
    if (check == "arithmetic")
      kernels.addPass(qd::createCheckArithmetic());
    else if (check == "bounds")
      kernels.addPass(qd::createCheckBounds());
    else if (check == "float")
      kernels.addPass(qd::createCheckFloat());
  }
}

/// Makes the kernels of a module those of a variant.
static bool makeVariant(Compilation &compilation, mlir::ModuleOp module, const std::string &variant) {
  mlir::Builder builder(module.getContext());
  for (auto kernel : module.getOps<qd::KernelOp>()) {
    mlir::StringAttr name = kernel.getSymNameAttr();
    kernel.setCheckedAttr(
        qd::CheckedAttr::get(module.getContext(), name, builder.getStringAttr(variant), /*checks=*/0, /*proven=*/0));
    kernel.setSymName(name.str() + "$" + variant);
  }
  return compilation.runPasses(module, [&](mlir::OpPassManager &passes) {
    // Checks know arrays, loops and extents as kernels have them after these.
    passes.addPass(qd::createInlineHelpers());
    mlir::OpPassManager &kernels = passes.nest<qd::KernelOp>();
    kernels.addPass(qd::createUnifyExtents());
    kernels.addPass(qd::createNormalizeLoops());
    addChecks(kernels, variant);
  });
}

bool qdc::runChecksPhase(Compilation &compilation) {
  if (!compilation.options.package.variants.empty() && qd::asksForDerivatives(*compilation.module))
    return compilation.fail(Error{ErrorCode::invalidArgument,
                                  "not supported: '--checks' for kernels that are differentiated; compile the checked "
                                  "variants without '--grad' and 'qd.differentiate', as a package of their own"});
  // All are made of what the parser gave: plain code is the same with and without variants.
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> copies;
  for (const std::string &variant : compilation.options.package.variants) {
    copies.emplace_back(compilation.module->clone());
    if (!makeVariant(compilation, *copies.back(), variant))
      return false;
  }
  mlir::SymbolTable symbols(*compilation.module);
  for (mlir::OwningOpRef<mlir::ModuleOp> &copy : copies)
    for (auto kernel : llvm::make_early_inc_range(copy->getOps<qd::KernelOp>())) {
      kernel->remove();
      symbols.insert(kernel); // under another name where this one is taken
    }
  return true;
}
