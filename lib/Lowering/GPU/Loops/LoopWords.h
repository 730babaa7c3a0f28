//===- LoopWords.h - Words that all threads of a loop know ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tasks and control hand each other values in words of the workspace. In an entry
// point that runs a whole loop, a word in memory costs a barrier between the one
// thread that writes it and all that read it. Many words need no memory: a counter,
// and what a serial task computes of counters, arguments and such words, is the
// same in each thread that computes it, so each thread does.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPS_LOOPWORDS_H
#define QDC_LIB_LOWERING_GPU_LOOPS_LOOPWORDS_H

#include "../Grid/GridBody.h"

namespace qdc {

/// Words are named by their byte offsets in the workspace.
struct LoopWords {
  /// Read in the loop and written nowhere in it.
  llvm::SmallSetVector<uint64_t, 4> constant;
  /// Each has one node of the loop that writes it, a counted loop or one of `tasks`, before all that read it in the
  /// same iteration. Nothing outside of the loop reads it.
  llvm::SmallDenseSet<uint64_t, 4> computed;
  /// Serial tasks, by their symbols, that do nothing but compute such words.
  llvm::SmallDenseSet<mlir::StringAttr, 4> tasks;

  bool isKnown(uint64_t word) const { return computed.contains(word) || constant.contains(word); }
};

/// Of the loop `loop` of `kernel`, whose tasks are as they are before their lowering.
LoopWords findLoopWords(qd::KernelOp kernel, mlir::Operation *loop,
                        llvm::function_ref<qd::TaskOp(qd::LaunchOp)> taskOf);

/// The body of a task of a loop, which takes the known words that it reads as further parameters (i64).
class LoopBody : public GridBody {
public:
  /// Adds the parameters to the function of `body`, whose lowering is finished and whose accesses are flat.
  LoopBody(GridBody body, const LoopWords &words);
  /// The words, by their byte offsets, in the order of the parameters.
  llvm::ArrayRef<uint64_t> words() const { return wordParameters; }

private:
  llvm::SmallVector<uint64_t> wordParameters;
};

/// The word that `array[index]` is, if `array` is this workspace.
std::optional<uint64_t> wordAt(mlir::Value array, mlir::Value index, mlir::Value workspace);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LOOPS_LOOPWORDS_H
