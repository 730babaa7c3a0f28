//===- Transfers.cpp - Values that pass from task to task -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transfers.h"
#include "Extents.h"
#include "Inputs.h"
#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/IR/TemporaryExtents.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;
using namespace qdc::qd::offload;

std::vector<int64_t> Plan::partialOffsets(ForOp loop) const {
  const bool isSecond = secondPartials.contains(loop);
  std::vector<int64_t> offsets;
  uint64_t offset = llvm::alignTo(wordBytes, QDC_ALLOCATION_ALIGNMENT);
  for (bool second : {false, true})
    for (uint64_t bytes : partialAreas[second]) {
      if (second == isSecond && offsets.size() < loop.getNumResults())
        offsets.push_back(offset);
      offset = llvm::alignTo(offset + bytes, QDC_ALLOCATION_ALIGNMENT);
    }
  return offsets;
}

uint64_t Plan::workspaceBytes() const {
  uint64_t end = wordBytes;
  for (ArrayRef<uint64_t> areas : partialAreas)
    for (uint64_t bytes : areas)
      end = llvm::alignTo(end, QDC_ALLOCATION_ALIGNMENT) + bytes;
  return end;
}

namespace {

class TransferPlanner {
public:
  explicit TransferPlanner(Plan &plan) : plan(plan) {}

  LogicalResult planResults();
  void planLoops();
  LogicalResult planSequence(Sequence &sequence);
  void decideTasks(Sequence &sequence);
  LogicalResult collectSequence(Sequence &sequence);

private:
  LogicalResult planStructure(Structure &structure, SerialRun &before);
  LogicalResult planParallel(Structure &structure, ForOp loop);
  void planPartials(ForOp loop, uint64_t bytes);
  LogicalResult planDoWhile(Structure &structure, DoWhileOp op);
  LogicalResult planFor(Structure &structure, scf::ForOp op, SerialRun &before);
  LogicalResult planWhile(Structure &structure, scf::WhileOp op, SerialRun &before);
  LogicalResult planIf(Structure &structure, scf::IfOp op);
  LogicalResult planTemporary(memref::AllocOp alloc);
  void decideRun(SerialRun &run);

  LogicalResult needWord(Value value, Operation *user);
  FailureOr<uint64_t> graphWord(Value value, Operation *user);
  FailureOr<SizeExpr> size(Value value, Operation *user);
  FailureOr<SizeExpr> boundOfLoop(Value bound, ForOp loop);
  LogicalResult carry(ValueRange sources, ValueRange targets, SerialRun &run, Operation *user);

  Plan &plan;
  /// The reductions found so far in each loop of the graph.
  llvm::DenseMap<Operation *, unsigned> reductionsIn;
};

} // namespace

/// Gives a value of a run or of control its word.
LogicalResult TransferPlanner::needWord(Value value, Operation *user) {
  if (plan.words.contains(value))
    return success();
  if (!fitsWord(value.getType())) {
    InFlightDiagnostic error = emitError(value.getLoc())
                               << "a value of type " << value.getType()
                               << " is made in one task and used in another, but only integers of 1, "
                               << "8, 16, 32 and 64 bits, index and floats of 16, 32 and 64 bits pass between tasks"
                               << (isa<BaseMemRefType>(value.getType())
                                       ? "; make the array an argument of the kernel, a global or a "
                                         "memref.alloc"
                                       : "");
    error.attachNote(user->getLoc()) << "used in another task here";
    return error;
  }
  plan.words.insert({value, plan.newWord()});
  const Home &home = plan.homes.at(value);
  if (home.kind == HomeKind::run) {
    home.run->written.push_back(value);
    home.run->isTask = true;
  }
  return success();
}

/// The word where the graph finds a value.
FailureOr<uint64_t> TransferPlanner::graphWord(Value value, Operation *user) {
  const Home &home = plan.homes.at(value);
  if (home.kind == HomeKind::run || home.kind == HomeKind::word) {
    if (failed(needWord(value, user)))
      return failure();
    return plan.words.lookup(value);
  }
  auto [known, isNew] = plan.constantWords.try_emplace(value);
  if (isNew) {
    known->second = plan.newWord();
    plan.body.runs.front().copies.push_back({value, known->second, user});
  }
  return known->second;
}

