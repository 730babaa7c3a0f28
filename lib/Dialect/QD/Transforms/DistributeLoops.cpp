//===- DistributeLoops.cpp - Move statements to a later loop --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/DistributeLoops.h"
#include "FuseLoops/Description.h"
#include "FuseLoops/Obstacle.h"
#include "ParallelLoops.h"
#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/Transforms/FuseLoops.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;
using namespace qdc::qd::fusion;

namespace qdc::qd {
#define GEN_PASS_DEF_DISTRIBUTELOOPS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

namespace {

/// Statements at the top level of a loop's body that go together.
struct Group {
  llvm::SmallSetVector<Operation *, 8> moved;
  llvm::SmallSetVector<Operation *, 16> needed; // these, and what is repeated for them

  LoopEffects effectsIn(Block &body, const LoopEffects &all) const {
    return all.part([&](Operation *op) {
      Operation *statement = body.findAncestorOpInBlock(*op);
      return statement && needed.contains(statement);
    });
  }
};

/// Takes the body of a loop apart.
class GroupFinder {
public:
  /// `effects` are those of the loop.
  GroupFinder(ForOp loop, const LoopEffects &effects, MemoryLocations &locations)
      : loop(loop), effects(effects), body(loop.getBody().front()), end(body.getTerminator()), locations(locations) {}

  /// Those that have an effect and may leave the loop, in the order of their first statements.
  SmallVector<Group, 4> run();

private:
  /// Whether it may be there twice, for two groups.
  bool isRepeatable(Operation *op);
  /// Whether this loads an element that the loop does not write, the same one in each iteration.
  bool isFreeLoad(Operation *op) const;
  /// Adds a statement to the group of all that it needs and all that touches its arrays.
  void join(Operation *statement);
  /// Adds what is repeated for those that move.
  void addNeeded(Group &group) const;
  Operation *statementOf(Operation *op) const { return body.findAncestorOpInBlock(*op); }

  ForOp loop;
  const LoopEffects &effects;
  Block &body;
  Operation *end;
  MemoryLocations &locations;
  llvm::SmallPtrSet<Operation *, 16> repeatable;
  llvm::EquivalenceClasses<Operation *> groups; // that of `end` stays
  llvm::DenseMap<MemoryClassId, Operation *> firstOf;
  llvm::SmallPtrSet<Operation *, 8> stores; // statements that store
};

class Distributor {
public:
  Distributor(KernelOp kernel, bool remark) : kernel(kernel), locations(kernel), remark(remark) {}

  void run();

private:
  void visitLoop(ForOp loop);
  void removeEmpty(ForOp loop, ForOp taker);
  /// Computed once for a loop that nothing moves to or from.
  const LoopEffects &effectsOf(ForOp loop);
  ForOp findTarget(ForOp loop, const LoopEffects &group);
  bool mayPass(Operation &other, const LoopEffects &group);
  void move(const Group &group, ForOp from, ForOp to);

  KernelOp kernel;
  MemoryLocations locations;
  const bool remark;
  llvm::DenseMap<Operation *, std::unique_ptr<LoopEffects>> effects;
};

} // namespace

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static bool isInvariant(const std::optional<LinearIndex> &index) {
  return index && llvm::all_of(index->coefficients, [](uint64_t coefficient) { return coefficient == 0; });
}

bool GroupFinder::isFreeLoad(Operation *op) const {
  auto load = dyn_cast<memref::LoadOp>(op);
  if (!load)
    return false;
  std::optional<ArrayIdentity> identity = locations.identify(load.getMemRef());
  return identity && !effects.writes(identity->memory) &&
         llvm::all_of(load.getIndices(), [&](Value index) { return isInvariant(linearizeIndex(index, loop)); });
}

/// Index arithmetic, and numbers in memory.
bool GroupFinder::isRepeatable(Operation *op) {
  if (op->getNumRegions() != 0)
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  const bool isArithmetic = (isa<arith::ArithDialect>(op->getDialect()) || isa<memref::DimOp>(op)) &&
                            llvm::all_of(op->getResultTypes(), [](Type type) { return type.isIntOrIndex(); });
  return (isArithmetic || isFreeLoad(op)) && llvm::all_of(op->getOperands(), [&](Value operand) {
           Operation *definition = operand.getDefiningOp();
           return !definition || definition->getBlock() != &body || repeatable.contains(definition);
         });
}

void GroupFinder::join(Operation *statement) {
  groups.insert(statement);
  statement->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        if (Operation *needed = statementOf(definition); needed && !repeatable.contains(needed))
          groups.unionSets(statement, needed);
    auto access = dyn_cast<ElementAccess>(op);
    // Lines of tasks have an order, and arrays of an iteration are where they are made.
    if (isa<PrintOp, memref::AllocaOp>(op) || (access && access.getAccessKind() == AccessKind::atomic))
      groups.unionSets(statement, end);
    if (!access || isFreeLoad(op))
      return;
    if (access.getAccessKind() == AccessKind::store)
      stores.insert(statement);
    if (std::optional<ArrayIdentity> identity = locations.identify(access.getArray()))
      groups.unionSets(firstOf.try_emplace(identity->memory, statement).first->second, statement);
  });
}

