//===- RemoveDeadStores.cpp - Drop stores that nobody can see -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/RemoveDeadStores.h"
#include "qdc/Analysis/KnownElements.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

namespace qdc::qd {
#define GEN_PASS_DEF_REMOVEDEADSTORES
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace {
/// Walks each block backwards. `overwritten` knows the elements that the rest
/// of the block overwrites before anything may see them.
class Remover {
public:
  explicit Remover(MemoryLocations &locations) : locations(locations), overwritten(locations) {}

  void visitRegion(Region &region) {
    for (Block &block : region) {
      size_t mark = overwritten.mark();
      overwritten.forgetAll();
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
        if (op.getNumRegions() != 0)
          visitWithRegions(&op);
        else
          visitWithoutRegions(&op);
      }
      overwritten.rollBack(mark);
    }
  }

  unsigned numRemoved = 0;

private:
  void visitWithRegions(Operation *op) {
    const MemorySummary &summary = locations.summarize(op);
    const MemorySummary *enclosingLoop = parallelLoop;
    if (isa<ForOp>(op))
      parallelLoop = &summary;
    for (Region &region : op->getRegions())
      visitRegion(region);
    parallelLoop = enclosingLoop;
    if (summary.mayEnd || summary.holdsParallelLoop)
      overwritten.forgetAll();
    else
      overwritten.forgetRead(summary);
  }

  void visitWithoutRegions(Operation *op) {
    if (isa<AssertOp>(op) || mayDoAnything(op))
      return overwritten.forgetAll();
    std::optional<MemoryAccess> access = getMemoryAccess(op);
    if (!access)
      return;
    std::optional<LocationId> location = locations.getLocation(*access);
    if (access->kind != AccessKind::store)
      return location ? overwritten.forgetOverlapping(*location) : overwritten.forgetAll();
    if (!location || (parallelLoop && parallelLoop->mayUpdateAtomically(locations.getClass(*location))))
      return;
    if (!overwritten.lookup(*location))
      return overwritten.learn(*location, op);
    op->erase();
    ++numRemoved;
  }

  MemoryLocations &locations;
  KnownElements overwritten;
  const MemorySummary *parallelLoop = nullptr; // the one that we are in
};

struct RemoveDeadStores : qdc::qd::impl::RemoveDeadStoresBase<RemoveDeadStores> {
  void runOnOperation() override { numRemoved += removeDeadStores(getOperation()); }
};
} // namespace

unsigned qd::removeDeadStores(FunctionOpInterface function) {
  MemoryLocations locations(function);
  Remover remover(locations);
  for (Region &region : function->getRegions())
    remover.visitRegion(region);
  return remover.numRemoved;
}