FailureOr<SizeExpr> TransferPlanner::size(Value value, Operation *user) {
  if (plan.homes.at(value).isLaunchConstant)
    if (std::optional<SizeExpr> expr = sizeExprFromValue(value))
      return *expr;
  FailureOr<uint64_t> word = graphWord(value, user);
  if (failed(word))
    return failure();
  return SizeExpr::word(*word);
}

/// What `value` is in each launch, where that is an argument, an extent or a constant.
static std::optional<SizeExpr> simpleSize(Value value) {
  std::optional<SizeExpr> size = sizeExprFromValue(value);
  if (size && (size->isConstant() || size->kind() == SizeExprKind::scalar || size->kind() == SizeExprKind::dim))
    return size;
  return {};
}

/// As size(). Where a condition that the device computes selects it, the expression tells what it is at most, so that a
/// loader launches no more threads than for that.
FailureOr<SizeExpr> TransferPlanner::boundOfLoop(Value bound, ForOp loop) {
  FailureOr<SizeExpr> word = size(bound, loop);
  auto choice = bound.getDefiningOp<arith::SelectOp>();
  if (failed(word) || word->kind() != SizeExprKind::word || !choice)
    return word;
  std::optional<SizeExpr> taken = simpleSize(choice.getTrueValue()), other = simpleSize(choice.getFalseValue());
  if (!taken || !other)
    return word;
  return SizeExpr::binary(SizeExprKind::min, *word, SizeExpr::binary(SizeExprKind::max, *taken, *other));
}

/// Lets `run` copy each source to the word of its target.
LogicalResult TransferPlanner::carry(ValueRange sources, ValueRange targets, SerialRun &run, Operation *user) {
  for (auto [source, target] : llvm::zip_equal(sources, targets)) {
    if (failed(needWord(target, user)))
      return failure();
    run.copies.push_back({source, plan.words.lookup(target), user});
  }
  return success();
}

/// A result that already lies in a word lies in the right one from the start; others are copied at the end.
LogicalResult TransferPlanner::planResults() {
  Operation *terminator = plan.kernel.getBody().front().getTerminator();
  for (Value result : terminator->getOperands()) {
    HomeKind kind = plan.homes.at(result).kind;
    bool isComputed = kind == HomeKind::run || kind == HomeKind::word;
    if (isComputed && !plan.words.contains(result)) {
      if (failed(needWord(result, terminator)))
        return failure();
    } else {
      plan.body.runs.back().copies.push_back({result, plan.newWord(), terminator});
    }
  }
  return success();
}

/// Calls `visit` for each loop of the graph, in the order of its nodes.
static void forEachLoop(Sequence &sequence, llvm::function_ref<void(Structure &)> visit) {
  for (std::unique_ptr<Structure> &structure : sequence.structures) {
    if (structure->needsLoop || isa<DoWhileOp, scf::ForOp, scf::WhileOp>(structure->op))
      visit(*structure);
    for (Sequence &inner : structure->regions)
      forEachLoop(inner, visit);
  }
}

/// The counts of loops are read back with the results, which lie before them.
void TransferPlanner::planLoops() {
  forEachLoop(plan.body, [&](Structure &loop) { loop.countWord = plan.newWord(); });
  plan.readbackBytes = plan.wordBytes;
  if (plan.readbackBytes == plan.kernel.getResultTypes().size() * QDC_WORD_BYTES)
    return;
  plan.barrierWords = plan.newWord();
  (void)plan.newWord();
}

LogicalResult TransferPlanner::planParallel(Structure &structure, ForOp loop) {
  bool failedOnce = false;
  SizeExpr iterations = iterationCount(loop, [&](Value bound) {
    FailureOr<SizeExpr> expr = boundOfLoop(bound, loop);
    failedOnce |= failed(expr);
    return succeeded(expr) ? *expr : SizeExpr();
  });
  if (failedOnce)
    return failure();
  structure.extent = loop.isReduction() ? reductionBlocks(iterations) : iterations;
  if (loop.isReduction())
    planPartials(loop, partialBytes(iterations));
  return success();
}

