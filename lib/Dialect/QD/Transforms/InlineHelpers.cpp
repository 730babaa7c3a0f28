//===- InlineHelpers.cpp - Put helpers where they are called --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/InlineHelpers.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace qdc::qd {
#define GEN_PASS_DEF_INLINEHELPERS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

namespace {
class Inliner {
public:
  explicit Inliner(ModuleOp module) : symbols(module) {}

  /// Inlines every call in `function`, and in what it calls first, so that each
  /// helper is copied complete and each call visited once.
  LogicalResult inlineInto(FunctionOpInterface function);

private:
  enum class State { unseen, open, done };

  func::FuncOp findHelper(func::CallOp call);
  void inlineCall(func::CallOp call, func::FuncOp helper);

  SymbolTable symbols;
  DenseMap<Operation *, State> states;
};

struct InlineHelpers : qdc::qd::impl::InlineHelpersBase<InlineHelpers> {
  void runOnOperation() override {
    if (failed(inlineHelpers(getOperation())))
      signalPassFailure();
  }
};
} // namespace

/// The helper that can be inlined in place of the call, or null after an error.
func::FuncOp Inliner::findHelper(func::CallOp call) {
  auto helper = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!helper) {
    call.emitError() << "'" << call.getCallee() << "' is not a helper; a call needs a 'func.func' of this module";
    return nullptr;
  }
  if (helper.isExternal()) {
    call.emitError() << "helper '" << call.getCallee() << "' has no body; helpers are inlined, so each needs one";
    return nullptr;
  }
  if (!helper.getBody().hasOneBlock()) {
    helper.emitError() << "helper '" << call.getCallee()
                       << "' has more than one block; control flow is written with 'scf'";
    return nullptr;
  }
  return helper;
}

void Inliner::inlineCall(func::CallOp call, func::FuncOp helper) {
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

LogicalResult Inliner::inlineInto(FunctionOpInterface function) {
  State &state = states[function];
  if (state == State::done)
    return success();
  state = State::open;
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls) {
    func::FuncOp helper = findHelper(call);
    if (!helper)
      return failure();
    if (states.lookup(helper) == State::open)
      return call.emitError() << "helper '" << call.getCallee()
                              << "' calls itself, directly or through others; helpers are inlined, so they can't "
                                 "recurse";
    if (failed(inlineInto(helper)))
      return failure();
    inlineCall(call, helper);
  }
  states[function] = State::done;
  return success();
}

LogicalResult qdc::qd::inlineHelpers(ModuleOp module) {
  Inliner inliner(module);
  for (auto kernel : module.getOps<KernelOp>())
    if (failed(inliner.inlineInto(kernel)))
      return failure();
  for (auto helper : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    helper.erase();
  return success();
}
