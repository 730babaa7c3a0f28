//===- RepeatableTasks.h - Serial tasks for each block ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A serial task that one block runs between the arrival of all blocks and their
// release costs a release: two trips to the memory. Where each block runs it for
// itself, after a barrier that only waits, there is none:
//
//     all blocks write partials
//     ---- barrier ----------------------------------------------
//     each block combines them, and computes alpha = rr / pq
//     each block goes on with alpha; the next barrier is where it would be anyway
//
// All blocks then store the same values to the same places, at about the same
// time, and each reads there what it has stored itself. So what such tasks do may
// depend only on what no block writes at that time, and they store to no element
// twice: the first of two values may come from one block after the second one
// from another.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPS_REPEATABLETASKS_H
#define QDC_LIB_LOWERING_GPU_LOOPS_REPEATABLETASKS_H

#include "LoopWords.h"

namespace qdc {

/// Whether the serial tasks, one after the other, do the same in each block that runs them while others do. They must
/// not report. What tasks of all threads do until the next barrier is not looked at.
bool areRepeatable(llvm::ArrayRef<const LoopBody *> tasks);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LOOPS_REPEATABLETASKS_H
