//===- LoopEntry.h - An entry point that runs a whole loop ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of a kernel's graph, with all loops, branches and tasks in it, as one
// entry point: no launch and no host between two tasks. Tasks are bodies as in
// entry points of their own. Between two of them that depend on each other stands
// a qd.grid_barrier. A serial task runs in the body of the next barrier, and so
// does what decides about a loop or branch, so that all threads learn the same;
// what every thread knows by itself (LoopWords.h) needs no barrier:
//
//   qd.graph_do_while flag <array(1)> {      scf.while (%n = 0) {
//     qd.launch @step.0                        call @step.0.grid.body(..., %block, %blocks, %thread)
//     qd.launch @step.1   // serial            %again = qd.grid_barrier {
//   }                                            call @step.1.grid.body(..., 0, 1, %lane)
//                                                qd.grid_barrier_end (*flag != 0)
//                                              }
//                                              scf.condition(%again) ...
//
// In a grid each block may run serial tasks for itself instead, after a barrier
// without a body (RepeatableTasks.h).
//
// Where no subgroup width is guaranteed, one thread runs the bodies of barriers, and
// with them serial tasks. One that combines the partials of a reduction, for which
// threads fold together, is run by all threads of the block like a parallel one.
//
// What decides about a loop also looks at the stream's stop word, once in a while.
// A barrier at which the launch may fail gives all threads whether it has: tasks
// then do nothing, and loops end. All threads execute the same barriers whatever
// happens, or the next launch would find the barriers' words in disorder.
//
// The first thread counts the iterations of each loop, from 0 in each launch of
// the entry point.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPS_LOOPENTRY_H
#define QDC_LIB_LOWERING_GPU_LOOPS_LOOPENTRY_H

#include "LoopWords.h"

namespace qdc {

/// A loop of a kernel's graph, and the bodies for one strategy.
struct LoopSource {
  qd::KernelOp kernel;
  mlir::Operation *node = nullptr; // the loop
  uint32_t number = 0;             // of the node, in pre-order
  mlir::StringAttr kernelName;     // in the manifest
  qd::LoopStrategy strategy = qd::LoopStrategy::grid;
  uint32_t blockThreads = 0;
  GridLimits limits;
  llvm::MapVector<mlir::StringAttr, LoopBody> bodies; // by the symbols of the tasks, in the order of the graph
  LoopWords words;                                    // which the bodies take as parameters
  mlir::ArrayRef<mlir::memref::GlobalOp> globals;     // of the module, by their numbers
};

/// The threads of a block in an entry point that runs these tasks in a loop, or none where the loop can't have one:
/// tasks ask for blocks of different sizes, or of a part of the threads that reduce together.
std::optional<uint32_t> blockThreadsOfLoop(mlir::ArrayRef<qd::TaskOp> tasks, const GridLimits &limits);

struct LoopParameters;

/// Creates the entry point `name` at the insertion point, with the parameters and no statement; what `builder` creates
/// then stands in it.
mlir::func::FuncOp createEntryOfLoop(mlir::OpBuilder &builder, const LoopSource &source,
                                     const LoopParameters &parameters, qd::LaunchAttr launch, mlir::StringRef name);

/// Creates the entry point `name`, before `kernel`. Erases the bodies of `source.words.tasks`, which it has in itself.
mlir::func::FuncOp createLoopEntry(const LoopSource &source, mlir::StringRef name);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LOOPS_LOOPENTRY_H
