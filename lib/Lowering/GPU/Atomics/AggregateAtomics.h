//===- AggregateAtomics.h - One atomic a block, not one a thread *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum written as an atomic addition to one element serialises the threads of a
// device. Where the old value is not used, a kernel cannot observe in which order
// values were added, nor how many of them were added by one atomic:
//
//     qd.for (%i) in (%n) {                    per thread: an accumulator on the stack, and whether it was used
//       memref.atomic_rmw addf %v, %s[%c0]  ->   accumulator = accumulator + %v
//     }
//                                              per subgroup: shuffles; per block: workgroup memory, and a barrier;
//                                              without subgroups: workgroup memory alone (WorkgroupFold.h)
//                                              if any thread used it: the first one does one atomic_rmw
//
// The element must be the same in all iterations, and the task must not look at
// the array in another way. Launched with no more blocks than run at once
// (GridSize::resident), a device does a few thousand atomics for any range.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_ATOMICS_AGGREGATEATOMICS_H
#define QDC_LIB_LOWERING_GPU_ATOMICS_AGGREGATEATOMICS_H

#include "../Grid/GridBody.h"

namespace qdc {

/// Replaces such atomics of the body's loop, as far as workgroup memory has room for their values. Runs while the loop
/// is that of the task. Nothing, unless blocks are made of whole subgroups, or, where there are none, have a power of
/// two of threads.
void aggregateAtomics(GridBody &body);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_ATOMICS_AGGREGATEATOMICS_H
