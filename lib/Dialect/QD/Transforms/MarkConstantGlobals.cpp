//===- MarkConstantGlobals.cpp - Globals that nobody writes ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/MarkConstantGlobals.h"
#include "VerifyKernels/Callees.h"
#include "VerifyKernels/ConstantGlobals.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace qdc::qd {
#define GEN_PASS_DEF_MARKCONSTANTGLOBALS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

namespace {
struct MarkConstantGlobals : qdc::qd::impl::MarkConstantGlobalsBase<MarkConstantGlobals> {
  void runOnOperation() override { markConstantGlobals(getOperation()); }
};
} // namespace

void qdc::qd::markConstantGlobals(ModuleOp module) {
  SmallVector<memref::GlobalOp> candidates;
  for (auto global : module.getOps<memref::GlobalOp>())
    if (global.isPrivate() && !global.getConstant())
      candidates.push_back(global);
  if (candidates.empty())
    return;
  SymbolTable symbols(module);
  FailureOr<SmallVector<func::FuncOp>> helpers = orderHelpers(module, symbols);
  if (failed(helpers))
    return;
  llvm::SmallPtrSet<Operation *, 8> written;
  WrittenParametersMap parameters;
  auto look = [&](FunctionOpInterface function) {
    forEachGlobalWrite(function, symbols, parameters,
                       [&](memref::GlobalOp global, Operation *) { written.insert(global); });
  };
  for (func::FuncOp helper : *helpers)
    look(helper);
  for (auto kernel : module.getOps<KernelOp>())
    look(kernel);
  for (memref::GlobalOp global : candidates)
    if (!written.contains(global))
      global.setConstant(true);
}
