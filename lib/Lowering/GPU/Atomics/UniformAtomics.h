//===- UniformAtomics.h - One atomic a subgroup -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Row sums, and sums by a sorted key, go to one element for a whole subgroup.
// Whether that is so is known at run time alone:
//
//     memref.atomic_rmw addf %v, %rows[%i]   ->   uniform = all threads are active, and %i is the same in them
//                                                 value = uniform ? sum of %v by shuffles : %v
//                                                 if not uniform, or in thread 0: memref.atomic_rmw addf value, ...
//
// The test costs about as much as a shuffle, so it is made only where the index
// may well be uniform: not if it grows with the innermost variable (which it need
// not if that is multiplied by a number that may be 0, as a stride), nor if it
// comes from a float, as a particle's cell does. That is a guess about speed; the
// values are right in any case.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_ATOMICS_UNIFORMATOMICS_H
#define QDC_LIB_LOWERING_GPU_ATOMICS_UNIFORMATOMICS_H

#include "../Grid/GridBody.h"

namespace qdc {

/// Rewrites the unobserved atomics (UnobservedAtomics.h) of the body's loop so. Runs after aggregateAtomics, while
/// the accesses are those of the task.
void combineUniformAtomics(const GridBody &body);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_ATOMICS_UNIFORMATOMICS_H
