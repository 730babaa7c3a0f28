//===- WarpReduce.h - Deterministic reductions by warps ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both levels of the rule in KernelABI.h. A warp folds a block of the rule:
// thread t the lanes t and t + 32, then these two with each other, and then the
// threads by shuffles over 16, 8, 4, 2, 1.
//
// A thread's iterations are 32 apart and belong to its two lanes in turn, so one
// loop with one copy of the body folds into one of two values and swaps them.
// Unrolled, which LLVM is asked for, nothing is swapped, and the loads of the
// copies are under way at the same time.
//
// Coordinates of several dimensions are divided out once for each block of the
// rule, and counted up from one of a thread's iterations to its next: a division
// of 64 bits branches, which would keep the loads of the copies apart.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOGPU_WARPREDUCE_H
#define QDC_LIB_CONVERSION_QDTOGPU_WARPREDUCE_H

#include "KernelFunction.h"

namespace qdc {

/// Replaces the kernel's qd.for, a reduction, by a loop of warps over its blocks that leaves each block's values in the
/// partials.
void lowerWarpReduction(KernelFunction &kernel);

/// Lowers the qd.combine_partials of a serial task. They stand at the top level, in what a warp runs, of which `lane`
/// is the thread (i64); the first thread has the results, the others values without meaning.
void lowerCombinePartials(KernelFunction &kernel, mlir::Value lane);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOGPU_WARPREDUCE_H
