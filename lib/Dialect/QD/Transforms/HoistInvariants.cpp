//===- HoistInvariants.cpp - Move what does not change out of loops -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/HoistInvariants.h"
#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace qdc::qd {
#define GEN_PASS_DEF_HOISTINVARIANTS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace {
class Hoister {
public:
  explicit Hoister(FunctionOpInterface function) : function(function), locations(function) {}

  void hoistFrom(Operation *loop);
  void findRematerialisable();

private:
  bool canHoist(Operation *op, Operation *loop, bool surelyRuns);
  bool canHoistLoad(ElementAccess access, Operation *loop, bool surelyRuns);

  FunctionOpInterface function;
  MemoryLocations locations;
  llvm::DenseSet<Value> rematerialisable; // made of arguments, dims, constants and the seed
};

struct HoistInvariants : qdc::qd::impl::HoistInvariantsBase<HoistInvariants> {
  void runOnOperation() override { hoistInvariants(getOperation()); }
};
} // namespace

static bool isLoop(Operation *op) { return isa<scf::ForOp, scf::WhileOp, DoWhileOp, ForOp>(op); }

/// True if the region runs at least once each time its loop is reached.
static bool runsAtLeastOnce(Region &region) {
  Operation *loop = region.getParentOp();
  if (auto whileLoop = dyn_cast<scf::WhileOp>(loop))
    return &region == &whileLoop.getBefore();
  if (auto counted = dyn_cast<scf::ForOp>(loop)) {
    std::optional<int64_t> lower = getConstantIntValue(counted.getLowerBound());
    std::optional<int64_t> upper = getConstantIntValue(counted.getUpperBound());
    return lower && upper && 0 <= *lower && *lower < *upper; // thus in either sign
  }
  return isa<DoWhileOp>(loop);
}

void Hoister::findRematerialisable() {
  for (Value argument : function.getArguments())
    rematerialisable.insert(argument);
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isFound = op->getNumRegions() == 0 && isPure(op) &&
                   llvm::all_of(op->getOperands(), [&](Value operand) { return rematerialisable.contains(operand); });
    if (isFound)
      rematerialisable.insert_range(op->getResults());
  });
}

bool Hoister::canHoistLoad(ElementAccess access, Operation *loop, bool surelyRuns) {
  std::optional<LocationId> location = locations.getLocation(access);
  if (!location || locations.summarize(loop).mayWrite(locations.getClass(*location)))
    return false;
  // Other iterations of a parallel loop around this loop may update the array.
  if (auto parallel = loop->getParentOfType<ForOp>())
    if (locations.summarize(parallel).mayUpdateAtomically(locations.getClass(*location)))
      return false;
  return surelyRuns || locations.isSafeToSpeculate(access);
}

bool Hoister::canHoist(Operation *op, Operation *loop, bool surelyRuns) {
  bool usesLoop = llvm::any_of(
      op->getOperands(), [&](Value operand) { return loop->isAncestor(operand.getParentBlock()->getParentOp()); });
  if (usesLoop)
    return false;
  if (isPure(op))
    return !isa<ForOp>(loop) ||
           llvm::all_of(op->getResults(), [&](Value result) { return rematerialisable.contains(result); });
  return isa<memref::LoadOp>(op) && !isa<ForOp>(loop) && canHoistLoad(cast<ElementAccess>(op), loop, surelyRuns);
}

void Hoister::hoistFrom(Operation *loop) {
  for (Region &region : loop->getRegions()) {
    bool surelyRuns = runsAtLeastOnce(region);
    for (Operation &op : llvm::make_early_inc_range(region.front().without_terminator())) {
      if (op.getNumRegions() != 0) {
        surelyRuns &= !locations.summarize(&op).mayEnd;
      } else if (isa<AssertOp, CheckOp>(op) || mayDoAnything(&op)) {
        surelyRuns = false;
      } else if (canHoist(&op, loop, surelyRuns)) {
        op.moveBefore(loop);
      }
    }
  }
}

void qd::hoistInvariants(FunctionOpInterface function) {
  Hoister hoister(function);
  hoister.findRematerialisable();
  // Inner loops first, so that what leaves one can leave the next.
  SmallVector<Operation *> loops;
  function->walk([&](Operation *op) {
    if (isLoop(op))
      loops.push_back(op);
  });
  for (Operation *loop : loops)
    hoister.hoistFrom(loop);
}
