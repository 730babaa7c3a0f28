//===- LoopControl.h - The code of an entry point of a loop -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes of the graph are created one after the other. In between it is known what
// was read and written since the last barrier by tasks of all threads (`pending`),
// and which serial tasks wait for the next barrier (`queue`).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPCONTROL_H
#define QDC_LIB_LOWERING_GPU_LOOPCONTROL_H

#include "LoopAccesses.h"
#include "LoopParameters.h"
#include "qdc/Lowering/Common/I64Builder.h"

namespace qdc {

class LoopControl {
public:
  /// Creates at the insertion point of `builder`, in `entry`, which has the parameters.
  LoopControl(mlir::OpBuilder &builder, const LoopSource &source, const LoopParameters &parameters,
              mlir::func::FuncOp entry);

  void create();

private:
  /// What a barrier decides in its body.
  struct Decision {
    /// Gives an i1: control goes on. `isFirst` is true in the thread that alone writes. Null: there is nothing to
    /// decide.
    llvm::function_ref<mlir::Value(mlir::Value isFirst)> decide;
    bool mayFail = false; // it may call fail()
    /// What the barrier does besides, where all threads know by themselves how control goes on. Null: nothing.
    llvm::function_ref<void(mlir::Value isFirst)> act = {};
  };

  void createNodes(mlir::Region &region);
  void createNodes(mlir::Block::iterator begin, mlir::Block::iterator end);
  void createNode(mlir::Operation *node);
  void createTask(const GridBody &body);
  /// Runs a task that computes words in each thread.
  void computeWords(const GridBody &body);
  /// Decides at the barrier ahead of the lastTasks() where there is one anyway: that at the end then has no body, which
  /// saves two trips to the memory.
  void createDoWhile(qd::GraphDoWhileOp loop);
  /// The first of the parallel tasks at the end of `body`, none of which touches the flag or may fail; the end of the
  /// body: there are none.
  mlir::Block::iterator lastTasks(mlir::Block &body, const LoopAccesses &flag) const;
  /// Whether a parallel task needs the serial tasks that wait for the next barrier.
  bool waitsForQueue(mlir::Operation &launch) const;
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
  /// One that decides nothing, if something waits for it.
  void settle();
  bool isSettled() const { return pending.isEmpty() && queue.empty(); }
  /// In the body of a barrier.
  void runQueue(mlir::Value thread);
  void callBody(const GridBody &body, mlir::Value block, mlir::Value blocks, mlir::Value thread);
  /// What the body takes, for a thread of this place.
  llvm::SmallVector<mlir::Value> argumentsOf(const GridBody &body, mlir::Value block, mlir::Value blocks,
                                             mlir::Value thread);

  /// What a qd.graph_while decides after so many iterations.
  mlir::Value decideWhile(qd::GraphWhileOp loop, mlir::Value iterations, mlir::Value isFirst);
  mlir::Value decideDoWhile(qd::GraphDoWhileOp loop, mlir::Value iterations, mlir::Value maximum, mlir::Value isFirst);
  /// Whether the launch's maximum allows another iteration; else, if it is `wanted`, the launch fails.
  mlir::Value checkLaunchMaximum(mlir::Operation *loop, mlir::Value wanted, mlir::Value iterations,
                                 mlir::Value isFirst);

  // A stop is found in the bodies of barriers, by the thread that decides; what fail() does tells the others.
  mlir::Value loadStopWord();
  /// The stop word in the iteration `first` and each pollInterval-th after it, else 0. To be created ahead of what the
  /// decision loads, which then takes its time along with this.
  mlir::Value pollStopWord(mlir::Value iterations, int64_t first);
  /// Where the word says so, the launch fails.
  void failIfStopped(mlir::Value word, mlir::Value isFirst, mlir::Operation *loop, mlir::Value iterations);
  /// At the end of an iteration of a loop that has nothing to do or to ask in the body of a barrier: what settle()
  /// does, and, in one of pollInterval iterations, a barrier that looks at the word.
  void settleAndPoll(mlir::Operation *loop, mlir::Value iterations);

  /// Of a word that is known, or that the memory has.
  mlir::Value readCondition(uint64_t offset);
  mlir::Value readFlag(qd::SlotAttr flag);
  void storeWord(uint64_t offset, mlir::Value value);
  /// Adds to the count of a loop that has one. In the grid's first thread, outside of barriers.
  void addToCount(std::optional<uint64_t> offset, mlir::Value wasFine, mlir::Value iterations);
  mlir::Value evaluate(const SizeExpr &size);
  /// Where `condition` holds, the launch fails; `isFirst` is the thread that says so.
  void fail(mlir::Value condition, mlir::Value isFirst, uint32_t code, mlir::Operation *loop, mlir::Value value);
  void ifTrue(mlir::Value condition, llvm::function_ref<void()> create);

  mlir::Value constant(bool value) { return mlir::arith::ConstantIntOp::create(builder, location, value, 1); }
  mlir::Value both(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::AndIOp>(location, lhs, rhs);
  }
  mlir::Value parameter(qd::SlotAttr slot) { return entry.getArgument(*parameters.find(slot)); }

  mlir::OpBuilder &builder;
  const LoopSource &source;
  const LoopParameters &parameters;
  mlir::func::FuncOp entry;
  mlir::Location location;
  I64Builder i64;
  mlir::Value words, record, stopWord;
  mlir::Value block, blocks, thread, isGridsFirst;
  /// Whether tasks do something: i1, alike in a block, and from the first barrier on in all threads.
  mlir::Value isFine;
  /// Tasks of the loop write to the record, so that barriers look at it.
  bool tasksMayFail = false;
  LoopAccesses pending, queued;
  llvm::SmallVector<const GridBody *> queue;
  /// The known words, as far as they have been computed, i64. One that is computed in a region is read only there.
  llvm::DenseMap<uint64_t, mlir::Value> known;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LOOPCONTROL_H
