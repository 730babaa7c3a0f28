//===- Atomics.h - Read-modify-write in one step ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOLLVM_ATOMICS_H
#define QDC_LIB_CONVERSION_QDTOLLVM_ATOMICS_H

#include "ChunkFunction.h"

namespace qdc {

/// Lowers memref.atomic_rmw of every kind and type and qd.atomic_cas, all relaxed. Integer kinds other than muli become
/// atomicrmw; the rest compares and swaps the element's bits until nobody came between, with the `arith` op of the
/// kind in the middle, so that the result is what that op gives. Runs after lowerMemory and before control flow is
/// lowered.
void lowerAtomics(ChunkFunction &chunk);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOLLVM_ATOMICS_H
