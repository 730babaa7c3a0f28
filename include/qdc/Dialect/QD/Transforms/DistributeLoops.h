//===- DistributeLoops.h - Move statements to a later loop ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a solver does in one loop is often two things that have nothing to do with
// each other. One of them may touch an array that a later loop over the same range
// touches too, where loops between keep the two from being one (FuseLoops.h). Its
// statements go there, and the array passes through the memory once less:
//
//   %sum = qd.for (%i) in (%n) ... {      %sum = qd.for (%i) in (%n) ... {
//     %x0 = load %x[%i]                     %r0 = load %r[%i]
//     %p0 = load %p[%i]                     ...
//     store %x0 + %a * %p0, %x[%i]          store %r1, %r[%i]
//     %r0 = load %r[%i]                     yield %r1 * %r1
//     ...                                 }
//     store %r1, %r[%i]              =>   store %sum, %residual[]
//     yield %r1 * %r1                     qd.for (%i) in (%n) {
//   }                                       %p0 = load %p[%i]
//   store %sum, %residual[]                 %x0 = load %x[%i]
//   qd.for (%i) in (%n) {                   store %x0 + %a * %p0, %x[%i]
//     %p0 = load %p[%i]                     store %r[%i] + %b * %p0, %p[%i]
//     store %r[%i] + %b * %p0, %p[%i]     }
//   }
//
// An iteration of conjugate gradients so moves ten arrays instead of eleven.
//
// Statements of a loop go together where one needs another one's value, and where
// they touch one array, unless both only load an element that is the same in all
// iterations. Such a group goes to a later loop of its block if
//  - it stores to arrays, updates none atomically, does not print and has no array
//    of its own; nothing in the loop that it leaves asserts or polls;
//  - the loop is the first later one with an access to one of its elements, by an
//    index that depends on the iteration;
//  - the two could be fused if they were neighbours (FuseLoops.h);
//  - nothing between writes what it touches or touches what it writes, polls, or
//    may end the launch, as asserts, loops around parallel loops, and temporaries
//    and tasks whose size the launch computes.
// A loop that nothing is left of is gone. The one that took its last statements is
// called as if they had been fused.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_DISTRIBUTELOOPS_H
#define QDC_DIALECT_QD_TRANSFORMS_DISTRIBUTELOOPS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// Statements go past at most so many loops.
inline constexpr unsigned kMaximumLoopsPassed = 8;

/// Moves statements as above, at the top level of a kernel and of the control in it, from the first loop of each block
/// on; they may move on from where they came to. They stand first in their new loop, with copies of index arithmetic
/// and of loads of elements that are the same in all iterations. Equal loads are left to the passes that follow. With
/// `remark`, tells at the new loop. Linear in the size of the kernel.
void distributeLoops(KernelOp kernel, bool remark = false);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_DISTRIBUTELOOPS_H
