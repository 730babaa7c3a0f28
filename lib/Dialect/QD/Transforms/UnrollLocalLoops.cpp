//===- UnrollLocalLoops.cpp - Local arrays in registers -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/UnrollLocalLoops.h"
#include "UnrolledLoops.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace qdc::qd {
#define GEN_PASS_DEF_UNROLLLOCALLOOPS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

namespace {

constexpr uint64_t fewTrips = 4;

/// Whether `value` follows from what `variable` is, by operations inside of its loop.
bool dependsOn(Value value, BlockArgument variable, llvm::SmallDenseMap<Value, bool> &answers) {
  if (value == variable)
    return true;
  auto [place, isNew] = answers.try_emplace(value, false);
  if (!isNew)
    return place->second;
  Operation *op = value.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(value))
    op = argument.getOwner()->getParentOp(); // its bounds and first values
  const bool isInside = op && variable.getOwner()->getParentOp()->isProperAncestor(op);
  const bool answer =
      isInside && llvm::any_of(op->getOperands(), [&](Value each) { return dependsOn(each, variable, answers); });
  answers[value] = answer;
  return answer;
}

/// Whether an index of a local array depends on the loop's variable.
bool indexesLocalArray(scf::ForOp loop) {
  llvm::SmallDenseMap<Value, bool> answers;
  auto variable = cast<BlockArgument>(loop.getInductionVar());
  return loop
      .walk([&](ElementAccess access) {
        const bool isLocal = access.getArray().getDefiningOp<memref::AllocaOp>() != nullptr;
        const bool isMoving = isLocal && llvm::any_of(access.getIndices(),
                                                      [&](Value index) { return dependsOn(index, variable, answers); });
        return isMoving ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Values without anything else that is known: tasks read globals by their slots.
std::optional<KnownRange> rangeOf(scf::ForOp loop) {
  ConstantTables none;
  return KnownValues(none).rangeOf(loop);
}

bool always(scf::ForOp) { return true; }

/// Whether `op` and what it holds, loops of few trips unrolled, is straight code that vectors can compute: arithmetic,
/// loads and stores, and in a private form what it folds.
bool isStraight(Operation *op, bool isPrivate) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    std::optional<KnownRange> range = rangeOf(loop);
    return range && range->trips <= fewTrips &&
           llvm::all_of(*loop.getBody(), [&](Operation &each) { return isStraight(&each, isPrivate); });
  }
  return op->getNumRegions() == 0 && (isMemoryEffectFree(op) || isa<memref::LoadOp, memref::StoreOp>(op) ||
                                      (isPrivate && isa<memref::AtomicRMWOp>(op) && op->use_empty()));
}

/// Whether loops of few trips alone keep the parallel loop of `task` from becoming vector code, and it does not grow
/// too long without them.
bool hasShortLoopsAlone(TaskOp task) {
  ForOp parallel = task.getParallelLoop();
  if (!parallel)
    return false;
  Block &body = parallel.getBody().front();
  const bool isPrivate = task->hasAttr(privateFormAttr);
  if (!llvm::all_of(body, [&](Operation &op) { return isStraight(&op, isPrivate); }))
    return false;
  ConstantTables none;
  KnownValues values(none);
  return countUnrolled(body, values, always, kMostVectorOperations) <= kMostVectorOperations;
}

class Unroller {
public:
  /// Unrolls all loops that do not have too many operations then, or those alone that index local arrays.
  Unroller(bool all, uint64_t most) : all(all), left(most) {}

  /// `isCounted`: a loop around `op` was unrolled, and what all of it becomes is counted.
  void visit(Operation *op, bool isCounted = false) {
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<KnownRange> range = loop ? rangeOf(loop) : std::nullopt;
    if (range && (all || indexesLocalArray(loop)) && (isCounted || fits(loop, *range))) {
      for (Operation *nested : unroll(loop, *range))
        visit(nested, /*isCounted=*/true);
      return;
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Operation &each : llvm::make_early_inc_range(block))
          visit(&each, isCounted);
  }

private:
  bool fits(scf::ForOp loop, const KnownRange &range) {
    ConstantTables none;
    KnownValues values(none);
    const uint64_t count = countUnrolled(loop, range, values, always, left);
    if (count > left)
      return false;
    left -= count;
    return true;
  }

  bool all;
  uint64_t left;
};

struct UnrollLocalLoops : qdc::qd::impl::UnrollLocalLoopsBase<UnrollLocalLoops> {
  using UnrollLocalLoopsBase::UnrollLocalLoopsBase;

  void runOnOperation() override { unrollLocalLoops(getOperation(), shortLoops); }
};

} // namespace

void qdc::qd::unrollLocalLoops(TaskOp task, bool shortLoops) {
  Unroller(/*all=*/false, kMostUnrolledOperations).visit(task);
  if (shortLoops && hasShortLoopsAlone(task))
    Unroller(/*all=*/true, kMostVectorOperations).visit(task);
}
