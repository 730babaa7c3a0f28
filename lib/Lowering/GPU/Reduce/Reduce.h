//===- Reduce.h - Deterministic reductions on a GPU -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both levels of the rule in KernelABI.h. A subgroup of width W folds a block of
// the rule: each thread its lanes, and then the threads with each other
// (LaneFold.h). Where no width is guaranteed, 64 threads take a subgroup's place,
// a block of their own or, in a loop of tasks, several groups of one, and workgroup
// memory that of shuffles (WorkgroupFold.h).
//
// Blocks of the rule are few, and so are the threads that fold them: each has many
// loads in flight. Of a straight body, branches that only load included, several
// iterations become one block of statements, as in a plain loop (StraightBody.h):
// all loads come before the first store and the first fold. Of one dimension and
// without branches, neighbours are accessed in one piece (WindowAccesses.h) where
// that is aligned: two, the lanes of a thread, of floats, whose order is that of
// the rule; of integers, whose order does not matter, as many as fill 16 bytes.
// Another loop's iterations are W apart and belong to a thread's lanes in turn, so
// one copy of the body folds into one of the lanes' values and rotates them.
// Unrolled, which the back end is asked for, nothing is rotated.
//
// That gives a thread 32 iterations one after the other, which is slow where
// there are fewer blocks of the rule than a device runs subgroups. So while
// these blocks have the smallest size, all threads of a block share the
// iterations of one: they leave the values in workgroup memory, from which a
// subgroup folds them in the order of the rule. In a loop of tasks, where a
// multiprocessor may have no other block, they do so for several blocks of the
// rule between two barriers, and as many subgroups fold.
//
// Coordinates of several dimensions are divided out once for each block of the
// rule, and counted up from one of a thread's iterations to its next: a division
// of 64 bits branches, which would keep the loads of the copies apart.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_REDUCE_REDUCE_H
#define QDC_LIB_LOWERING_GPU_REDUCE_REDUCE_H

#include "../Grid/GridBody.h"

namespace qdc {

/// Replaces the body's qd.for, a reduction, by loops over its blocks that leave each block's values in the partials.
/// Where workgroup memory has no room for the values of a block, the shape is changed: subgroups alone reduce.
void lowerReduction(GridBody &body);

/// Lowers the qd.combine_partials of a serial task. They stand where a whole subgroup is active, or a whole block where
/// no width is guaranteed; `lane` is the number of the thread in it (i64). The first thread has the results, what the
/// others have is undefined.
void lowerCombinePartials(GridBody &body, mlir::Value lane);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_REDUCE_REDUCE_H
