//===- MergeEqualTasks.cpp - One piece of code for equal tasks ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/Transforms/MergeEqualTasks.h"

#include "qdc/Dialect/QD/IR/EqualTasks.h"
#include "qdc/Dialect/QD/IR/GraphLoops.h"
#include "qdc/Dialect/QD/IR/Neighbours.h"
#include "qdc/Dialect/QD/IR/SourceLoops.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace qdc::qd;

namespace qdc::qd {
#define GEN_PASS_DEF_MERGEEQUALTASKS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

namespace {

class TaskMerger {
public:
  TaskMerger(ModuleOp module, bool compareLocations) : module(module), compareLocations(compareLocations) {}

  void run();

private:
  bool areEqual(TaskOp first, TaskOp second);
  void merge(TaskOp first, ArrayRef<TaskOp> others);

  ModuleOp module;
  bool compareLocations;
  SymbolTableCollection symbols;
  llvm::DenseMap<Attribute, FlatSymbolRefAttr> replaced; // by names of tasks, those that run in their place
};

} // namespace

/// Puts the constants of the task first, in the order of their uses. Passes leave them in orders that depend on what
/// else the kernel holds.
static void orderConstants(TaskOp task) {
  Block &body = task.getBody().front();
  llvm::SetVector<Operation *> constants;
  task.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *constant = operand.getDefiningOp();
          constant && constant->getBlock() == &body && constant->hasTrait<OpTrait::ConstantLike>())
        constants.insert(constant);
  });
  for (Operation *constant : llvm::reverse(constants))
    constant->moveBefore(&body, body.begin());
}

/// Equal tasks have equal numbers.
static llvm::hash_code numberOf(TaskOp task) {
  llvm::hash_code number = hash_value(Type(task.getFunctionType()));
  task.getBody().walk([&](Operation *op) {
    number = llvm::hash_combine(number, op->getName(), op->hashProperties(), op->getNumOperands(), op->getNumRegions());
    for (Type type : op->getResultTypes())
      number = llvm::hash_combine(number, type);
  });
  return number;
}

bool TaskMerger::areEqual(TaskOp first, TaskOp second) {
  if (!haveEqualSignatures(first, second, symbols) || first->hasAttr(equalTasksAttr) || second->hasAttr(equalTasksAttr))
    return false;
  auto flags = compareLocations ? OperationEquivalence::Flags::None : OperationEquivalence::Flags::IgnoreLocations;
  // Operands are compared in their order: sorted ones would be so by their addresses.
  llvm::DenseMap<Value, Value> counterparts;
  return OperationEquivalence::isRegionEquivalentTo(
      &first.getBody(), &second.getBody(),
      [&](Value lhs, Value rhs) { return success(lhs == rhs || counterparts.lookup(lhs) == rhs); },
      [&](Value lhs, Value rhs) { counterparts[lhs] = rhs; }, flags);
}

static EntryPointAttr describe(TaskOp task) {
  SmallVector<SlotAttr> slots;
  for (unsigned parameter = 0; parameter < task.getNumArguments(); ++parameter)
    slots.push_back(task.getSlot(parameter));
  auto source = task->getAttrOfType<SourceTaskAttr>(sourceTaskAttr);
  if (!source)
    source = SourceTaskAttr::get(task.getContext(), task.getSymNameAttr(), task.getKernelAttr().getAttr());
  return EntryPointAttr::get(task.getContext(), source, LoopNodeAttr(), slots, LaunchAttr());
}

void TaskMerger::merge(TaskOp first, ArrayRef<TaskOp> others) {
  SmallVector<Attribute> equal;
  for (TaskOp other : others) {
    equal.push_back(describe(other));
    replaced[other.getSymNameAttr()] = FlatSymbolRefAttr::get(first.getSymNameAttr());
  }
  first->setAttr(equalTasksAttr, ArrayAttr::get(first.getContext(), equal));
  for (TaskOp other : others)
    other.erase();
}

static bool isInGraphLoop(LaunchOp launch) {
  for (Operation *around = launch->getParentOp(); around; around = around->getParentOp())
    if (isGraphLoop(around))
      return true;
  return false;
}

void TaskMerger::run() {
  llvm::DenseSet<Attribute> inLoops;
  SmallVector<LaunchOp> launches;
  module.walk([&](LaunchOp launch) {
    launches.push_back(launch);
    if (isInGraphLoop(launch))
      inLoops.insert(launch.getTaskAttr().getAttr());
  });
  using Group = SmallVector<TaskOp, 1>; // equal ones
  llvm::MapVector<size_t, SmallVector<Group, 1>> groups;
  for (auto task : module.getOps<TaskOp>()) {
    if (ForOp loop = task.getParallelLoop()) {
      loop.removeNameAttr();
      loop->removeAttr(sourceLoopsAttr);
      loop->removeAttr(notFusedAttr);
    }
    orderConstants(task);
    SmallVector<Group, 1> &candidates = groups[numberOf(task)];
    auto *found = inLoops.contains(task.getSymNameAttr())
                      ? candidates.end()
                      : llvm::find_if(candidates, [&](const Group &group) { return areEqual(group.front(), task); });
    if (found != candidates.end())
      found->push_back(task);
    else
      candidates.push_back({task});
  }
  for (auto &[number, candidates] : groups)
    for (const Group &group : candidates)
      if (group.size() > 1)
        merge(group.front(), ArrayRef(group).drop_front());
  for (LaunchOp launch : launches)
    if (FlatSymbolRefAttr name = replaced.lookup(launch.getTaskAttr().getAttr()))
      launch.setTaskAttr(name);
}

void qdc::qd::mergeEqualTasks(ModuleOp module, bool compareLocations) { TaskMerger(module, compareLocations).run(); }

namespace {
struct MergeEqualTasks : qdc::qd::impl::MergeEqualTasksBase<MergeEqualTasks> {
  using MergeEqualTasksBase::MergeEqualTasksBase;

  void runOnOperation() override { mergeEqualTasks(getOperation(), compareLocations); }
};
} // namespace
