//===- AlignedTrips.h - Loops of a subgroup that end together ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reverse sweep runs from the last trip of a forward loop to the first, and
// reads what each trip kept in a local array. Where the number of trips differs
// by thread each thread begins at another slot, so that the loads of a subgroup
// are not coalesced: local memory has one line for a slot of all threads, and a
// load then takes up to as many lines as there are threads.
//
//     for (k = 0; k < n; ++k) a = f(a, kept[n - 1 - k]);
//
// So all threads count down from the last slot that any of them has; a thread
// with fewer trips idles until its own last slot. They end together:
//
//     m = the largest n in the subgroup
//     for (k = 0; k < m; ++k) { slot = m - 1 - k; if (slot < n) a = f(a, kept[slot]); }
//
// The subgroup makes as many trips as before, those of its longest thread. Each
// thread makes its own trips in its own order.
//
// A branch in each trip would keep the loads of several trips apart. A short
// body that loads these slots, computes, and has no other effect is run by all
// threads, four trips at once, and what it computes is selected where the
// thread has that slot. What does not depend on values that the loop carries stands
// before the rest, for all four trips. Batches end at slot 0, so that the place
// of a trip in its batch, on which contraction might depend, is that of its slot,
// whatever other threads do.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_INNERLOOPS_ALIGNEDTRIPS_H
#define QDC_LIB_LOWERING_GPU_INNERLOOPS_ALIGNEDTRIPS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc {

/// Rewrites so each scf.for in `parallel`, the loop of a task, that loads local arrays at its last slot first, and may
/// have another number of trips in each thread. Such loops may stand in divergent control: the threads that are active
/// together count down together. For devices that can reduce over the active threads of a subgroup.
void alignTrips(qd::ForOp parallel);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_INNERLOOPS_ALIGNEDTRIPS_H
