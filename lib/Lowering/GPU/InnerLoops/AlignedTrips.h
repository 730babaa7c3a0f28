//===- AlignedTrips.h - Loops of a subgroup that end together ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reverse sweep runs from the last trip of a forward loop to the first, and
// reads what each trip kept in a local array. Where trips are counted at run
// time each thread begins at a slot of its own, so that a subgroup's loads meet
// in no slot: the memory of a GPU has one line for a slot of all threads, and
// each load takes up to as many lines as there are threads.
//
//     for (k = 0; k < n; ++k) a = f(a, kept[n - 1 - k]);
//
// So all threads count down from the last slot that any of them has, and those
// that have fewer join in later. They end together:
//
//     m = the largest n in the subgroup
//     for (k = 0; k < m; ++k) { slot = m - 1 - k; if (slot < n) a = f(a, kept[slot]); }
//
// The subgroup takes as many trips as before: it waits for its longest thread
// anyway. Each thread makes its own trips in its own order.
//
// A branch in each trip would keep the loads of several trips apart. A short
// body that loads these slots, computes, and has no other effect is run by all
// threads, four trips at once, and what it computes is taken where the thread
// has that slot. What does not depend on values that the loop carries stands
// ahead of the rest, for all four trips. Batches end at slot 0, so that the place
// of a trip in its batch, on which contraction might depend, is that of its slot,
// whatever other threads do.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_INNERLOOPS_ALIGNEDTRIPS_H
#define QDC_LIB_LOWERING_GPU_INNERLOOPS_ALIGNEDTRIPS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc {

/// Rewrites so each scf.for in `parallel`, the loop of a task, that loads local arrays at its last slot first, and may
/// have another number of trips in each thread. Such loops may stand in any control: the threads that are there
/// together count down together. For devices that reduce in a subgroup those threads alone that are there.
void alignTrips(qd::ForOp parallel);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_INNERLOOPS_ALIGNEDTRIPS_H
