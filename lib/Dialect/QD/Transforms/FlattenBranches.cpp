//===- FlattenBranches.cpp - Branches whose loops have no iterations ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/FlattenBranches.h"
#include "ParallelLoops.h"
#include "qdc/Dialect/QD/IR/Neighbours.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Package/ManifestNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace qdc::qd {
#define GEN_PASS_DEF_FLATTENBRANCHES
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

static bool isScalar(Type type) { return type.isIntOrIndexOrFloat(); }

/// True for what may run whether or not the branch is taken.
static bool runsAlways(Operation *op) { return op->getNumRegions() == 0 && isPure(op); }

//===----------------------------------------------------------------------===//
// Which branches
//===----------------------------------------------------------------------===//

/// Adds to `tasks` those that the statements of a body would be. False: they can't leave their branch.
static bool countTasks(Block &body, unsigned &tasks) {
  bool isInRun = false;
  for (Operation &op : body.without_terminator()) {
    if (auto loop = dyn_cast<ForOp>(op)) {
      tasks += 1 + loop.isReduction();
      isInRun = false;
      continue;
    }
    if (holdsParallelLoop(&op) || !llvm::all_of(op.getResultTypes(), isScalar))
      return false;
    if (!runsAlways(&op)) {
      tasks += !isInRun;
      isInRun = true;
    }
  }
  return true;
}

static bool canFlatten(scf::IfOp branch) {
  if (!holdsParallelLoop(branch) || !llvm::all_of(branch.getResultTypes(), isScalar) ||
      branch->getParentOfType<LoopLikeOpInterface>())
    return false;
  unsigned tasks = 0;
  for (Region &region : branch->getRegions())
    if (!region.empty() && !countTasks(region.front(), tasks))
      return false;
  return tasks <= kMaximumGuardedTasks;
}

//===----------------------------------------------------------------------===//
// Leaving a branch
//===----------------------------------------------------------------------===//

namespace {
/// Moves what a body holds ahead of its branch, where it has an effect only if `condition` holds.
class BodyFlattener {
public:
  BodyFlattener(IRRewriter &rewriter, scf::IfOp branch, Value condition, Block &body)
      : rewriter(rewriter), branch(branch), condition(condition), body(body) {}

  /// Moves what runs always, and guards the loops whose bounds are known then: all of them ahead of the first loop, so
  /// that one task computes their bounds.
  void begin();
  void flatten();

private:
  /// Makes the bound at `place`.
  void guardLoop(ForOp loop, Operation *place);
  /// Puts the statements with effects that were collected into a branch of their own.
  void closeRun();

  IRRewriter &rewriter;
  scf::IfOp branch;
  Value condition;
  Block &body;
  llvm::SmallPtrSet<Operation *, 8> guarded;
  SmallVector<Operation *> run;
};
} // namespace

void BodyFlattener::begin() {
  auto isKnown = [&](Value value) { return !branch->isAncestor(value.getParentBlock()->getParentOp()); };
  for (Operation &op : llvm::make_early_inc_range(body.without_terminator())) {
    if (runsAlways(&op) && llvm::all_of(op.getOperands(), isKnown)) {
      rewriter.moveOpBefore(&op, branch);
      continue;
    }
    auto loop = dyn_cast<ForOp>(op);
    if (loop && isKnown(loop.getUpperBounds().front()) &&
        (loop.getLowerBounds().empty() || isKnown(loop.getLowerBounds().front())))
      guardLoop(loop, branch);
  }
}

void BodyFlattener::guardLoop(ForOp loop, Operation *place) {
  rewriter.setInsertionPoint(place);
  Location location = loop.getLoc();
  Value upper = loop.getUpperBounds().front();
  Value lower = loop.getLowerBounds().empty()
                    ? arith::ConstantOp::create(rewriter, location, rewriter.getZeroAttr(upper.getType())).getResult()
                    : loop.getLowerBounds().front();
  Value guardedBound = arith::SelectOp::create(rewriter, location, condition, upper, lower);
  rewriter.modifyOpInPlace(loop, [&] { loop.getUpperBoundsMutable().slice(0, 1).assign(guardedBound); });
  guarded.insert(loop);
}