void TransferPlanner::planPartials(ForOp loop, uint64_t bytes) {
  Operation *around = loop->getParentOp();
  while (isa<scf::IfOp>(around) && !isa<KernelOp>(around->getParentOp()))
    around = around->getParentOp();
  const bool isSecond = !isa<KernelOp>(around) && reductionsIn[around]++ % 2 == 1;
  if (isSecond)
    plan.secondPartials.insert(loop);
  std::vector<uint64_t> &areas = plan.partialAreas[isSecond];
  areas.resize(std::max<size_t>(areas.size(), loop.getNumResults()));
  for (unsigned result = 0; result < loop.getNumResults(); ++result)
    areas[result] = std::max(areas[result], bytes);
}

LogicalResult TransferPlanner::planDoWhile(Structure &structure, DoWhileOp op) {
  if (Value maximum = op.getMaximum()) {
    FailureOr<SizeExpr> expr = size(maximum, op);
    if (failed(expr))
      return failure();
    structure.maximum = *expr;
  }
  return planSequence(structure.regions.front());
}

LogicalResult TransferPlanner::planFor(Structure &structure, scf::ForOp op, SerialRun &before) {
  FailureOr<SizeExpr> lower = size(op.getLowerBound(), op), upper = size(op.getUpperBound(), op),
                      step = size(op.getStep(), op);
  if (failed(lower) || failed(upper) || failed(step))
    return failure();
  structure.lower = *lower;
  structure.upper = *upper;
  structure.step = *step;
  for (auto [argument, result] : llvm::zip_equal(op.getRegionIterArgs(), op.getResults())) {
    if (failed(needWord(result, op)))
      return failure();
    plan.words.insert({argument, plan.words.lookup(result)});
  }
  Sequence &body = structure.regions.front();
  Operation *yield = op.getBody()->getTerminator();
  if (failed(carry(op.getInitArgs(), op.getResults(), before, op)) || failed(planSequence(body)))
    return failure();
  return carry(yield->getOperands(), op.getResults(), body.runs.back(), yield);
}

LogicalResult TransferPlanner::planWhile(Structure &structure, scf::WhileOp op, SerialRun &before) {
  Sequence &condition = structure.regions[0], &body = structure.regions[1];
  for (auto [argument, result] : llvm::zip_equal(op.getAfterArguments(), op.getResults())) {
    if (failed(needWord(result, op)))
      return failure();
    plan.words.insert({argument, plan.words.lookup(result)});
  }
  scf::ConditionOp decision = op.getConditionOp();
  if (failed(carry(op.getInits(), op.getBeforeArguments(), before, op)) || failed(planSequence(condition)) ||
      failed(carry(decision.getArgs(), op.getResults(), condition.runs.back(), decision)))
    return failure();
  FailureOr<uint64_t> word = graphWord(decision.getCondition(), decision);
  if (failed(word) || failed(planSequence(body)))
    return failure();
  structure.conditionWord = *word;
  scf::YieldOp yield = op.getYieldOp();
  return carry(yield.getResults(), op.getBeforeArguments(), body.runs.back(), yield);
}

LogicalResult TransferPlanner::planIf(Structure &structure, scf::IfOp op) {
  FailureOr<uint64_t> word = graphWord(op.getCondition(), op);
  if (failed(word))
    return failure();
  structure.conditionWord = *word;
  for (auto [region, sequence] : llvm::zip_equal(op->getRegions(), structure.regions)) {
    if (region.empty())
      continue;
    Operation *yield = region.front().getTerminator();
    if (failed(planSequence(sequence)) ||
        failed(carry(yield->getOperands(), op.getResults(), sequence.runs.back(), yield)))
      return failure();
  }
  return success();
}

