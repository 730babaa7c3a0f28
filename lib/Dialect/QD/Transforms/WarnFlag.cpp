//===- WarnFlag.cpp - Loops that never write the flag that ends them ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Dialect/QD/IR/ArrayName.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"

namespace qdc::qd {
#define GEN_PASS_DEF_WARNFLAG
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

/// True if the loop may end because the launch fails.
static bool holdsAssert(DoWhileOp loop) {
  return loop.getBody().walk([](AssertOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

void qdc::qd::warnFlag(KernelOp kernel) {
  MemoryLocations locations(kernel);
  kernel.walk<WalkOrder::PreOrder>([&](DoWhileOp loop) {
    std::optional<ArrayIdentity> flag = locations.identify(loop.getFlag());
    if (loop.getMaximum() || !flag || locations.summarize(loop).mayWrite(flag->memory) || holdsAssert(loop))
      return;
    Value array = getAccessedArray(loop.getFlag());
    InFlightDiagnostic warning = emitWarning(loop.getLoc(), Warning::flag);
    warning << "the body never writes the flag " << quotedArrayName(array)
            << ", so this loop runs once or without end; store 0 to the flag where the loop is to end, or give the "
               "loop a maximum with 'max'";
    warning.attachNote(array.getLoc()) << "the flag";
  });
}

namespace {
struct WarnFlag : qdc::qd::impl::WarnFlagBase<WarnFlag> {
  void runOnOperation() override {
    warnFlag(getOperation());
    markAllAnalysesPreserved();
  }
};
} // namespace