void GroupFinder::addNeeded(Group &group) const {
  group.needed.insert(group.moved.begin(), group.moved.end());
  for (Operation &op : llvm::reverse(body.without_terminator()))
    if (group.needed.contains(&op))
      op.walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (Operation *definition = operand.getDefiningOp())
            if (Operation *statement = statementOf(definition))
              group.needed.insert(statement);
      });
}

SmallVector<Group, 4> GroupFinder::run() {
  groups.insert(end);
  for (Operation &op : body.without_terminator())
    if (isRepeatable(&op))
      repeatable.insert(&op);
    else
      join(&op);
  join(end);
  llvm::MapVector<Operation *, Group> found; // by their leaders
  llvm::SmallPtrSet<Operation *, 4> storing;
  for (Operation &op : body.without_terminator()) {
    if (repeatable.contains(&op) || groups.isEquivalent(&op, end))
      continue;
    Operation *leader = groups.getLeaderValue(&op);
    found[leader].moved.insert(&op);
    if (stores.contains(&op))
      storing.insert(leader);
  }
  SmallVector<Group, 4> leaving;
  for (auto &[leader, group] : found)
    if (storing.contains(leader)) {
      addNeeded(group);
      leaving.push_back(std::move(group));
    }
  return leaving;
}

//===----------------------------------------------------------------------===//
// Where they go
//===----------------------------------------------------------------------===//

/// Whether both touch one element in one iteration, another one in others, so that it is loaded once less where they do
/// so together.
static bool shareElement(const LoopEffects &group, const LoopEffects &loop) {
  auto isSame = [](const std::optional<LinearIndex> &a, const std::optional<LinearIndex> &b) { return a && a == b; };
  auto isOfIteration = [](const ArrayAccess &access) { return !llvm::all_of(access.indices, isInvariant); };
  for (const auto &[memory, accesses] : group.accesses) {
    const auto *others = loop.accesses.find(memory);
    if (others == loop.accesses.end())
      continue;
    for (const ArrayAccess &a : accesses)
      for (const ArrayAccess &b : others->second)
        if (a.array == b.array && isOfIteration(a) && llvm::equal(a.indices, b.indices, isSame))
          return true;
  }
  return false;
}

/// Whether the loader knows the loop's range ahead of the launch, so that a task of that many iterations fails none.
static bool isSizedAhead(ForOp loop) {
  auto isKnown = [](Value bound) { return sizeExprFromValue(bound).has_value(); };
  return llvm::all_of(loop.getUpperBounds(), isKnown) && llvm::all_of(loop.getLowerBounds(), isKnown) &&
         llvm::all_of(loop.getSteps(), isKnown);
}

/// What waits for others, or may end the launch: loops that hold parallel ones, and memory and tasks of sizes that the
/// launch computes.
static bool mustComeAfter(Operation *op) {
  if (auto loop = dyn_cast<ForOp>(op))
    return !isSizedAhead(loop);
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return !alloc.getDynamicSizes().empty();
  auto access = dyn_cast<ElementAccess>(op);
  return isa<AdstackOverflowOp>(op) || (access && access.getAccessKind() == AccessKind::volatileLoad) ||
         (isa<scf::ForOp>(op) && holdsParallelLoop(op));
}

