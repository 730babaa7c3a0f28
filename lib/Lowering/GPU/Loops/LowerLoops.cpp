//===- LowerLoops.cpp - Entry points for the loops of graphs --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LowerLoops.h"

#include "LoopEnd.h"
#include "qdc/Dialect/QD/IR/GraphLoops.h"
#include "qdc/Dialect/QD/IR/SourceKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace qdc {

namespace {

class LoopLowering {
public:
  LoopLowering(ModuleOp module, ArrayRef<qd::LoopStrategy> strategies, const GridLimits &limits, LowerBody lowerBody)
      : symbols(module), strategies(strategies), limits(limits), lowerBody(lowerBody),
        globals(module.getOps<memref::GlobalOp>()) {}

  LogicalResult lowerKernel(qd::KernelOp kernel) {
    uint32_t number = 0;
    WalkResult result = kernel.walk<WalkOrder::PreOrder>([&](Operation *node) {
      if (isa<qd::KernelOp, qd::ReturnOp>(node))
        return WalkResult::advance();
      uint32_t own = number++;
      return qd::isGraphLoop(node) && failed(lowerLoop(kernel, node, own)) ? WalkResult::interrupt()
                                                                           : WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

private:
  /// Whether a loop has an entry point of its own for a strategy, if it can. Where a loop around it has some, one of
  /// those runs this one too, unless the source asks for the strategy here.
  bool isRunByItself(Operation *node, qd::LoopStrategy strategy) const {
    auto asked = node->getAttrOfType<StringAttr>("strategy");
    if (asked && asked.getValue() == qd::stringifyLoopStrategy(strategy))
      return true;
    for (Operation *around = node->getParentOp(); around; around = around->getParentOp())
      if (runWhole.contains(around))
        return false;
    return true;
  }

  qd::TaskOp taskOf(qd::LaunchOp launch) const { return symbols.lookup<qd::TaskOp>(launch.getTaskAttr().getAttr()); }

  LogicalResult lowerLoop(qd::KernelOp kernel, Operation *node, uint32_t number) {
    for (qd::LoopStrategy strategy : strategies) {
      if (limits.subgroupWidth == 0 && strategy != qd::LoopStrategy::block)
        continue;
      LoopSource source;
      source.kernel = kernel;
      source.kernelName = qd::sourceSymbolOf(kernel);
      source.node = node;
      source.number = number;
      source.strategy = strategy;
      source.limits = limits;
      source.globals = globals;
      const bool isEnd = strategy == qd::LoopStrategy::graph;
      if (isEnd ? failed(lowerEnd(source)) : isRunByItself(node, strategy) && failed(lowerWhole(source)))
        return failure();
    }
    return success();
  }

  LogicalResult lowerWhole(LoopSource &source) {
    llvm::SmallSetVector<qd::TaskOp, 8> tasks;
    source.node->walk([&](qd::LaunchOp launch) { tasks.insert(taskOf(launch)); });
    std::optional<uint32_t> blockThreads = blockThreadsOfLoop(tasks.getArrayRef(), limits);
    if (!blockThreads)
      return success();
    const SmallVector<WorkgroupMemory::Wanted> folds = foldsOf(tasks.getArrayRef(), *blockThreads);
    if (WorkgroupMemory::bytesToReserve(folds) > limits.workgroupBytes)
      return success();
    source.blockThreads = *blockThreads;
    source.words = findLoopWords(source.kernel, source.node, [&](qd::LaunchOp launch) { return taskOf(launch); });
    FailureOr<std::string> name = lowerBodies(source, tasks.getArrayRef(), folds);
    if (failed(name))
      return failure();
    symbols.insert(createLoopEntry(source, *name));
    runWhole.insert(source.node);
    return success();
  }

  /// What `tasks` fold through workgroup memory because no subgroup does it. They can't do without, so none of them
  /// takes memory for anything else before there is room for this.
  SmallVector<WorkgroupMemory::Wanted> foldsOf(ArrayRef<qd::TaskOp> tasks, unsigned blockThreads) const {
    SmallVector<WorkgroupMemory::Wanted> folds;
    if (limits.subgroupWidth == 0)
      for (qd::TaskOp task : tasks)
        llvm::append_range(folds, perThread(typesOfFolds(task), blockThreads));
    return folds;
  }

  LogicalResult lowerEnd(LoopSource &source) {
    SmallVector<qd::TaskOp> tasks =
        lastTasksOf(source.node, [&](qd::LaunchOp launch) { return taskOf(launch); }, limits);
    if (tasks.empty())
      return success();
    const LoopEndFacts facts = factsOfEnd(source.node, tasks, [&](qd::LaunchOp launch) { return taskOf(launch); });
    if (failed(lowerBodies(source, tasks)))
      return failure();
    if (func::FuncOp end = createLoopEnd(source, facts))
      symbols.insert(end);
    return success();
  }

  /// Gives the name of the entry point: the first copy's, which is another one where a task has that name. A loop
  /// without tasks is called by its kernel. Workgroup memory has room for `folds`.
  FailureOr<std::string> lowerBodies(LoopSource &source, ArrayRef<qd::TaskOp> tasks,
                                     ArrayRef<WorkgroupMemory::Wanted> folds = {}) {
    std::string suffix = ("$" + qd::stringifyLoopStrategy(source.strategy)).str();
    std::string name = tasks.empty() ? (source.kernel.getSymName() + suffix).str() : "";
    std::optional<WorkgroupMemory> workgroup; // of all of them
    for (qd::TaskOp task : tasks) {
      OpBuilder builder(task);
      auto copy = cast<qd::TaskOp>(builder.clone(*task.getOperation()));
      copy.setSymName((task.getSymName() + suffix).str());
      symbols.insert(copy);
      if (name.empty())
        name = copy.getSymName().str();
      if (!workgroup) {
        workgroup.emplace(name, limits.workgroupBytes);
        [[maybe_unused]] const bool hasRoom = workgroup->reserve(folds);
        assert(hasRoom && "the caller has looked");
      }
      const TasksOfLoop ofLoop = {source.blockThreads};
      FailureOr<GridBody> body = lowerBody(copy, *workgroup, &ofLoop);
      if (failed(body))
        return failure();
      symbols.erase(copy);
      source.bodies.insert({task.getSymNameAttr(), LoopBody(std::move(*body), source.words)});
    }
    return name;
  }

  SymbolTable symbols;
  ArrayRef<qd::LoopStrategy> strategies;
  const GridLimits &limits;
  LowerBody lowerBody;
  SmallVector<memref::GlobalOp> globals; // by their numbers
  llvm::SmallDenseSet<Operation *> runWhole; // loops that have an entry point for all of them
};

} // namespace

LogicalResult lowerLoops(ModuleOp module, ArrayRef<qd::LoopStrategy> strategies, const GridLimits &limits,
                         LowerBody lowerBody) {
  if (strategies.empty())
    return success();
  LoopLowering lowering(module, strategies, limits, lowerBody);
  for (auto kernel : module.getOps<qd::KernelOp>())
    if (failed(lowering.lowerKernel(kernel)))
      return failure();
  return success();
}

} // namespace qdc
