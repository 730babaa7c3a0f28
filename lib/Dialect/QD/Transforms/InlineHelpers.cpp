//===- InlineHelpers.cpp - Put helpers where they are called --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/InlineHelpers.h"
#include "VerifyKernels/Callees.h"
#include "VerifyKernels/Steps.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace qdc::qd {
#define GEN_PASS_DEF_INLINEHELPERS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

namespace {
struct InlineHelpers : qdc::qd::impl::InlineHelpersBase<InlineHelpers> {
  void runOnOperation() override {
    if (failed(inlineHelpers(getOperation())))
      signalPassFailure();
  }
};
} // namespace

/// Puts a copy of the helper in the place of `call`, and what that calls at the end of `calls`.
static void inlineCall(func::CallOp call, func::FuncOp helper, SmallVectorImpl<func::CallOp> &calls) {
  IRMapping values;
  values.map(helper.getArguments(), call.getOperands());
  OpBuilder builder(call);
  for (Operation &op : helper.getBody().front().without_terminator()) {
    Operation *copy = builder.clone(op, values);
    copy->walk([&](Operation *nested) {
      nested->setLoc(CallSiteLoc::get(nested->getLoc(), call.getLoc()));
      if (auto inner = dyn_cast<func::CallOp>(nested))
        calls.push_back(inner);
    });
  }
  Operation *result = helper.getBody().front().getTerminator();
  for (auto [old, returned] : llvm::zip_equal(call.getResults(), result->getOperands()))
    old.replaceAllUsesWith(values.lookup(returned));
  call.erase();
}

/// From the outside in: helpers stay as they are, so that a chain of calls costs what its end result has.
static void inlineCalls(KernelOp kernel, const SymbolTable &symbols) {
  SmallVector<func::CallOp> calls;
  kernel.walk([&](func::CallOp call) { calls.push_back(call); });
  while (!calls.empty()) {
    func::CallOp call = calls.pop_back_val();
    inlineCall(call, symbols.lookup<func::FuncOp>(call.getCallee()), calls);
  }
}

LogicalResult qdc::qd::inlineHelpers(ModuleOp module) {
  SymbolTable symbols(module);
  if (failed(verifyCallees(module, symbols)))
    return failure();
  FailureOr<SmallVector<func::FuncOp>> helpers = orderHelpers(module, symbols);
  if (failed(helpers))
    return failure();
  bool isValid = true;
  for (auto kernel : module.getOps<KernelOp>()) {
    inlineCalls(kernel, symbols);
    isValid &= succeeded(verifySteps(kernel));
  }
  for (func::FuncOp helper : *helpers)
    helper.erase();
  return success(isValid);
}
