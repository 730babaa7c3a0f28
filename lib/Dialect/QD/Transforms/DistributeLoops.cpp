//===- DistributeLoops.cpp - Move statements to a later loop --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/DistributeLoops.h"
#include "FuseLoops/Obstacle.h"
#include "qdc/Dialect/QD/IR/SourceLoops.h"
#include "qdc/Dialect/QD/Transforms/FuseLoops.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
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
using Group = llvm::SmallSetVector<Operation *, 8>;

/// Takes the body of a loop apart.
class GroupFinder {
public:
  GroupFinder(ForOp loop, MemoryLocations &locations)
      : body(loop.getBody().front()), end(body.getTerminator()), locations(locations) {}

  /// Those that have an effect and may leave the loop, in the order of their first statements.
  SmallVector<Group> run();

private:
  bool isIndexArithmetic(Operation *op);
  /// Adds a statement to the group of all that it needs and all that touches its arrays.
  void join(Operation *statement);
  Operation *statementOf(Operation *op) const { return body.findAncestorOpInBlock(*op); }

  Block &body;
  Operation *end;
  MemoryLocations &locations;
  llvm::SmallPtrSet<Operation *, 16> indexArithmetic;
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
  ForOp findTarget(ForOp loop, const LoopEffects &group);
  bool mayPass(Operation &other, const LoopEffects &group);
  void move(const Group &group, ForOp from, ForOp to);

  KernelOp kernel;
  MemoryLocations locations;
  const bool remark;
};

} // namespace

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// What follows from loop variables and values from outside alone is computed again wherever it is needed.
bool GroupFinder::isIndexArithmetic(Operation *op) {
  if (op->getNumRegions() != 0 || !hasNoMemoryEffect(op))
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  return (isa<arith::ArithDialect>(op->getDialect()) || isa<memref::DimOp>(op)) &&
         llvm::all_of(op->getResultTypes(), [](Type type) { return type.isIntOrIndex(); }) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           Operation *definition = operand.getDefiningOp();
           return !definition || definition->getBlock() != &body || indexArithmetic.contains(definition);
         });
}

void GroupFinder::join(Operation *statement) {
  groups.insert(statement);
  statement->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        if (Operation *needed = statementOf(definition); needed && !indexArithmetic.contains(needed))
          groups.unionSets(statement, needed);
    auto access = dyn_cast<ElementAccess>(op);
    if (!access) {
      if (isa<PrintOp>(op))
        groups.unionSets(statement, end);
      return;
    }
    if (access.getAccessKind() == AccessKind::atomic)
      groups.unionSets(statement, end);
    if (access.getAccessKind() == AccessKind::store)
      stores.insert(statement);
    if (std::optional<ArrayIdentity> identity = locations.identify(access.getArray()))
      groups.unionSets(firstOf.try_emplace(identity->memory, statement).first->second, statement);
  });
}

SmallVector<Group> GroupFinder::run() {
  groups.insert(end);
  for (Operation &op : body.without_terminator())
    if (isIndexArithmetic(&op))
      indexArithmetic.insert(&op);
    else
      join(&op);
  join(end);
  llvm::MapVector<Operation *, Group> found; // by their leaders
  llvm::SmallPtrSet<Operation *, 4> storing;
  for (Operation &op : body.without_terminator()) {
    if (indexArithmetic.contains(&op) || groups.isEquivalent(&op, end))
      continue;
    Operation *leader = groups.getLeaderValue(&op);
    found[leader].insert(&op);
    if (stores.contains(&op))
      storing.insert(leader);
  }
  SmallVector<Group> leaving;
  for (auto &[leader, group] : found)
    if (storing.contains(leader))
      leaving.push_back(std::move(group));
  return leaving;
}

//===----------------------------------------------------------------------===//
// Where they go
//===----------------------------------------------------------------------===//