void BodyFlattener::closeRun() {
  if (run.empty())
    return;
  llvm::SmallPtrSet<Operation *, 8> members(run.begin(), run.end());
  SmallVector<Value> used;
  for (Operation *op : run)
    for (Value result : op->getResults())
      if (!llvm::all_of(result.getUsers(), [&](Operation *user) {
            return members.contains(op->getBlock()->findAncestorOpInBlock(*user));
          }))
        used.push_back(result);

  Location location = run.front()->getLoc();
  rewriter.setInsertionPoint(branch);
  auto own = scf::IfOp::create(rewriter, location, TypeRange(ValueRange(used)), condition, !used.empty());
  Block *taken = own.thenBlock();
  for (Operation *op : run) {
    if (used.empty())
      rewriter.moveOpBefore(op, taken->getTerminator());
    else
      rewriter.moveOpBefore(op, taken, taken->end());
  }
  for (auto [value, result] : llvm::zip_equal(used, own.getResults()))
    rewriter.replaceUsesWithIf(value, result, [&](OpOperand &use) { return !own->isAncestor(use.getOwner()); });
  if (!used.empty()) {
    rewriter.setInsertionPointToEnd(taken);
    scf::YieldOp::create(rewriter, location, used);
    // What nobody looks at: selected away, or used by loops without iterations.
    rewriter.setInsertionPointToEnd(own.elseBlock());
    SmallVector<Value> zeros;
    for (Value value : used)
      zeros.push_back(arith::ConstantOp::create(rewriter, location, rewriter.getZeroAttr(value.getType())));
    scf::YieldOp::create(rewriter, location, zeros);
  }
  run.clear();
}

void BodyFlattener::flatten() {
  for (Operation &op : llvm::make_early_inc_range(body.without_terminator())) {
    auto usesRun = [&] {
      return llvm::any_of(op.getOperands(),
                          [&](Value operand) { return llvm::is_contained(run, operand.getDefiningOp()); });
    };
    if (auto loop = dyn_cast<ForOp>(op)) {
      closeRun();
      rewriter.moveOpBefore(loop, branch);
      if (!guarded.contains(loop))
        guardLoop(loop, loop);
    } else if (!runsAlways(&op) || usesRun()) {
      run.push_back(&op);
    } else {
      rewriter.moveOpBefore(&op, branch);
    }
  }
  closeRun();
}

static void flattenBranch(IRRewriter &rewriter, scf::IfOp branch) {
  SmallVector<BodyFlattener, 2> bodies;
  bodies.emplace_back(rewriter, branch, branch.getCondition(), *branch.thenBlock());
  if (branch.elseBlock()) {
    rewriter.setInsertionPoint(branch);
    Value yes = arith::ConstantOp::create(rewriter, branch.getLoc(), rewriter.getBoolAttr(true));
    Value otherwise = arith::XOrIOp::create(rewriter, branch.getLoc(), branch.getCondition(), yes);
    bodies.emplace_back(rewriter, branch, otherwise, *branch.elseBlock());
  }
  for (BodyFlattener &body : bodies)
    body.begin();
  for (BodyFlattener &body : bodies)
    body.flatten();
  SmallVector<Value> results;
  rewriter.setInsertionPoint(branch);
  if (branch.getNumResults() != 0)
    for (auto [taken, other] : llvm::zip_equal(branch.thenYield().getOperands(), branch.elseYield().getOperands()))
      results.push_back(arith::SelectOp::create(rewriter, branch.getLoc(), branch.getCondition(), taken, other));
  rewriter.replaceOp(branch, results);
}

/// Loops that have others before them now say why they are none with these.
static void describeNeighbours(Block &block) {
  ForOp last;
  for (ForOp loop : block.getOps<ForOp>()) {
    if (last && !loop->hasAttr(notFusedAttr))
      setNotFused(loop, {qdc::enumName(qdc::FusionObstacle::branch), last.getLoc(), {}});
    last = loop;
  }
}

void qdc::qd::flattenBranches(KernelOp kernel) {
  SmallVector<scf::IfOp> branches;
  kernel.walk([&](scf::IfOp branch) { branches.push_back(branch); });
  IRRewriter rewriter(kernel.getContext());
  for (scf::IfOp branch : branches)
    if (canFlatten(branch)) {
      Block *around = branch->getBlock();
      flattenBranch(rewriter, branch);
      describeNeighbours(*around);
    }
}

namespace {
struct FlattenBranches : qdc::qd::impl::FlattenBranchesBase<FlattenBranches> {
  void runOnOperation() override { flattenBranches(getOperation()); }
};
} // namespace
