//===- InlineHelpers.cpp - Put helpers where they are called --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/InlineHelpers.h"
#include "VerifyKernels/Callees.h"
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

static void inlineCall(func::CallOp call, func::FuncOp helper) {
  IRMapping values;
  values.map(helper.getArguments(), call.getOperands());
  OpBuilder builder(call);
  for (Operation &op : helper.getBody().front().without_terminator()) {
    Operation *copy = builder.clone(op, values);
    copy->walk([&](Operation *nested) { nested->setLoc(CallSiteLoc::get(nested->getLoc(), call.getLoc())); });
  }
  Operation *result = helper.getBody().front().getTerminator();
  for (auto [old, returned] : llvm::zip_equal(call.getResults(), result->getOperands()))
    old.replaceAllUsesWith(values.lookup(returned));
  call.erase();
}

/// The helpers that `function` calls must hold no call themselves.
static void inlineCalls(FunctionOpInterface function, const SymbolTable &symbols) {
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls)
    inlineCall(call, symbols.lookup<func::FuncOp>(call.getCallee()));
}

LogicalResult qdc::qd::inlineHelpers(ModuleOp module) {
  SymbolTable symbols(module);
  if (failed(verifyCallees(module, symbols)))
    return failure();
  FailureOr<SmallVector<func::FuncOp>> helpers = orderHelpers(module, symbols);
  if (failed(helpers))
    return failure();
  for (func::FuncOp helper : *helpers)
    inlineCalls(helper, symbols);
  for (auto kernel : module.getOps<KernelOp>())
    inlineCalls(kernel, symbols);
  for (func::FuncOp helper : *helpers)
    helper.erase();
  return success();
}
