//===- EntryPoints.cpp - Entry points of a lowered module -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/EntryPoints.h"

#include "qdc/Dialect/QD/IR/EqualTasks.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace qdc {

static SlotPassing manifestPassing(qd::SlotPassing passing) {
  switch (passing) {
  case qd::SlotPassing::values:
    return SlotPassing::values;
  case qd::SlotPassing::memory:
    return SlotPassing::memory;
  }
  llvm_unreachable("no way to pass slots");
}

static GridSize manifestGrid(qd::GridSize grid) {
  switch (grid) {
  case qd::GridSize::iterations:
    return GridSize::iterations;
  case qd::GridSize::resident:
    return GridSize::resident;
  case qd::GridSize::single:
    return GridSize::single;
  case qd::GridSize::cooperative:
    return GridSize::cooperative;
  }
  llvm_unreachable("no size of a grid");
}

static LoopStrategy manifestStrategy(qd::LoopStrategy strategy) {
  switch (strategy) {
  case qd::LoopStrategy::block:
    return LoopStrategy::block;
  case qd::LoopStrategy::grid:
    return LoopStrategy::grid;
  case qd::LoopStrategy::graph:
    return LoopStrategy::graph;
  }
  llvm_unreachable("no strategy of a loop");
}

static LaunchShape launchShapeOf(qd::LaunchAttr launch) {
  return {.blockThreads = launch.getBlockThreads(),
          .threadsPerIteration = launch.getThreadsPerIteration(),
          .subgroupWidth = launch.getSubgroupWidth(),
          .slotPassing = manifestPassing(launch.getSlotPassing()),
          .grid = manifestGrid(launch.getGrid()),
          .iterationsPerThread = launch.getIterationsPerThread()};
}

static CompiledEntryPoint entryPointOf(llvm::StringRef symbol, qd::EntryPointAttr description) {
  CompiledEntryPoint entryPoint;
  entryPoint.symbol = symbol.str();
  if (qd::SourceTaskAttr task = description.getTask()) {
    entryPoint.kernel = task.getKernel().str();
    entryPoint.tasks = {task.getTask().str()};
  } else {
    qd::LoopNodeAttr loop = description.getLoop();
    entryPoint.kernel = loop.getKernel().str();
    entryPoint.loop = {loop.getNode(), manifestStrategy(loop.getStrategy()), loop.getLast()};
  }
  // The verifier of qd::EntryPointAttr refuses words.
  for (qd::SlotAttr slot : description.getSlots())
    entryPoint.slots.push_back({*qd::abiKind(slot.getKind()), slot.getIndex(), slot.getAxis(), slot.getOffset()});
  if (qd::LaunchAttr launch = description.getLaunch())
    entryPoint.launch = launchShapeOf(launch);
  return entryPoint;
}

static PrivateForm describePrivateForm(llvm::StringRef symbol, qd::PrivateFormAttr description) {
  PrivateForm form{symbol.str(), description.getAtomics(), {}};
  for (qd::PrivateCopyAttr copy : description.getCopies())
    form.arrays.push_back({copy.getSlot(), copy.getMerge().getValue().str(), copy.getNeutral()});
  return form;
}

/// Visits functions of any dialect, of which some have modules of their own.
static void walkFunctions(mlir::ModuleOp module, llvm::function_ref<void(mlir::FunctionOpInterface function)> visit) {
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::FunctionOpInterface function) {
    visit(function);
    return mlir::WalkResult::skip();
  });
}

std::vector<CompiledEntryPoint> collectEntryPoints(mlir::ModuleOp module) {
  std::vector<CompiledEntryPoint> entryPoints;
  walkFunctions(module, [&](mlir::FunctionOpInterface function) {
    auto description = function->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
    if (!description)
      return;
    entryPoints.push_back(entryPointOf(function.getName(), description));
    auto equal = function->getAttrOfType<mlir::ArrayAttr>(qd::equalTasksAttr);
    if (!equal)
      return;
    auto launch = entryPoints.back().launch;
    for (auto other : equal.getAsRange<qd::EntryPointAttr>()) {
      entryPoints.push_back(entryPointOf(function.getName(), other));
      entryPoints.back().launch = launch;
    }
  });
  walkFunctions(module, [&](mlir::FunctionOpInterface function) {
    if (auto form = function->getAttrOfType<qd::PrivateFormAttr>(qd::privateFormAttr))
      for (CompiledEntryPoint &entryPoint : entryPoints)
        if (entryPoint.symbol == form.getOf().getValue())
          entryPoint.launch = CPULaunch{describePrivateForm(function.getName(), form)};
  });
  return entryPoints;
}

} // namespace qdc
