//===- GridBody.h - A task on its way to a grid of threads ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the steps of the lowering share about one task. createGridBody makes it;
// then the steps run in the order of ConvertTasksToGrid.cpp; createGridEntry
// comes last, when it is known how the task must be launched.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_GRID_GRIDBODY_H
#define QDC_LIB_LOWERING_GPU_GRID_GRIDBODY_H

#include "GridBuilder.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/Reports.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// The function that runs all iterations of a task, whatever the grid.
struct GridBody {
  /// Has the parameters of the task, then a thread's place: its block, the blocks of the grid, and the thread in its
  /// block, and then `words`, all i64.
  mlir::func::FuncOp function;
  mlir::Value block, blocks, thread;
  /// The parallel loop of a parallel task, until lowerGridLoop dissolves it; null in a serial task.
  qd::ForOp loop;
  bool isSerial = false;

  /// The task's name, or that of the loop that runs it: tasks that have it alike run one after the other.
  std::string workgroupName;
  bool isOfLoop = false;

  /// Where each parameter of the task comes from.
  llvm::SmallVector<qd::SlotAttr> slots;
  /// The parameter of this kind; null where the task has none.
  mlir::Value workspace;
  ReportBuffers reports;
  /// The words of the workspace, by their byte offsets, that a loop gives as values (LoopWords.h).
  llvm::SmallVector<uint64_t> words;
  /// Byte offsets in the workspace for the values of a reduction's blocks.
  llvm::SmallVector<int64_t> partials;
  /// The same of the values that a serial task combines.
  llvm::SmallVector<int64_t> combined;

  /// How the entry point is launched, as chosen so far: what becomes its qd::LaunchAttr.
  struct Shape {
    uint32_t blockThreads = 0, threadsPerIteration = 1, iterationsPerThread = 1;
    qd::SlotPassing slotPassing = qd::SlotPassing::values;
    qd::GridSize grid = qd::GridSize::iterations;
  };
  Shape shape;
  /// Threads that run in step; 0: there is no number that one could rely on, or blocks fold as a whole.
  unsigned subgroupWidth;
  /// Those of the device, also where blocks fold as a whole.
  unsigned deviceSubgroupWidth;
  /// Threads that reduce together: a subgroup, or, where there are none, as many as the rule has lanes.
  unsigned reducingThreads() const { return qd_reducing_threads(subgroupWidth); }
  /// Partials come to the subgroup that combines them through all threads of its block.
  bool combinesAsBlock = false;
  /// The threads of a block come together in it: they leave a failed launch together or not at all.
  bool leavesAsBlocks = false;

  GridBuilder grid(mlir::OpBuilder &builder, mlir::Location location) const {
    return {builder, location, subgroupWidth};
  }

  /// The place of a thread among groups of threadsPerIteration threads, i64 all of them.
  struct GroupPlace {
    mlir::Value group, groupCount;
    mlir::Value lane; // the thread in its group
  };
  GroupPlace place(mlir::OpBuilder &builder, mlir::Location location) const;
};

/// How a loop runs the tasks in it.
struct TasksOfLoop {
  uint32_t blockThreads = 0; // 0: as many as suit a task
  mlir::StringRef name; // the loop's
};

/// Creates the function of `task`, `<task>.body`, with the task's body in it (its qd.for still there), for the blocks
/// of `loop` or as many threads as suit the task. In a loop, a serial task takes one subgroup at most; without one, it
/// takes a block where it combines partials.
/// Parameters that may overlap others keep qd.may_alias. Fails, with an error at the task, if a parameter is not what
/// `qd-expand-task-parameters` leaves, or, at the op, if a qd.combine_partials stands after an effect.
mlir::FailureOr<GridBody> createGridBody(qd::TaskOp task, unsigned subgroupWidth, mlir::SymbolTableCollection &symbols,
                                         const TasksOfLoop *loop = nullptr);

/// Whether `condition` holds in all threads of a block, which come here together.
mlir::Value holdsInBlock(mlir::OpBuilder &builder, mlir::Location location, mlir::Value condition);

/// The thread's place as a body takes it: block, blocks, thread.
llvm::SmallVector<mlir::Value> createPlace(mlir::OpBuilder &builder, mlir::Location location, uint32_t blockThreads);

/// Creates the entry point of `task`, which has its parameters and calls the body. With an error record it does nothing
/// where an iteration of the launch has failed before.
void createGridEntry(const GridBody &body, qd::TaskOp task);

/// The last qd.combine_partials of a serial task, up to which a subgroup works together; null if it has none.
qd::CombinePartialsOp lastCombine(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_GRID_GRIDBODY_H