/// Whether the group may change places with an operation that stands after its loop.
bool Distributor::mayPass(Operation &other, const LoopEffects &group) {
  MemorySummary summary;
  const WalkResult walked = other.walk([&](Operation *op) {
    locations.addOwnEffects(op, summary);
    return mustComeAfter(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (walked.wasInterrupted() || summary.mayEnd)
    return false;
  return llvm::all_of(group.accesses, [&](const auto &entry) {
    return !summary.mayWrite(entry.first) && !(summary.mayRead(entry.first) && group.writes(entry.first));
  });
}

const LoopEffects &Distributor::effectsOf(ForOp loop) {
  std::unique_ptr<LoopEffects> &known = effects[loop];
  if (!known)
    known = std::make_unique<LoopEffects>(loop, locations);
  return *known;
}

/// Null: there is none.
ForOp Distributor::findTarget(ForOp loop, const LoopEffects &group) {
  ForOp target;
  unsigned passed = 0;
  for (Operation *next = loop->getNextNode(); next && !target && passed <= kMaximumLoopsPassed;
       next = next->getNextNode())
    if (auto later = dyn_cast<ForOp>(next)) {
      if (shareElement(group, effectsOf(later)))
        target = later;
      ++passed;
    }
  if (!target || findObstacle(loop, group, target, effectsOf(target)))
    return {};
  for (Operation *between = loop->getNextNode(); between != target; between = between->getNextNode())
    if (!mayPass(*between, group))
      return {};
  return target;
}

void Distributor::move(const Group &group, ForOp from, ForOp to) {
  if (remark)
    to.emitRemark("runs statements of an earlier loop").attachNote(group.moved.front()->getLoc())
        << "the first of them";
  Block &body = from.getBody().front();
  IRMapping values;
  values.map(body.getArguments(), to.getBody().front().getArguments());
  OpBuilder builder = OpBuilder::atBlockBegin(&to.getBody().front());
  for (Operation &op : body.without_terminator())
    if (group.needed.contains(&op))
      builder.clone(op, values);
  for (Operation *op : llvm::reverse(group.moved))
    op->erase();
  effects.erase(from);
  effects.erase(to);
}

/// Takes a loop away of which nothing is left; `taker` runs what it ran last.
void Distributor::removeEmpty(ForOp loop, ForOp taker) {
  const bool isEmpty = llvm::all_of(loop.getBody().front().without_terminator(),
                                    [](Operation &op) { return wouldOpBeTriviallyDead(&op); });
  if (loop.isReduction() || !isEmpty)
    return;
  describeAsBoth(loop, taker, taker);
  closeGap(loop);
  loop.erase();
}

void Distributor::visitLoop(ForOp loop) {
  const LoopEffects &all = effectsOf(loop);
  if (all.operations > kMaximumFusedOperations || all.assertion || all.overflow || all.volatileLoad || all.unknown)
    return;
  // All of them first: a move takes operations away that `all` tells of.
  const SmallVector<Group, 4> groups = GroupFinder(loop, all, locations).run();
  SmallVector<LoopEffects, 4> ofGroups;
  for (const Group &group : groups)
    ofGroups.push_back(group.effectsIn(loop.getBody().front(), all));
  ForOp last;
  for (auto [group, ofGroup] : llvm::zip_equal(groups, ofGroups))
    if (ForOp target = findTarget(loop, ofGroup)) {
      move(group, loop, target);
      last = target;
    }
  if (last)
    removeEmpty(loop, last);
}

void Distributor::run() {
  SmallVector<ForOp> loops;
  kernel.getBody().walk([&](ForOp loop) { loops.push_back(loop); });
  for (ForOp loop : loops)
    visitLoop(loop);
}

void qdc::qd::distributeLoops(KernelOp kernel, bool remark) { Distributor(kernel, remark).run(); }

namespace {
struct DistributeLoops : qdc::qd::impl::DistributeLoopsBase<DistributeLoops> {
  using DistributeLoopsBase::DistributeLoopsBase;
  void runOnOperation() override {
    // A finding ends one iteration of the loop that the source has, and tells which.
    if (!getOperation().getChecked())
      distributeLoops(getOperation(), remarkMoved);
  }
};
} // namespace
