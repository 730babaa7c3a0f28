//===- Checks.cpp - What checked variants find at run time ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/Checks.h"
#include "qdc/Dialect/QD/IR/UnreportedFailures.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Package/Variants.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace qdc::qd;

void qdc::qd::createCheck(OpBuilder &builder, Location location, Value condition, std::string message,
                          ArrayRef<Value> values) {
  auto loop = dyn_cast<ForOp>(builder.getInsertionBlock()->getParentOp());
  if (!loop)
    loop = builder.getInsertionBlock()->getParentOp()->getParentOfType<ForOp>();
  auto check = CheckOp::create(builder, location, condition, message, values, /*site=*/IntegerAttr());
  if (loop && loop->hasAttr(isUnreportedAttr))
    check->setAttr(isUnreportedAttr, builder.getUnitAttr());
}

void qdc::qd::addCounts(KernelOp kernel, CheckCounts counts) {
  std::optional<CheckedAttr> checked = kernel.getChecked();
  if (!checked)
    return;
  kernel.setCheckedAttr(CheckedAttr::get(kernel.getContext(), checked->getKernel(), checked->getVariant(),
                                         checked->getChecks() + counts.checks, checked->getProven() + counts.proven));
}

void qdc::qd::markVariant(ModuleOp module, StringRef variant) {
  Builder builder(module.getContext());
  for (auto kernel : module.getOps<KernelOp>())
    kernel.setCheckedAttr(CheckedAttr::get(module.getContext(), kernel.getSymNameAttr(), builder.getStringAttr(variant),
                                           /*checks=*/0, /*proven=*/0));
}

void qdc::qd::renameVariant(ModuleOp module) {
  for (auto kernel : module.getOps<KernelOp>()) {
    CheckedAttr checked = *kernel.getChecked();
    kernel.setSymName((checked.getKernel().getValue() + "$" + checked.getVariant().getValue()).str());
  }
}

void qdc::qd::addChecks(OpPassManager &kernels, std::string_view variant) {
  // What a check computes is not looked at by those after it.
  for (std::string_view check : checksOfVariant(variant)) {
    if (check == "arithmetic")
      kernels.addPass(createCheckArithmetic());
    else if (check == "bounds")
      kernels.addPass(createCheckBounds());
    else if (check == "float")
      kernels.addPass(createCheckFloat());
  }
  kernels.addPass(createLocateChecks());
}
