//===- Inputs.cpp - What a task takes from elsewhere ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace qdc::qd;
using namespace qdc::qd::offload;

namespace {

/// Collects the inputs of one task.
class InputCollector {
public:
  /// `self`: the run that the task consists of, or null.
  InputCollector(const Plan &plan, const SerialRun *self, NeedWord needWord)
      : plan(plan), self(self), needWord(needWord) {}

  LogicalResult useOperandsOf(Operation *op);
  LogicalResult use(Value value, Operation *user);
  void finish(TaskInputs &inputs);

private:
  LogicalResult useOne(Value value, Operation *user);

  const Plan &plan;
  const SerialRun *self;
  NeedWord needWord;
  llvm::SmallSetVector<Operation *, 16> clones;
  llvm::SmallSetVector<Value, 16> arguments, words;
};

} // namespace

LogicalResult InputCollector::useOne(Value value, Operation *user) {
  const Home &home = plan.homes.at(value);
  switch (home.kind) {
  case HomeKind::argument:
    arguments.insert(value);
    return success();
  case HomeKind::clone:
    clones.insert(value.getDefiningOp());
    return success();
  case HomeKind::run:
    if (home.run == self)
      return success();
    [[fallthrough]];
  case HomeKind::word:
    return words.insert(value) ? needWord(value, user) : success();
  }
  llvm_unreachable("all kinds are above");
}

LogicalResult InputCollector::use(Value value, Operation *user) {
  size_t done = clones.size();
  if (failed(useOne(value, user)))
    return failure();
  for (; done < clones.size(); ++done)
    for (Value operand : clones[done]->getOperands())
      if (failed(useOne(operand, clones[done])))
        return failure();
  return success();
}

/// Values that are no key of `homes` are defined inside `op` itself.
LogicalResult InputCollector::useOperandsOf(Operation *op) {
  WalkResult result = op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (plan.homes.contains(operand) && failed(use(operand, nested)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void InputCollector::finish(TaskInputs &inputs) {
  inputs.clones.assign(clones.begin(), clones.end());
  llvm::sort(inputs.clones, [&](Operation *a, Operation *b) { return plan.order.at(a) < plan.order.at(b); });
  inputs.arguments.assign(arguments.begin(), arguments.end());
  llvm::sort(inputs.arguments, [](Value a, Value b) {
    return cast<BlockArgument>(a).getArgNumber() < cast<BlockArgument>(b).getArgNumber();
  });
  inputs.words.assign(words.begin(), words.end());
  llvm::sort(inputs.words, [&](Value a, Value b) { return plan.words.lookup(a) < plan.words.lookup(b); });
}

LogicalResult qdc::qd::offload::collectInputs(const Plan &plan, ForOp loop, NeedWord needWord, TaskInputs &inputs) {
  InputCollector collector(plan, nullptr, needWord);
  if (failed(collector.useOperandsOf(loop)))
    return failure();
  collector.finish(inputs);
  return success();
}

LogicalResult qdc::qd::offload::collectInputs(const Plan &plan, const SerialRun &run, NeedWord needWord,
                                              TaskInputs &inputs) {
  InputCollector collector(plan, &run, needWord);
  for (ForOp loop : run.reductions)
    for (Value bound : loop->getOperands())
      if (failed(collector.use(bound, loop)))
        return failure();
  for (Operation *op : run.ops)
    if (failed(collector.useOperandsOf(op)))
      return failure();
  for (const Copy &copy : run.copies)
    if (failed(collector.use(copy.source, copy.user)))
      return failure();
  collector.finish(inputs);
  return success();
}
