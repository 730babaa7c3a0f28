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
/// Walks each block backwards. Every block has a table of its own, which knows
/// the elements that the rest of the block overwrites before anything may see
/// them; tables are kept for the next block of the same depth.
class Remover {
public:
  explicit Remover(MemoryLocations &locations) : locations(locations) {}

  void visitRegion(Region &region, unsigned depth = 0);

private:
  void visitWithRegions(Operation *op, unsigned depth);
  void visitWithoutRegions(Operation *op, KnownElements &overwritten);

  MemoryLocations &locations;
  std::vector<std::unique_ptr<KnownElements>> tables; // by depth
  const MemorySummary *parallelLoop = nullptr;        // the one that we are in
};

void Remover::visitRegion(Region &region, unsigned depth) {
  if (depth == tables.size())
    tables.push_back(std::make_unique<KnownElements>(locations));
  KnownElements &overwritten = *tables[depth];
  for (Block &block : region) {
    size_t mark = overwritten.mark();
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (op.getNumRegions() != 0)
        visitWithRegions(&op, depth);
      else
        visitWithoutRegions(&op, overwritten);
    }
    overwritten.rollBack(mark);
  }
}

void Remover::visitWithRegions(Operation *op, unsigned depth) {
  const MemorySummary &summary = locations.summarize(op);
  const MemorySummary *enclosingLoop = parallelLoop;
  if (isa<ForOp>(op))
    parallelLoop = &summary;
  for (Region &region : op->getRegions())
    visitRegion(region, depth + 1);
  parallelLoop = enclosingLoop;
  if (summary.mayEnd || summary.holdsParallelLoop)
    tables[depth]->forgetAll();
  else
    tables[depth]->forgetRead(summary);
}

void Remover::visitWithoutRegions(Operation *op, KnownElements &overwritten) {
  if (isa<AssertOp, CheckOp>(op) || mayDoAnything(op))
    return overwritten.forgetAll();
  auto access = dyn_cast<ElementAccess>(op);
  if (!access)
    return;
  std::optional<LocationId> location = locations.getLocation(access);
  if (access.getAccessKind() != AccessKind::store)
    return location ? overwritten.forgetOverlapping(*location) : overwritten.forgetAll();
  if (!location || (parallelLoop && parallelLoop->mayUpdateAtomically(locations.getClass(*location))))
    return;
  if (!overwritten.lookup(*location))
    return overwritten.learn(*location, op);
  op->erase();
}

struct RemoveDeadStores : qdc::qd::impl::RemoveDeadStoresBase<RemoveDeadStores> {
  void runOnOperation() override { removeDeadStores(getOperation()); }
};
} // namespace

void qd::removeDeadStores(FunctionOpInterface function) {
  MemoryLocations locations(function);
  Remover remover(locations);
  for (Region &region : function->getRegions())
    remover.visitRegion(region);
}