/// Whether both touch one element in one iteration, so that it is loaded once less where they do so together.
static bool shareElement(const LoopEffects &group, const LoopEffects &loop) {
  auto isSame = [](const std::optional<LinearIndex> &a, const std::optional<LinearIndex> &b) { return a && a == b; };
  for (const auto &[memory, accesses] : group.accesses) {
    const auto *others = loop.accesses.find(memory);
    if (others == loop.accesses.end())
      continue;
    for (const ArrayAccess &a : accesses)
      for (const ArrayAccess &b : others->second)
        if (a.array == b.array && llvm::equal(a.indices, b.indices, isSame))
          return true;
  }
  return false;
}

/// Whether the group may change places with an operation that stands after its loop.
bool Distributor::mayPass(Operation &other, const LoopEffects &group) {
  return !other
              .walk([&](Operation *op) {
                if (isa<AssertOp, CheckOp, AdstackOverflowOp>(op) || mayDoAnything(op))
                  return WalkResult::interrupt();
                auto access = dyn_cast<ElementAccess>(op);
                if (!access)
                  return WalkResult::advance();
                std::optional<ArrayIdentity> identity = locations.identify(access.getArray());
                const bool isLoad = access.getAccessKind() == AccessKind::load;
                const bool isFree = identity && access.getAccessKind() != AccessKind::volatileLoad &&
                                    !(isLoad ? group.writes(identity->memory)
                                             : group.accesses.contains(identity->memory));
                return isFree ? WalkResult::advance() : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Null: there is none.
ForOp Distributor::findTarget(ForOp loop, const LoopEffects &group) {
  unsigned passed = 0;
  for (Operation *next = loop->getNextNode(); next && passed <= kMaximumLoopsPassed; next = next->getNextNode()) {
    if (auto later = dyn_cast<ForOp>(next)) {
      const LoopEffects effects(later, locations);
      if (shareElement(group, effects))
        return findObstacle(loop, group, later, effects) ? ForOp() : later;
      ++passed;
    }
    if (!mayPass(*next, group))
      return {};
  }
  return {};
}

void Distributor::move(const Group &group, ForOp from, ForOp to) {
  if (remark)
    to.emitRemark("runs statements of an earlier loop").attachNote(group.front()->getLoc()) << "the first of them";
  Block &body = from.getBody().front();
  IRMapping values;
  values.map(body.getArguments(), to.getBody().front().getArguments());
  OpBuilder builder = OpBuilder::atBlockBegin(&to.getBody().front());
  llvm::SmallSetVector<Operation *, 16> needed(group.begin(), group.end());
  for (Operation &op : llvm::reverse(body.without_terminator()))
    if (needed.contains(&op))
      op.walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (Operation *definition = operand.getDefiningOp())
            if (Operation *statement = body.findAncestorOpInBlock(*definition))
              needed.insert(statement);
      });
  for (Operation &op : body.without_terminator())
    if (needed.contains(&op))
      builder.clone(op, values);
  for (Operation *op : llvm::reverse(group))
    op->erase();
}

void Distributor::visitLoop(ForOp loop) {
  const LoopEffects effects(loop, locations);
  if (effects.operations > kMaximumFusedOperations || effects.assertion || effects.overflow || effects.volatileLoad ||
      effects.unknown)
    return;
  ForOp last;
  for (const Group &group : GroupFinder(loop, locations).run()) {
    const LoopEffects ofGroup = effects.part([&](Operation *op) {
      Operation *statement = loop.getBody().front().findAncestorOpInBlock(*op);
      return statement && group.contains(statement);
    });
    ForOp target = findTarget(loop, ofGroup);
    if (!target)
      continue;
    move(group, loop, target);
    last = target;
  }
  const bool isEmpty =
      llvm::all_of(loop.getBody().front().without_terminator(), [](Operation &op) { return isMemoryEffectFree(&op); });
  if (!last || loop.isReduction() || !isEmpty)
    return;
  SmallVector<SourceLoop> sources = getSourceLoops(loop);
  llvm::append_range(sources, getSourceLoops(last));
  setSourceLoops(last, sources);
  loop.erase();
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
