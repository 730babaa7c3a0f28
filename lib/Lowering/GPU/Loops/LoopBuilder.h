//===- LoopBuilder.h - Pieces of the code of loops --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the code of a whole loop (LoopControl.h) and that of the end of an
// iteration (LoopEnd.h) are made of: calls of tasks, decisions, and what these
// read and write.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPS_LOOPBUILDER_H
#define QDC_LIB_LOWERING_GPU_LOOPS_LOOPBUILDER_H

#include "LoopParameters.h"
#include "qdc/Lowering/Common/I64Builder.h"

namespace qdc {

class LoopBuilder {
protected:
  /// Creates at the insertion point of `builder`, in `entry`, which has the parameters.
  LoopBuilder(mlir::OpBuilder &builder, const LoopSource &source, const LoopParameters &parameters,
              mlir::func::FuncOp entry);

  /// Sets `block`, `blocks` and `thread`.
  void createPlace();

  void callBody(const LoopBody &body, mlir::Value block, mlir::Value blocks, mlir::Value thread);
  /// What the body takes, for a thread of this place.
  llvm::SmallVector<mlir::Value> argumentsOf(const LoopBody &body, mlir::Value block, mlir::Value blocks,
                                             mlir::Value thread);
  /// Runs them one after the other, in a subgroup, or alone where there are none, as thread `thread` of it.
  void runSerialTasks(mlir::ArrayRef<const LoopBody *> tasks, mlir::Value thread);

  /// What a qd.graph_while decides after so many iterations. `isFirst` is true in the thread that alone writes; `stop`
  /// is the stop word, or null where the caller looks at that.
  mlir::Value decideWhile(qd::GraphWhileOp loop, mlir::Value iterations, mlir::Value stop, mlir::Value isFirst);
  /// The same of a qd.graph_do_while, with its maximum, or null.
  mlir::Value decideDoWhile(qd::GraphDoWhileOp loop, mlir::Value iterations, mlir::Value maximum, mlir::Value stop,
                            mlir::Value isFirst);
  /// Whether the launch's maximum allows another iteration; else, if it is `wanted`, the launch fails.
  mlir::Value checkLaunchMaximum(mlir::Operation *loop, mlir::Value wanted, mlir::Value iterations,
                                 mlir::Value isFirst);
  mlir::Value loadStopWord();
  /// Where the word says so, the launch fails; if there is `wanted`, only where that is true.
  void failIfStopped(mlir::Value word, mlir::Value isFirst, mlir::Operation *loop, mlir::Value iterations,
                     mlir::Value wanted = {});
  /// Where `condition` holds, the launch fails; `isFirst` is the thread that says so.
  void fail(mlir::Value condition, mlir::Value isFirst, uint32_t code, mlir::Operation *loop, mlir::Value value);

  /// Of a word that is known, or that the memory has.
  mlir::Value readCondition(uint64_t offset);
  mlir::Value readFlag(qd::SlotAttr flag);
  void storeWord(uint64_t offset, mlir::Value value);

  void ifTrue(mlir::Value condition, llvm::function_ref<void()> create);
  mlir::Value constant(bool value) { return mlir::arith::ConstantIntOp::create(builder, location, value, 1); }
  mlir::Value both(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::AndIOp>(location, lhs, rhs);
  }
  mlir::Value parameter(qd::SlotAttr slot, mlir::Type type = {}) {
    return entry.getArgument(*parameters.find(slot, type));
  }

  mlir::OpBuilder &builder;
  const LoopSource &source;
  const LoopParameters &parameters;
  mlir::func::FuncOp entry;
  mlir::Location location;
  I64Builder i64;
  mlir::Value words, record, stopWord;
  mlir::Value block, blocks, thread;
  /// Whether the launch goes on: i1.
  mlir::Value isFine;
  /// Tasks of the loop write to the record.
  bool tasksMayFail = false;
  /// The known words, as far as they have been computed, i64. One that is computed in a region is read only there.
  llvm::DenseMap<uint64_t, mlir::Value> known;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LOOPS_LOOPBUILDER_H
