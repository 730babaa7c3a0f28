//===- KnownWords.h - Words that follow from counters -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control reads its conditions and bounds from words, which serial tasks write, so
// that any device can decide. Where such a word follows from the kernel's arguments
// and from counters of loops around, as of `step % every == 0`, who leads these
// loops need not ask the device for it, nor run a task that does nothing else.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_KNOWNWORDS_H
#define QDC_ANALYSIS_KNOWNWORDS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc {

/// A word by which branches, counted loops or maximums decide.
struct KnownTaskWord {
  uint64_t word = 0;
  SizeExpr value;      // over arguments, and words of counters of loops around the task
  qd::TaskOp task;     // the one thing that writes it
  bool isSpare = false; // the task reads no other words and does nothing but write such ones, which control alone reads
};

/// Those of an offloaded kernel, whose tasks these are, as they are before their lowering. Words ascend.
llvm::SmallVector<KnownTaskWord> findKnownWords(qd::KernelOp kernel, llvm::ArrayRef<qd::TaskOp> tasks);

} // namespace qdc

#endif // QDC_ANALYSIS_KNOWNWORDS_H