LogicalResult TransferPlanner::planTemporary(memref::AllocOp alloc) {
  SmallVector<SizeAttr> extents;
  unsigned next = 0;
  for (auto [axis, attribute] : llvm::enumerate(alloc->getAttrOfType<ArrayAttr>(extentsAttr))) {
    Value computed = alloc.getType().isDynamicDim(axis) ? alloc.getDynamicSizes()[next++] : Value();
    auto known = dyn_cast<SizeAttr>(attribute);
    if (!known) {
      FailureOr<SizeExpr> expr = size(computed, alloc);
      // What was computed may have become a constant.
      if (failed(expr) || failed(checkExtent(alloc, axis, *expr)))
        return failure();
      known = SizeAttr::get(alloc.getContext(), *expr);
    }
    extents.push_back(known);
  }
  plan.computedExtents.try_emplace(alloc, std::move(extents));
  return success();
}

LogicalResult TransferPlanner::planStructure(Structure &structure, SerialRun &before) {
  if (auto loop = dyn_cast<ForOp>(structure.op))
    return planParallel(structure, loop);
  if (auto alloc = dyn_cast<memref::AllocOp>(structure.op))
    return planTemporary(alloc);
  if (auto op = dyn_cast<DoWhileOp>(structure.op))
    return planDoWhile(structure, op);
  if (auto op = dyn_cast<scf::ForOp>(structure.op))
    return planFor(structure, op, before);
  if (auto op = dyn_cast<scf::WhileOp>(structure.op))
    return planWhile(structure, op, before);
  return planIf(structure, cast<scf::IfOp>(structure.op));
}

LogicalResult TransferPlanner::planSequence(Sequence &sequence) {
  for (auto [index, structure] : llvm::enumerate(sequence.structures))
    if (failed(planStructure(*structure, sequence.runs[index])))
      return failure();
  return success();
}

/// A run without effects, copies and words is a task only if its values are too much work to be computed again.
void TransferPlanner::decideRun(SerialRun &run) {
  run.isTask |= run.hasEffects || !run.copies.empty() || !run.reductions.empty();
  if (run.isTask)
    return;
  llvm::SmallVector<uint32_t> costs;
  for (Operation *op : run.ops) {
    uint32_t cost = 1;
    for (Value operand : op->getOperands()) {
      auto home = plan.homes.at(operand);
      cost = llvm::SaturatingAdd(cost, home.cost);
    }
    if (op->getNumRegions() != 0 || cost > kMaximumCloneCost) {
      run.isTask = true;
      break;
    }
    for (Value result : op->getResults())
      plan.homes[result].cost = cost;
  }
  for (Operation *op : run.ops)
    for (Value result : op->getResults()) {
      Home &home = plan.homes[result];
      if (run.isTask)
        home.cost = 0;
      else
        home.kind = HomeKind::clone;
    }
}

void TransferPlanner::decideTasks(Sequence &sequence) {
  for (auto [index, run] : llvm::enumerate(sequence.runs)) {
    decideRun(run);
    if (index < sequence.structures.size())
      for (Sequence &inner : sequence.structures[index]->regions)
        decideTasks(inner);
  }
}

LogicalResult TransferPlanner::collectSequence(Sequence &sequence) {
  auto need = [&](Value value, Operation *user) { return needWord(value, user); };
  for (auto [index, run] : llvm::enumerate(sequence.runs)) {
    if (run.isTask && failed(collectInputs(plan, run, need, run.inputs)))
      return failure();
    if (index == sequence.structures.size())
      break;
    Structure &structure = *sequence.structures[index];
    if (auto loop = dyn_cast<ForOp>(structure.op)) {
      if (failed(collectInputs(plan, loop, need, structure.inputs)))
        return failure();
    }
    for (Sequence &inner : structure.regions)
      if (failed(collectSequence(inner)))
        return failure();
  }
  return success();
}

LogicalResult qdc::qd::offload::planTransfers(Plan &plan) {
  TransferPlanner planner(plan);
  if (failed(planner.planResults()))
    return failure();
  planner.planLoops();
  if (failed(planner.planSequence(plan.body)))
    return failure();
  planner.decideTasks(plan.body);
  return planner.collectSequence(plan.body);
}
