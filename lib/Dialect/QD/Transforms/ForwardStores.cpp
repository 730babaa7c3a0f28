//===- ForwardStores.cpp - Replace loads by what was stored ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/ForwardStores.h"
#include "qdc/Analysis/KnownElements.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

namespace qdc::qd {
#define GEN_PASS_DEF_FORWARDSTORES
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace {
class Forwarder : public KnownElementsWalker {
public:
  Forwarder(MemoryLocations &locations, Replaced loads) : KnownElementsWalker(locations), loads(loads) {}

private:
  void visit(Operation *op, std::optional<LocationId> location) override {
    if (!location)
      return;
    if (isa<memref::StoreOp>(op))
      return known.learn(*location, op);
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      auto store = cast_if_present<memref::StoreOp>(known.lookup(*location));
      if (!store)
        return;
      load.replaceAllUsesWith(store.getValueToStore());
      if (loads == Replaced::erased)
        load.erase();
    }
  }

  Replaced loads;
};

struct ForwardStores : qdc::qd::impl::ForwardStoresBase<ForwardStores> {
  void runOnOperation() override { forwardStores(getOperation()); }
};
} // namespace

void qd::forwardStores(FunctionOpInterface function, Replaced loads) {
  MemoryLocations locations(function);
  Forwarder forwarder(locations, loads);
  forwarder.walk(function);
}
