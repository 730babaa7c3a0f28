//===- Offload.cpp - Cuts kernels into tasks ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/Offload.h"
#include "Offload/Classify.h"
#include "Offload/GraphBuilder.h"
#include "Offload/Outline.h"
#include "Offload/Temporaries.h"
#include "Offload/Transfers.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace qdc::qd;

namespace qdc::qd {
#define GEN_PASS_DEF_OFFLOAD
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

LogicalResult qdc::qd::offloadKernel(KernelOp kernel, SymbolTable &symbols, const GlobalNumbers &globals) {
  offload::Plan plan;
  if (failed(offload::hoistTemporaries(kernel)) || failed(offload::classify(kernel, plan)) ||
      failed(offload::planTransfers(plan)))
    return failure();
  offload::planTemporaries(plan);
  offload::outline(plan, symbols);
  offload::buildGraph(plan, globals);
  return success();
}

LogicalResult qdc::qd::offloadKernels(ModuleOp module) {
  SymbolTable symbols(module);
  GlobalNumbers globals = numberGlobals(module);
  for (KernelOp kernel : llvm::make_early_inc_range(module.getOps<KernelOp>()))
    if (!kernel.isOffloaded() && failed(offloadKernel(kernel, symbols, globals)))
      return failure();
  return success();
}

namespace {

struct Offload : public qdc::qd::impl::OffloadBase<Offload> {
  void runOnOperation() override {
    if (failed(offloadKernels(getOperation())))
      signalPassFailure();
  }
};

} // namespace
