//===- Passes.td - The pass from tasks to grids ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_GPU_PASSES_TD
#define QDC_LOWERING_GPU_PASSES_TD

include "qdc/Lowering/Common/PassOptions.td"

include "mlir/Pass/PassBase.td"

def ConvertTasksToGrid : Pass<"convert-tasks-to-grid", "::mlir::ModuleOp"> {
  let summary = "spread the iterations of tasks over the threads of a GPU";
  let description = [{
    Runs after `qd-expand-task-parameters="check-errors"` and `qd-number-sites`,
    for any GPU, within its limits (GridLimits.h). Each task becomes two functions: a body that runs all iterations,
    whatever the grid, and an entry point as KernelABI.h describes it, which calls
    the body (TasksToGrid.h); loops of a kernel's graph may get entry points of
    their own, one for each strategy (LoopEntry.h, LoopEnd.h). Kernels and globals
    are gone: the image has no state. Afterwards the module holds what `verifyGrid` accepts.
  }];
  let options =
      [contractOption,
       Option<"subgroupWidth", "subgroup-width", "unsigned", "GridLimits().subgroupWidth",
              "threads of a subgroup: 32, 64, or 0 where no width is guaranteed">,
       Option<"blockThreads", "block-threads", "unsigned", "GridLimits().blockThreads", "the most threads of a block">,
       Option<"parameters", "parameters", "unsigned", "GridLimits().parameters",
              "the most slots that are passed by value">,
       Option<"workgroupBytes", "workgroup-bytes", "unsigned", "GridLimits().workgroupBytes",
              "the most bytes that the threads of a block share">,
       Option<"windows", "windows", "bool", "GridLimits().windows",
              "neighbouring iterations of a thread become one block of statements">,
       Option<"reducesSubgroups", "reduces-subgroups", "bool", "false",
              "the device has an instruction for the largest number among the active threads of a subgroup">,
       ListOption<"loops", "loops", "std::string",
                  "make entry points for loops of graphs too, by these strategies: block, grid, which run all "
                  "of one, and graph, which end its iterations; without subgroups block alone">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::qdc::qd::QDDialect"];
}

#endif // QDC_LOWERING_GPU_PASSES_TD
