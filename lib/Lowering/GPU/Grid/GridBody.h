//===- GridBody.h - A task on its way to a grid of threads ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the steps of the lowering share about one task, and which of them may change
// what:
//
//     GridBody::create                  the function, its parameters, the threads that work together, a first shape
//     steps of ConvertTasksToGrid.cpp   statements of the function, in the loop and around it
//     aggregateAtomics                  the shape: blocks leave as a whole, a resident grid, the threads of a block
//     lowerGridLoop                     dissolves the loop; the rest of the shape; the partials that were combined
//     ---- nothing changes after finishLowering, but for the parameters that LoopBody adds ----
//     createGridEntry, or the entry     read it
//     point of a loop (Loops)
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_GRID_GRIDBODY_H
#define QDC_LIB_LOWERING_GPU_GRID_GRIDBODY_H

#include "GridBuilder.h"
#include "WorkgroupMemory.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/GridLimits.h"
#include "qdc/Lowering/Common/Reports.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// How a loop runs the tasks in it.
struct TasksOfLoop {
  uint32_t blockThreads = 0; // 0: as many as suit a task
};

/// The function that runs all iterations of a task, whatever the grid.
class GridBody {
public:
  /// Creates the function of `task`, `<task>.body`, with the task's body in it (its qd.for still there), for the blocks
  /// of `loop` or as many threads as suit the task, within the limits. In a loop, a serial task takes one subgroup at
  /// most; without one, it takes a block where it combines partials, and in a loop too where no subgroup width is
  /// guaranteed. Parameters that may overlap others keep qd.may_alias. What its threads share comes from `workgroup`,
  /// which the tasks of a loop have in common, and which must live until finishLowering. Where no subgroup folds the
  /// values of a reduction, room for them is reserved there. Fails, with an error at the task, if a parameter is not
  /// what `qd-expand-task-parameters` leaves, or, at the op, if there is no such room, or a qd.combine_partials stands
  /// after an effect.
  static mlir::FailureOr<GridBody> create(qd::TaskOp task, const GridLimits &limits, WorkgroupMemory &workgroup,
                                          mlir::SymbolTableCollection &symbols, const TasksOfLoop *loop = nullptr);

  //===--------------------------------------------------------------------===//
  // What `create` finds, which stays
  //===--------------------------------------------------------------------===//

  /// Has the parameters of the task, and then a thread's place: its block, the blocks of the grid, and the thread in
  /// its block, all i64.
  mlir::func::FuncOp function() const { return facts.function; }
  mlir::Value block() const { return facts.block; }
  mlir::Value blocks() const { return facts.blocks; }
  mlir::Value thread() const { return facts.thread; }
  /// The task has no parallel loop.
  bool isSerial() const { return facts.isSerial; }

  /// An entry point of a whole loop runs the task, in blocks of a size that the loop gave.
  bool isOfLoop() const { return facts.isOfLoop; }

  /// Where each parameter of the task comes from.
  llvm::ArrayRef<qd::SlotAttr> slots() const { return facts.slots; }
  /// The parameter of this kind; null where the task has none.
  mlir::Value workspace() const { return facts.workspace; }
  const ReportBuffers &reports() const { return facts.reports; }
  /// Byte offsets in the workspace for the values of a reduction's blocks.
  llvm::ArrayRef<int64_t> partials() const { return facts.partials; }

  const GridLimits &limits() const { return facts.limits; }
  /// What the threads of a block share. The caller of `create` owns it, so it may be asked for until finishLowering.
  WorkgroupMemory &workgroup() const {
    assert(facts.workgroup && "the lowering is finished");
    return *facts.workgroup;
  }
  /// The types of the values that the task folds through workgroup memory and can't fold otherwise; none where
  /// subgroups fold.
  llvm::ArrayRef<mlir::Type> foldedTypes() const { return facts.foldedTypes; }
  /// Threads of a subgroup in which the task may fold values; 0: no width is guaranteed, or blocks fold as a whole.
  unsigned subgroupWidth() const { return facts.subgroupWidth; }
  /// That of the device, also where blocks fold as a whole.
  unsigned deviceSubgroupWidth() const { return facts.limits.subgroupWidth; }
  /// Threads that reduce together: a subgroup, or, where there are none, as many as the rule has lanes.
  unsigned reducingThreads() const { return qd_reducing_threads(facts.subgroupWidth); }
  /// A serial task, whose partials all threads of a block load for the subgroup that combines them.
  bool combinesAsBlock() const { return facts.combinesAsBlock; }

