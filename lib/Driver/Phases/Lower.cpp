//===- Lower.cpp - Phase lower --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "ImageOptions.h"
#include "PhaseFunctions.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Pass/PassManager.h"

using namespace qdc;

/// Removes the kernels of other variants, with their tasks.
static void keepVariant(mlir::ModuleOp module, llvm::StringRef variant) {
  llvm::SmallPtrSet<mlir::Attribute, 8> kept;
  for (auto kernel : llvm::make_early_inc_range(module.getOps<qd::KernelOp>())) {
    std::optional<qd::CheckedAttr> checked = kernel.getChecked();
    if ((checked ? checked->getVariant().getValue() : "") == variant)
      kept.insert(kernel.getSymNameAttr());
    else
      kernel.erase();
  }
  for (auto task : llvm::make_early_inc_range(module.getOps<qd::TaskOp>()))
    if (!kept.contains(task.getKernelAttr().getAttr()))
      task.erase();
}

/// Takes an image that was made before, with what was said about it.
static bool takeKept(Compilation &compilation, TargetCompilation &target) {
  std::optional<CachedImage> kept =
      compilation.images ? compilation.images->find(target.target->spelling(), target.variant) : std::nullopt;
  if (!kept)
    return false;
  target.image = std::move(kept->image);
  target.isKept = true;
  for (const std::string &text : kept->toolOutput)
    compilation.showToolOutput(target, text);
  return true;
}

bool qdc::runLowerPhase(Compilation &compilation) {
  std::vector<TargetCompilation *> made;
  for (TargetCompilation &target : compilation.targets)
    if (!takeKept(compilation, target))
      made.push_back(&target);
  for (TargetCompilation *target : made) {
    ImageOptions options = imageOptions(compilation, *target);
    // No later phase looks at the kernels.
    if (target == made.back())
      target->module = std::move(compilation.module);
    else
      target->module = compilation.module->clone();
    keepVariant(*target->module, target->variant);
    bool isLowered = compilation.runPasses(
        *target->module, [&](mlir::OpPassManager &passes) { target->target->addLoweringPasses(passes, options); });
    if (!isLowered)
      return false;
  }
  return true;
}
