//===- FuseLoops.cpp - Make one parallel loop of neighbours ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/FuseLoops.h"
#include "FuseLoops/Description.h"
#include "FuseLoops/Obstacle.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;
using namespace qdc::qd::fusion;

namespace qdc::qd {
#define GEN_PASS_DEF_FUSELOOPS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

namespace {

/// The last loop of a block so far, and what stands after it.
struct Candidate {
  ForOp loop;
  LoopEffects effects;
  Operation *effectAfter = nullptr; // the first that may not change places with the loop
  /// Operations that the loop could stand after, in order.
  SmallVector<Operation *> after;
  /// Those that need its results.
  llvm::SmallPtrSet<Operation *, 8> users;
};

class BlockFuser {
public:
  BlockFuser(KernelOp kernel, const FusionRemarks &remarks) : kernel(kernel), locations(kernel), remarks(remarks) {}

  void run();

private:
  void visitBlock(Block &block);
  void visitLoop(ForOp loop);
  void visitOther(Operation *op);
  bool canGoAhead(Operation *op);
  std::optional<Obstacle> findObstacleBetween(ForOp second);
  bool needsResult(Operation *op);
  void fuse(ForOp second, LoopEffects &&effects);

  KernelOp kernel;
  MemoryLocations locations;
  const FusionRemarks &remarks;
  llvm::SmallPtrSet<Operation *, 16> control; // that holds parallel loops
  std::optional<Candidate> candidate;
};

} // namespace

/// The blocks in which parallel loops of a kernel stand, in the order of their first loops.
static llvm::SetVector<Block *> blocksOf(KernelOp kernel) {
  llvm::SetVector<Block *> blocks;
  kernel.getBody().walk([&](ForOp loop) { blocks.insert(loop->getBlock()); });
  return blocks;
}

/// True if the operation, or one in it, needs a result of the candidate's loop.
bool BlockFuser::needsResult(Operation *op) {
  if (!candidate->loop.isReduction())
    return false;
  WalkResult result = op->walk([&](Operation *nested) {
    bool needs = llvm::any_of(nested->getOperands(), [&](Value operand) {
      Operation *definition = operand.getDefiningOp();
      return definition && (definition == candidate->loop || candidate->users.contains(definition));
    });
    return needs ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

std::optional<Obstacle> BlockFuser::findObstacleBetween(ForOp second) {
  if (candidate->effectAfter)
    return Obstacle{FusionObstacle::statement, {{candidate->effectAfter, "this one"}}};
  if (needsResult(second))
    return Obstacle{FusionObstacle::result};
  return std::nullopt;
}

/// True if the operation may change places with the candidate's loop, or stands after it for its results alone.
bool BlockFuser::canGoAhead(Operation *op) {
  // A loop in it has a task of its own, which stays where it is.
  if (control.contains(op))
    return false;
  if (!isa<memref::LoadOp>(op))
    return isMemoryEffectFree(op) || isa<memref::AllocOp>(op);
  std::optional<ArrayIdentity> identity = locations.identify(cast<ElementAccess>(op).getArray());
  return identity && !candidate->effects.writes(identity->memory) && !needsResult(op);
}

void BlockFuser::visitOther(Operation *op) {
  if (!candidate || candidate->effectAfter)
    return;
  if (!canGoAhead(op)) {
    candidate->effectAfter = op;
    return;
  }
  if (needsResult(op))
    candidate->users.insert(op);
  candidate->after.push_back(op);
}

/// Replaces the candidate and `second` by one loop, which is the candidate from now on.
void BlockFuser::fuse(ForOp second, LoopEffects &&effects) {
  ForOp first = candidate->loop;
  for (Operation *op : candidate->after)
    if (!candidate->users.contains(op))
      op->moveBefore(first);
  candidate->after.clear();

  SmallVector<Type> types(first.getResultTypes());
  llvm::append_range(types, second.getResultTypes());
  SmallVector<ReduceKind> kinds = first.getReduceKinds();
  llvm::append_range(kinds, second.getReduceKinds());
  OpBuilder builder(first);
  auto fused = ForOp::create(builder, first.getLoc(), first.getLowerBounds(), first.getUpperBounds(), first.getSteps(),
                             types, kinds);
  describeAsBoth(first, second, fused);
  takeNeighbour(fused, first);

  fused.getBody().takeBody(first.getBody());
  Block &body = fused.getBody().front(), &added = second.getBody().front();
  for (auto [variable, replacement] : llvm::zip_equal(added.getArguments(), body.getArguments()))
    variable.replaceAllUsesWith(replacement);
  Operation *end = body.getTerminator(), *addedEnd = added.getTerminator();
  end->insertOperands(end->getNumOperands(), addedEnd->getOperands());
  addedEnd->erase();
  body.getOperations().splice(end->getIterator(), added.getOperations());

  first->replaceAllUsesWith(fused.getResults().take_front(first.getNumResults()));
  second->replaceAllUsesWith(fused.getResults().take_back(second.getNumResults()));
  first.erase();
  second.erase();
  candidate->loop = fused;
  candidate->effects.append(std::move(effects));
}

void BlockFuser::visitLoop(ForOp loop) {
  LoopEffects effects(loop, locations);
  if (candidate) {
    std::optional<Obstacle> obstacle = findObstacleBetween(loop);
    if (!obstacle)
      obstacle = findObstacle(candidate->loop, candidate->effects, loop, effects);
    if (!obstacle) {
      if (remarks.fused)
        loop.emitRemark("fused with the loop before it").attachNote(candidate->loop.getLoc()) << "the loop before it";
      return fuse(loop, std::move(effects));
    }
    setNotFused(loop, obstacle->neighbour(candidate->loop));
    if (remarks.missed) {
      InFlightDiagnostic remark = loop.emitRemark("not fused with the loop before it: ") << obstacle->text();
      for (const auto &[op, text] : obstacle->notes)
        remark.attachNote(op->getLoc()) << text;
    }
  }
  candidate.emplace(Candidate{loop, std::move(effects), nullptr, {}, {}});
}

void BlockFuser::visitBlock(Block &block) {
  candidate.reset();
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (auto loop = dyn_cast<ForOp>(op))
      visitLoop(loop);
    else
      visitOther(&op);
  }
}

void BlockFuser::run() {
  kernel.getBody().walk([&](ForOp loop) {
    loop->removeAttr(notFusedAttr);
    for (Operation *op = loop->getParentOp(); op != kernel && control.insert(op).second;)
      op = op->getParentOp();
  });
  for (Block *block : blocksOf(kernel))
    visitBlock(*block);
}

void qdc::qd::fuseLoops(KernelOp kernel, const FusionRemarks &remarks) {
  BlockFuser fuser(kernel, remarks);
  fuser.run();
}

void qdc::qd::keepLoopsApart(KernelOp kernel, FusionObstacle reason) {
  for (Block *block : blocksOf(kernel)) {
    ForOp last;
    for (ForOp loop : block->getOps<ForOp>()) {
      loop->removeAttr(notFusedAttr);
      if (last)
        setNotFused(loop, Obstacle{reason}.neighbour(last));
      last = loop;
    }
  }
}

namespace {
struct FuseLoops : qdc::qd::impl::FuseLoopsBase<FuseLoops> {
  using FuseLoopsBase::FuseLoopsBase;
  void runOnOperation() override {
    // A finding ends one iteration of the loop that the source has, and tells which.
    if (getOperation().getChecked())
      keepLoopsApart(getOperation(), FusionObstacle::checks);
    else if (fuse)
      fuseLoops(getOperation(), {remarkFused, remarkMissed});
    else
      keepLoopsApart(getOperation(), FusionObstacle::option);
  }
};
} // namespace
