//===- FoldTables.cpp - Elements of constant tables -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/FoldTables.h"
#include "SettledComparisons.h"
#include "UnrolledLoops.h"
#include "qdc/Dialect/QD/IR/Arithmetic.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <algorithm>

namespace qdc::qd {
#define GEN_PASS_DEF_FOLDTABLES
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace {

class TableFolder {
public:
  explicit TableFolder(KernelOp kernel) : kernel(kernel) {}

  bool readsTables() {
    return kernel
        .walk(
            [&](memref::LoadOp load) { return tables.tableOf(load) ? WalkResult::interrupt() : WalkResult::advance(); })
        .wasInterrupted();
  }

  void unrollLoops(Operation *op);
  void fold();

private:
  bool isIndexing(scf::ForOp loop, KnownValues &values);
  bool fits(scf::ForOp loop, const KnownRange &range);

  KernelOp kernel;
  ConstantTables tables;
  uint64_t left = kMostTableOperations;
};

/// Whether its iterations can stand one after the other: tasks and temporaries are counted before.
bool canRepeat(scf::ForOp loop) {
  auto isOfGraph = [](Operation *op) {
    return isa<ForOp, DoWhileOp, memref::AllocOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
  };
  return !loop.walk(isOfGraph).wasInterrupted();
}

/// Sets the variables of the loops in `loop` that have known ranges to the first numbers.
void enterInnerLoops(scf::ForOp loop, KnownValues &values, SmallVectorImpl<Value> &entered) {
  loop.getBody()->walk<WalkOrder::PreOrder>([&](scf::ForOp inner) {
    if (std::optional<KnownRange> range = values.rangeOf(inner); range && !values.numberOf(inner.getInductionVar())) {
      values.set(inner.getInductionVar(), range->lower);
      entered.push_back(inner.getInductionVar());
    }
  });
}

/// Sets the loop's variable, and integers that it carries, to those of the first iteration.
void enter(scf::ForOp loop, KnownValues &values, SmallVectorImpl<Value> &entered) {
  auto enterValue = [&](Value variable, Value first) {
    if (std::optional<int64_t> number = values.numberOf(first); number && variable.getType().isIntOrIndex()) {
      values.set(variable, *number);
      entered.push_back(variable);
    }
  };
  for (auto [carried, first] : llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs()))
    enterValue(carried, first);
  enterValue(loop.getInductionVar(), loop.getLowerBound());
}

} // namespace

/// Whether an index into a table is known once the loop's variable is.
bool TableFolder::isIndexing(scf::ForOp loop, KnownValues &values) {
  SmallVector<Value> entered;
  enterInnerLoops(loop, values, entered);
  SmallVector<memref::LoadOp> open;
  loop.getBody()->walk([&](memref::LoadOp load) {
    if (tables.tableOf(load) && !values.elementOf(load))
      open.push_back(load);
  });
  bool isFound = false;
  if (!open.empty()) {
    enter(loop, values, entered);
    enterInnerLoops(loop, values, entered);
    isFound = llvm::any_of(open, [&](memref::LoadOp load) { return values.elementOf(load) != nullptr; });
  }
  for (Value variable : entered)
    values.forget(variable);
  return isFound;
}

bool TableFolder::fits(scf::ForOp loop, const KnownRange &range) {
  KnownValues values(tables);
  auto isUnrolled = [&](scf::ForOp inner) { return isIndexing(inner, values); };
  if (countUnrolled(loop, range, values, isUnrolled, left) > left)
    return false;
  // Loops in it take their part when they are unrolled: only then it is known which they are.
  auto never = [](scf::ForOp) { return false; };
  left -= std::min(left, countUnrolled(loop, range, values, never, left));
  return true;
}

void TableFolder::unrollLoops(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    KnownValues values(tables);
    std::optional<KnownRange> range = values.rangeOf(loop);
    if (range && canRepeat(loop) && isIndexing(loop, values) && fits(loop, *range)) {
      for (Operation *nested : unroll(loop, *range))
        unrollLoops(nested);
      return;
    }
  }
  const uint64_t before = left;
  if (isa<ForOp>(op))
    left = kMostTableOperations;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &each : llvm::make_early_inc_range(block))
        if (each.getNumRegions() != 0)
          unrollLoops(&each);
  if (isa<ForOp>(op))
    left = before;
}

/// Loads first; what follows from them in the order of the text. An offset of 0 so leaves a coordinate of the loop,
/// which would be compared with the border for nothing.
void TableFolder::fold() {
  llvm::DenseMap<Operation *, TypedAttr> elements;
  KnownValues values(tables);
  kernel.walk([&](memref::LoadOp load) {
    if (TypedAttr element = values.elementOf(load))
      elements[load] = element;
  });
  kernel.walk([&](Operation *op) {
    OpBuilder builder(op);
    SmallVector<Value> folded;
    if (TypedAttr element = elements.lookup(op)) {
      folded.push_back(arith::ConstantOp::create(builder, op->getLoc(), element));
    } else if (auto comparison = dyn_cast<arith::CmpIOp>(op);
               std::optional<bool> settled = comparison ? settledByRange(comparison) : std::nullopt) {
      folded.push_back(arith::ConstantIntOp::create(builder, op->getLoc(), *settled, 1));
    } else if (!isArithmetic(op) || failed(builder.tryFold(op, folded)) || folded.size() != op->getNumResults()) {
      return;
    }
    op->replaceAllUsesWith(folded);
    op->erase();
  });
}

void qdc::qd::foldTables(KernelOp kernel, bool unrollLoops) {
  TableFolder folder(kernel);
  if (!folder.readsTables())
    return;
  if (unrollLoops)
    folder.unrollLoops(kernel);
  folder.fold();
}

namespace {
struct FoldTables : qdc::qd::impl::FoldTablesBase<FoldTables> {
  using FoldTablesBase::FoldTablesBase;

  void runOnOperation() override { foldTables(getOperation(), unrollLoops); }
};
} // namespace
