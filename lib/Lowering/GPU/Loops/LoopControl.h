//===- LoopControl.h - The code of an entry point of a loop -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes of the graph are created one after the other. Kept in between: what was
// read and written since the last barrier by tasks of all threads (`pending`), and
// which serial tasks the next barrier is to run (`queue`).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPS_LOOPCONTROL_H
#define QDC_LIB_LOWERING_GPU_LOOPS_LOOPCONTROL_H

#include "LoopBuilder.h"
#include "TaskAccesses.h"

namespace qdc {

class LoopControl : LoopBuilder {
public:
  /// Creates at the insertion point of `builder`, in `entry`, which has the parameters.
  LoopControl(mlir::OpBuilder &builder, const LoopSource &source, const LoopParameters &parameters,
              mlir::func::FuncOp entry);

  void create();

private:
  /// What a barrier decides in its body.
  struct Decision {
    /// Gives an i1: control goes on. `isFirst` is true in the one thread that writes. Null: there is nothing to
    /// decide.
    llvm::function_ref<mlir::Value(mlir::Value isFirst)> decide;
    bool mayFail = false; // it may call fail()
    /// What the body of the barrier does besides, where each thread computes by itself how control goes on. Null:
    /// nothing.
    llvm::function_ref<void(mlir::Value isFirst)> act = {};
  };

  void createNodes(mlir::Region &region);
  void createNodes(mlir::Block::iterator begin, mlir::Block::iterator end);
  void createNode(mlir::Operation *node);
  void createTask(qd::LaunchOp launch);
  /// Runs a task that computes words in each thread.
  void computeWords(const LoopBody &body);
  /// Decides at the barrier before the lastTasks() where there is one anyway: that at the end then has no body, which
  /// saves two trips to the memory.
  void createDoWhile(qd::GraphDoWhileOp loop);
  /// The first of the parallel tasks at the end of `body`, none of which touches the flag or may fail; the end of the
  /// body: there are none.
  mlir::Block::iterator lastTasks(mlir::Block &body, const TaskAccesses &flag) const;
  /// Whether a parallel task conflicts with the serial tasks of the queue.
  bool waitsForQueue(mlir::Operation &launch) const;
  const LoopBody &bodyOf(qd::LaunchOp launch) const {
    return source.bodies.find(launch.getTaskAttr().getAttr())->second;
  }
  void createWhile(qd::GraphWhileOp loop);
  void createRepeat(qd::GraphRepeatOp loop);
  void createBranch(qd::GraphIfOp branch);
  /// A loop over some values that runs while the second one, alike in all threads, is true. `iterate` creates the body
  /// and gives their next ones. Gives those that it ends with.
  llvm::SmallVector<mlir::Value>
  createLoop(llvm::SmallVector<mlir::Value> start,
             llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange state)> iterate);

  /// A barrier that runs the queue and then decides. Gives what it decided: false once the launch has failed.
  mlir::Value createBarrier(const Decision &decision);
  /// The word of a counter, if it has one that has to be in memory.
  std::optional<uint64_t> wordInMemory(std::optional<uint64_t> word) const;
  /// A barrier that decides nothing; none if nothing is pending and no task is queued.
  void settle();
  bool isSettled() const { return pending.isEmpty() && queue.empty(); }
  /// In the body of a barrier.
  void runQueue(mlir::Value thread);

  // Before parallel tasks each block may run the queue for itself (RepeatableTasks.h).
  /// Whether it does before these nodes: no task of all threads writes until the next barrier what the queue uses.
  bool blocksMayRunQueue(mlir::Block::iterator next, mlir::Block::iterator end) const;
  /// Creates a barrier that the queue does not run at.
  void meetAheadOfQueue(llvm::function_ref<void()> meet);
  /// In each block; nothing is pending. Gives what `decide`, unless null, decides as in a Decision.
  mlir::Value runQueueInBlocks(llvm::function_ref<mlir::Value(mlir::Value isFirst)> decide);
  /// The end of an iteration that is decided about before the tasks `last`, in each block.
  mlir::Value decideInBlocks(qd::GraphDoWhileOp loop, mlir::Value iterations, mlir::Value maximum);

  // A stop is found in the bodies of barriers, by the thread that decides; what fail() does tells the others.
  /// The stop word in the iteration `first` and each pollInterval-th after it, else 0. To be created before what the
  /// decision loads, which then takes its time along with this.
  mlir::Value pollStopWord(mlir::Value iterations, int64_t first);
  /// For a loop that has nothing to do or to ask in the body of a barrier: what settle() does, and, in one of
  /// pollInterval iterations, the one that is `first` or as many later, a barrier that looks at the word.
  void settleAndPoll(mlir::Operation *loop, mlir::Value iterations, int64_t first);

  /// Adds to the count of a loop that has one. In the grid's first thread, outside of barriers.
  void addToCount(std::optional<uint64_t> offset, mlir::Value wasFine, mlir::Value iterations);
  mlir::Value evaluate(const SizeExpr &size);

  // `isFine` says whether tasks do something: alike in a block, and from the first barrier on in all threads. Where
  // `tasksMayFail`, barriers look at the record.
  mlir::Value isGridsFirst;
  TaskAccesses pending, queued;
  llvm::SmallVector<const LoopBody *> queue;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LOOPS_LOOPCONTROL_H
