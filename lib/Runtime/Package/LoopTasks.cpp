//===- LoopTasks.cpp - Loops that run as one task -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Package/LoopTasks.h"

#include "Runtime/Program/FlagUse.h"

#include "qdc/Package/ManifestNames.h"

#include <algorithm>

using namespace qdrt::loader;

/// The graph gives it its slots by value. Without the handle, a loop would never end.
static bool isLaunchedAsEnd(const qdc::EntryPoint &entryPoint, const qdc::LaunchShape &shape) {
  return shape.grid != qdc::GridSize::cooperative && shape.slotPassing == qdc::SlotPassing::values &&
         std::ranges::any_of(entryPoint.slots,
                             [](const qdc::SlotSource &slot) { return slot.kind == qdc::SlotKind::conditionHandle; });
}

qdc::Status qdrt::loader::checkLoopEntryPoint(const LoopEntryPoint &loop) {
  const qdc::LaunchShape *shape = gridOf(loop.entryPoint->launch);
  if (!shape)
    return qdc::makeError(qdc::ErrorCode::unsupported,
                          "entry point '{}' runs a whole loop and has a launch of the kind '{}'; this loader takes "
                          "'grid' for that",
                          loop.entryPoint->symbol, enumName(kindOf(loop.entryPoint->launch)));
  if (loop.strategy == qdc::LoopStrategy::graph)
    return isLaunchedAsEnd(*loop.entryPoint, *shape)
               ? qdc::Status()
               : qdc::makeError(
                     qdc::ErrorCode::invalidPackage,
                     "entry point '{}' ends the iterations of a loop; that takes slots as values, the loop's "
                     "handle among them, and a grid that does not wait for itself",
                     loop.entryPoint->symbol);
  const qdc::GridSize needed =
      loop.strategy == qdc::LoopStrategy::block ? qdc::GridSize::single : qdc::GridSize::cooperative;
  if (shape->grid != needed)
    return qdc::makeError(qdc::ErrorCode::invalidPackage,
                          "entry point '{}' runs a whole loop by '{}' and has the grid '{}'; that takes '{}'",
                          loop.entryPoint->symbol, enumName(loop.strategy), enumName(shape->grid), enumName(needed));
  return {};
}

/// Adds to an ascending list what it lacks.
static void addAll(std::vector<uint32_t> &list, const std::vector<uint32_t> &more) {
  for (uint32_t value : more) {
    const auto at = std::ranges::lower_bound(list, value);
    if (at == list.end() || *at != value)
      list.insert(at, value);
  }
}

static void addTask(qdc::Task &loop, const qdc::Task &task) {
  addAll(loop.sourceLoops, task.sourceLoops);
  addAll(loop.readArrays, task.readArrays);
  addAll(loop.writtenArrays, task.writtenArrays);
  addAll(loop.readGlobals, task.readGlobals);
  addAll(loop.writtenGlobals, task.writtenGlobals);
  addAll(loop.readRegions, task.readRegions);
  addAll(loop.writtenRegions, task.writtenRegions);
}

static void addFlag(qdc::Task &loop, const FlagUse &flag) { addAll(loop.*flag.list, {flag.index}); }

/// The largest, as a tree that is no deeper than it must be: whoever reads it calls itself.
static qdc::SizeExpr largest(std::vector<qdc::SizeExpr> list) {
  for (size_t count = list.size(); count > 1; count = (count + 1) / 2)
    for (size_t at = 0; at < count; at += 2)
      list[at / 2] = at + 1 < count ? qdc::SizeExpr::binary(qdc::SizeExprKind::max, list[at], list[at + 1]) : list[at];
  return list.front();
}

qdc::Task qdrt::loader::taskOfEnd(const qdc::Kernel &kernel, const qdc::EntryPoint &entryPoint) {
  const qdc::NumberedGraph graph(kernel.graph);
  const qdc::Node &node = *graph.nodes[entryPoint.covers.node].node;
  qdc::Task end;
  end.name = entryPoint.symbol;
  end.extent = qdc::SizeExpr::constant(1);
  for (uint32_t number : lastTasks(node, entryPoint.covers.lastTasks)) {
    const qdc::Task &task = kernel.tasks[number];
    end.location = task.location;
    if (task.kind == qdc::TaskKind::parallel)
      end.extent = task.extent;
    addAll(end.sourceLoops, task.sourceLoops);
  }
  return end;
}

qdc::Task qdrt::loader::taskOfLoop(const qdc::Kernel &kernel, uint32_t number, const std::string &symbol,
                                   std::span<const uint32_t> threadsPerIteration) {
  const qdc::NumberedGraph graph(kernel.graph);
  qdc::Task loop;
  loop.name = symbol;
  loop.kind = qdc::TaskKind::parallel;
  loop.location = kernel.location;
  std::vector<qdc::SizeExpr> extents = {qdc::SizeExpr::constant(1)};
  std::vector<bool> isAdded(kernel.tasks.size());
  for (uint32_t at = number; at < graph.nodes[number].end; ++at) {
    const qdc::Node &node = *graph.nodes[at].node;
    if (node.kind == qdc::NodeKind::doWhile)
      addFlag(loop, useOfFlag(kernel, node.flag));
    if (node.kind != qdc::NodeKind::task || isAdded[node.task])
      continue;
    if (extents.size() == 1)
      loop.location = kernel.tasks[node.task].location;
    isAdded[node.task] = true;
    addTask(loop, kernel.tasks[node.task]);
    extents.push_back(qdc::SizeExpr::binary(qdc::SizeExprKind::mul, kernel.tasks[node.task].extent,
                                            qdc::SizeExpr::constant(threadsPerIteration[node.task])));
  }
  loop.extent = largest(std::move(extents));
  return loop;
}
