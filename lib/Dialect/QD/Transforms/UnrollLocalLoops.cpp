//===- UnrollLocalLoops.cpp - Local arrays in registers -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/UnrollLocalLoops.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Support/TripCount.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace qdc::qd;

namespace qdc::qd {
#define GEN_PASS_DEF_UNROLLLOCALLOOPS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

namespace {

constexpr uint64_t fewTrips = 4;

/// The values of a loop's variable.
struct Range {
  int64_t lower = 0, step = 1;
  uint64_t trips = 0;

  /// The value in a trip. The way there may be longer than the largest number with a sign.
  int64_t at(uint64_t trip) const {
    return static_cast<int64_t>(static_cast<uint64_t>(lower) + trip * static_cast<uint64_t>(step));
  }
};

/// Values that are known, as the ones of a loop's variable in one iteration.
using Numbers = llvm::DenseMap<Value, int64_t>;

/// The number that a value is, as far as sums, differences and products tell.
std::optional<int64_t> numberOf(Value value, const Numbers &numbers) {
  if (auto known = numbers.find(value); known != numbers.end())
    return known->second;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::IndexCastOp>(op))
    return {};
  std::optional<int64_t> lhs = numberOf(op->getOperand(0), numbers);
  Type type = op->getResult(0).getType();
  auto inType = [&](int64_t number) {
    return type.isIndex() ? number : llvm::SignExtend64(number, type.getIntOrFloatBitWidth());
  };
  if (!lhs || isa<arith::IndexCastOp>(op))
    return lhs ? std::optional(inType(*lhs)) : std::nullopt;
  std::optional<int64_t> rhs = numberOf(op->getOperand(1), numbers);
  int64_t result = 0;
  const bool isLost = !rhs || (isa<arith::AddIOp>(op)   ? llvm::AddOverflow(*lhs, *rhs, result)
                               : isa<arith::SubIOp>(op) ? llvm::SubOverflow(*lhs, *rhs, result)
                                                        : llvm::MulOverflow(*lhs, *rhs, result));
  return isLost ? std::nullopt : std::optional(inType(result));
}

std::optional<Range> rangeOf(scf::ForOp loop, const Numbers &numbers) {
  std::optional<int64_t> lower = numberOf(loop.getLowerBound(), numbers),
                         upper = numberOf(loop.getUpperBound(), numbers), step = numberOf(loop.getStep(), numbers);
  if (!lower || !upper || !step || loop.getUnsignedCmp())
    return {};
  return Range{*lower, *step, qdc::countTrips(*lower, *upper, *step)};
}

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

/// Adds the operations that a block becomes, where loops in it with known bounds are unrolled; stops beyond `most`.
void countUnrolled(Block &block, Numbers &numbers, uint64_t most, uint64_t &count) {
  for (Operation &op : block) {
    if (count > most)
      return;
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<Range> range = loop ? rangeOf(loop, numbers) : std::nullopt;
    if (!range) {
      ++count;
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          countUnrolled(inner, numbers, most, count);
      continue;
    }
    for (uint64_t trip = 0; trip < range->trips && count <= most; ++trip) {
      numbers[loop.getInductionVar()] = range->at(trip);
      ++count; // an empty body must end too
      countUnrolled(*loop.getBody(), numbers, most, count);
    }
    numbers.erase(loop.getInductionVar());
  }
}

/// Puts the iterations in the loop's place. Gives their operations that hold regions.
SmallVector<Operation *> unroll(scf::ForOp loop, const Range &range) {
  OpBuilder builder(loop);
  SmallVector<Operation *> nested;
  SmallVector<Value> carried(loop.getInitArgs());
  for (uint64_t trip = 0; trip < range.trips; ++trip) {
    IRMapping values;
    Type type = loop.getInductionVar().getType();
    values.map(loop.getInductionVar(),
               arith::ConstantOp::create(builder, loop.getLoc(), builder.getIntegerAttr(type, range.at(trip))));
    values.map(loop.getRegionIterArgs(), carried);
    for (Operation &op : loop.getBody()->without_terminator()) {
      Operation *copy = builder.clone(op, values);
      SmallVector<Value> folded;
      if (copy->getNumRegions() != 0) {
        nested.push_back(copy);
      } else if (succeeded(builder.tryFold(copy, folded)) && folded.size() == copy->getNumResults()) {
        values.map(op.getResults(), folded);
        copy->erase();
      }
    }
    Operation *yield = loop.getBody()->getTerminator();
    carried = llvm::map_to_vector(yield->getOperands(), [&](Value value) { return values.lookupOrDefault(value); });
  }
  loop.replaceAllUsesWith(carried);
  loop.erase();
  return nested;
}

/// Whether `op` and what it holds, loops of few trips unrolled, is straight code that vectors can compute: arithmetic,
/// loads and stores, and in a private form what it folds.
bool isStraight(Operation *op, bool isPrivate) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    std::optional<Range> range = rangeOf(loop, Numbers());
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
  Numbers numbers;
  uint64_t count = 0;
  countUnrolled(body, numbers, kMostVectorOperations, count);
  return count <= kMostVectorOperations;
}

class Unroller {
public:
  /// Unrolls all loops that do not have too many operations then, or those alone that index local arrays.
  Unroller(bool all, uint64_t most) : all(all), left(most) {}

  /// `isCounted`: a loop around `op` was unrolled, and what all of it becomes is counted.
  void visit(Operation *op, bool isCounted = false) {
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<Range> range = loop ? rangeOf(loop, Numbers()) : std::nullopt;
    if (range && (all || indexesLocalArray(loop)) && (isCounted || fits(loop))) {
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
  bool fits(scf::ForOp loop) {
    uint64_t count = 0;
    Numbers numbers;
    const Range range = *rangeOf(loop, Numbers());
    for (uint64_t trip = 0; trip < range.trips && count <= left; ++trip) {
      numbers[loop.getInductionVar()] = range.at(trip);
      countUnrolled(*loop.getBody(), numbers, left, count);
    }
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