  GridBuilder grid(mlir::OpBuilder &builder, mlir::Location location) const {
    return {builder, location, facts.subgroupWidth};
  }

  //===--------------------------------------------------------------------===//
  // What the steps decide, up to finishLowering
  //===--------------------------------------------------------------------===//

  /// The parallel loop of a parallel task until it is lowered; null in a serial task.
  qd::ForOp loop() const { return parallelLoop; }

  /// How the entry point is launched: what becomes its qd::LaunchAttr.
  struct Shape {
    uint32_t blockThreads = 0, threadsPerIteration = 1, iterationsPerThread = 1;
    qd::SlotPassing slotPassing = qd::SlotPassing::values;
    qd::GridSize grid = qd::GridSize::iterations;
  };
  const Shape &shape() const { return launchShape; }
  /// For aggregateAtomics, before anything asks for the threads of a block.
  void setBlockThreads(uint32_t threads);
  /// For aggregateAtomics and lowerReduction.
  void setGrid(qd::GridSize grid);
  /// For lowerReduction, before it creates the loops over the rule's blocks.
  void setThreadsPerIteration(uint32_t threads);
  /// For the lowering of plain loops.
  void setIterationsPerThread(uint32_t iterations);

  /// The body holds barriers of a block, so that the threads of a block enter it together: where the launch has failed,
  /// either all of them leave it out or none does.
  bool exitsPerBlock() const { return hasBlockBarriers; }
  /// For the steps that create such barriers.
  void setExitsPerBlock();

  /// Byte offsets in the workspace of the partials that a serial task combines.
  llvm::ArrayRef<int64_t> combined() const { return combinedPartials; }
  /// For lowerCombinePartials.
  void addCombined(int64_t offset);

  /// For lowerGridLoop: the loop is gone, what was decided is final, and workgroup memory is no longer referred to.
  void finishLowering();

  /// The place of a thread among groups of threadsPerIteration threads, i64 all of them.
  struct GroupPlace {
    mlir::Value group, groupCount;
    mlir::Value lane; // the thread in its group
  };
  GroupPlace place(mlir::OpBuilder &builder, mlir::Location location) const;

private:
  struct Facts {
    mlir::func::FuncOp function;
    mlir::Value block, blocks, thread;
    bool isSerial = false, isOfLoop = false, combinesAsBlock = false;
    llvm::SmallVector<qd::SlotAttr> slots;
    mlir::Value workspace;
    ReportBuffers reports;
    llvm::SmallVector<int64_t> partials;
    GridLimits limits;
    WorkgroupMemory *workgroup = nullptr; // until finishLowering
    llvm::SmallVector<mlir::Type> foldedTypes;
    unsigned subgroupWidth = 0;
  };
  GridBody(Facts facts, qd::ForOp loop, const Shape &shape)
      : facts(std::move(facts)), parallelLoop(loop), launchShape(shape) {}

  Facts facts;
  qd::ForOp parallelLoop;
  Shape launchShape;
  bool hasBlockBarriers = false, isLowered = false;
  llvm::SmallVector<int64_t> combinedPartials;
};

/// The types, as they lie in memory, of the values that threads of a block fold together in `task`: the results of a
/// reduction, or what its qd.combine_partials give. None for other tasks.
llvm::SmallVector<mlir::Type> typesOfFolds(qd::TaskOp task);

/// A value of each type for each of `threads` threads.
llvm::SmallVector<WorkgroupMemory::Wanted> perThread(llvm::ArrayRef<mlir::Type> types, unsigned threads);

/// Whether `condition` holds in all threads of a block. All of them execute it together: it is a barrier.
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
