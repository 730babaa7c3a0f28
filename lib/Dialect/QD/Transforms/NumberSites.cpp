//===- NumberSites.cpp - Numbers the places that report -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/NumberSites.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc::qd;

namespace qdc::qd {
#define GEN_PASS_DEF_NUMBERSITES
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

void qdc::qd::forEachSite(ModuleOp module, llvm::function_ref<void(Operation *)> visit) {
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<AdstackOverflowOp, AssertOp, CheckOp, PrintOp, GraphDoWhileOp, GraphWhileOp, GraphRepeatOp>(op))
      visit(op);
  });
}

void qdc::qd::numberSites(ModuleOp module) {
  uint32_t next = 0;
  forEachSite(module, [&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<AdstackOverflowOp, AssertOp, CheckOp, PrintOp, GraphDoWhileOp, GraphWhileOp, GraphRepeatOp>(
            [&](auto site) { site.setSite(next); });
    ++next;
  });
}

namespace {

struct NumberSites : public qdc::qd::impl::NumberSitesBase<NumberSites> {
  void runOnOperation() override { numberSites(getOperation()); }
};

} // namespace
