//===- ConvertTasksToGrid.cpp - From tasks to grids of threads ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/GPU/Passes.h"
#include "qdc/Lowering/GPU/TasksToGrid.h"

#include "Atomics/AggregateAtomics.h"
#include "Atomics/UniformAtomics.h"
#include "Grid/LocalArrays.h"
#include "GridLoops.h"
#include "InnerLoops/AlignedTrips.h"
#include "InnerLoops/TripBatches.h"
#include "InnerLoops/UnrollHints.h"
#include "Loops/LowerLoops.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/AloneAtomics.h"
#include "qdc/Lowering/Common/Arithmetic.h"
#include "qdc/Lowering/Common/FlatAccesses.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_CONVERTTASKSTOGRID
#include "qdc/Lowering/GPU/Passes.h.inc"

/// The order matters: contraction is allowed before the folds of reductions and atomics exist.
static FailureOr<GridBody> lowerBody(qd::TaskOp task, WorkgroupMemory &workgroup, SymbolTableCollection &symbols,
                                     const TasksToGridOptions &options, const TasksOfLoop *loop = nullptr) {
  FailureOr<GridBody> created = GridBody::create(task, options.limits, workgroup, symbols, loop);
  if (failed(created))
    return failure();
  GridBody &body = *created;
  if (options.contract)
    allowContraction(body.function());
  hoistLocalArrays(body.function());
  markAloneAtomics(body.function(), body.loop());
  aggregateAtomics(body);
  combineUniformAtomics(body);
  requestUnrollOfInnerLoops(body.function());
  batchTrips(body.function());
  if (options.reducesSubgroups && body.loop())
    alignTrips(body.loop());
  lowerGridLoop(body);
  if (failed(lowerReports(body.function(), body.reports())) || failed(flattenAccesses(body.function())))
    return failure();
  return created;
}

static LogicalResult lowerTask(qd::TaskOp task, SymbolTableCollection &symbols, const TasksToGridOptions &options) {
  WorkgroupMemory workgroup(task.getSymName(), options.limits.workgroupBytes);
  FailureOr<GridBody> body = lowerBody(task, workgroup, symbols, options);
  if (failed(body))
    return failure();
  createGridEntry(*body, task);
  task.erase();
  return success();
}

static LogicalResult verifyLimits(ModuleOp module, const GridLimits &limits) {
  if (!qd_is_subgroup_width(limits.subgroupWidth))
    return module.emitError("a subgroup width of ")
           << limits.subgroupWidth << " is not supported; accepted: 0 (none is guaranteed), " << QDC_REDUCE_LANES / 2
           << ", " << QDC_REDUCE_LANES;
  if (limits.blockThreads == 0 || limits.blockThreads > QDC_GPU_MAXIMUM_BLOCK ||
      limits.blockThreads % QDC_REDUCE_LANES != 0)
    return module.emitError("blocks of up to ")
           << limits.blockThreads << " threads are not supported; accepted: "
           << "multiples of " << QDC_REDUCE_LANES << " up to " << QDC_GPU_MAXIMUM_BLOCK;
  if (limits.parameters > QDC_GPU_MAXIMUM_PARAMETERS)
    return module.emitError("entry points with ") << limits.parameters << " parameters are not supported; accepted: up "
                                                  << "to " << QDC_GPU_MAXIMUM_PARAMETERS;
  return success();
}

LogicalResult lowerTasksToGrid(ModuleOp module, const TasksToGridOptions &options) {
  if (failed(verifyLimits(module, options.limits)))
    return failure();
  SymbolTableCollection symbols;
  SmallVector<qd::TaskOp> tasks(module.getOps<qd::TaskOp>());
  // Globals reach tasks as slots, all but those of workgroup memory.
  auto isGone = [](Operation &op) {
    auto global = dyn_cast<memref::GlobalOp>(op);
    return isa<qd::KernelOp>(op) || (global && !gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(global.getType()));
  };
  auto lowerInLoop = [&](qd::TaskOp task, WorkgroupMemory &workgroup, const TasksOfLoop *loop) {
    return lowerBody(task, workgroup, symbols, options, loop);
  };
  if (failed(lowerLoops(module, options.loops, options.limits, lowerInLoop)))
    return failure();
  for (qd::TaskOp task : tasks)
    if (failed(lowerTask(task, symbols, options)))
      return failure();
  for (Operation &op : llvm::make_early_inc_range(module.getOps()))
    if (isGone(op))
      op.erase();
  return success();
}

ConvertTasksToGridOptions optionsFor(const GridLimits &limits) {
  ConvertTasksToGridOptions options;
  options.parameters = limits.parameters;
  options.blockThreads = limits.blockThreads;
  options.workgroupBytes = limits.workgroupBytes;
  options.subgroupWidth = limits.subgroupWidth;
  options.windows = limits.windows;
  return options;
}

namespace {

struct ConvertTasksToGrid : impl::ConvertTasksToGridBase<ConvertTasksToGrid> {
  using ConvertTasksToGridBase::ConvertTasksToGridBase;

  void runOnOperation() override {
    SmallVector<qd::LoopStrategy> strategies;
    for (const std::string &name : loops) {
      std::optional<qd::LoopStrategy> strategy = qd::symbolizeLoopStrategy(name);
      if (!strategy) {
        getOperation().emitError() << "there is no code for loops by the strategy '" << name
                                   << "'; accepted: 'block', 'grid', 'graph'";
        return signalPassFailure();
      }
      strategies.push_back(*strategy);
    }
    const GridLimits limits = {.parameters = parameters,
                               .blockThreads = blockThreads,
                               .workgroupBytes = workgroupBytes,
                               .subgroupWidth = subgroupWidth,
                               .windows = windows};
    if (failed(lowerTasksToGrid(getOperation(), {contract, limits, reducesSubgroups, strategies})) ||
        failed(verifyGrid(getOperation())))
      signalPassFailure();
  }
};

} // namespace

} // namespace qdc
