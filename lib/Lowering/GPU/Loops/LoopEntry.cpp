//===- LoopEntry.cpp - An entry point that runs a whole loop --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopEntry.h"

#include "LoopControl.h"
#include "LoopParameters.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/TaskParameters.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace qdc {

std::optional<uint32_t> blockThreadsOfLoop(ArrayRef<qd::TaskOp> tasks, const GridLimits &limits) {
  // Few blocks meet sooner than many; with more threads, tasks may not have the registers that they need.
  constexpr unsigned threads = 512;
  if (tasks.empty())
    return std::max(limits.subgroupWidth, 1u); // the decision takes one thread
  std::optional<uint32_t> asked;
  for (qd::TaskOp task : tasks) {
    qd::ForOp loop = task.getParallelLoop();
    std::optional<uint32_t> own = loop ? loop.getBlockDim() : std::nullopt;
    if (!own)
      continue;
    own = std::min(*own, limits.blockThreads);
    if ((asked && *asked != *own) || *own % qd_reducing_threads(limits.subgroupWidth) != 0)
      return {};
    asked = own;
  }
  return asked.value_or(std::min(threads, limits.blockThreads));
}

func::FuncOp createEntryOfLoop(OpBuilder &builder, const LoopSource &source, const LoopParameters &parameters,
                               qd::LaunchAttr launch, StringRef name) {
  Location location = source.node->getLoc();
  MLIRContext *context = builder.getContext();
  auto entry = func::FuncOp::create(builder, location, name, builder.getFunctionType(parameters.types, {}));
  markArguments(entry, qd::mayAliasAttr, [&](unsigned index) { return parameters.mayAlias[index]; });
  const bool isEnd = source.strategy == qd::LoopStrategy::graph;
  auto loop = qd::LoopNodeAttr::get(context, source.number, source.kernelName, source.strategy,
                                    isEnd ? static_cast<uint32_t>(source.bodies.size()) : 0);
  entry->setAttr(qd::entryPointAttr, qd::EntryPointAttr::get(context, {}, loop, parameters.slots, launch));
  builder.setInsertionPointToStart(entry.addEntryBlock());
  auto end = func::ReturnOp::create(builder, location);
  builder.setInsertionPoint(end);
  return entry;
}

func::FuncOp createLoopEntry(const LoopSource &source, StringRef name) {
  OpBuilder builder(source.kernel);
  LoopParameters parameters = collectLoopParameters(source);
  bool passesInMemory = parameters.slots.size() > source.limits.parameters;
  bool isBlock = source.strategy == qd::LoopStrategy::block;
  auto launch = qd::LaunchAttr::get(builder.getContext(), source.blockThreads, source.limits.subgroupWidth,
                                    /*threadsPerIteration=*/1, /*iterationsPerThread=*/1,
                                    passesInMemory ? qd::SlotPassing::memory : qd::SlotPassing::values,
                                    isBlock ? qd::GridSize::single : qd::GridSize::cooperative);
  func::FuncOp entry = createEntryOfLoop(builder, source, parameters, launch, name);
  LoopControl(builder, source, parameters, entry).create();
  for (StringAttr task : source.words.tasks)
    func::FuncOp(source.bodies.find(task)->second.function()).erase();
  return entry;
}

} // namespace qdc
