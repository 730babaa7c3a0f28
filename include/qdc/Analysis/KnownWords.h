//===- KnownWords.h - Words that follow from counters -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control reads its conditions and bounds from words, which serial tasks write, so
// that it can run on any device. Where such a word is a function of the kernel's
// arguments and of counters of the loops around it, as in `step % every == 0`, a
// host that runs these loops computes it without a copy from the device, and need
// not run a task that computes nothing else.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_KNOWNWORDS_H
#define QDC_ANALYSIS_KNOWNWORDS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc {

/// A word that is the condition of a branch, or a bound, step or maximum of a loop.
struct KnownTaskWord {
  uint64_t word = 0;
  SizeExpr value;      // over arguments, and words of counters of loops around the task
  qd::TaskOp task;     // its only writer
  bool isSpare = false; // the task reads no other words and only writes such words, which control alone reads
};

/// Those of an offloaded kernel, whose tasks these are, as they are before their lowering. Words ascend.
llvm::SmallVector<KnownTaskWord> findKnownWords(qd::KernelOp kernel, llvm::ArrayRef<qd::TaskOp> tasks);

} // namespace qdc

#endif // QDC_ANALYSIS_KNOWNWORDS_H
