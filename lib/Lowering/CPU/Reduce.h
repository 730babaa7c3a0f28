//===- Reduce.h - Deterministic reductions ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both levels of the rule in KernelABI.h: blocks to partials, and partials to
// the result.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_CPU_REDUCE_H
#define QDC_LIB_LOWERING_CPU_REDUCE_H

#include "ChunkFunction.h"
#include "ReductionFunctions.h"

namespace qdc {

/// Replaces the chunk's loop, a reduction, by a loop over its blocks [begin, end) that leaves each block's values in
/// the partials.
void lowerReduction(const ChunkFunction &chunk, ReductionFunctions &functions);

/// Lowers qd.combine_partials.
void lowerCombinePartials(const ChunkFunction &chunk, ReductionFunctions &functions);

} // namespace qdc

#endif // QDC_LIB_LOWERING_CPU_REDUCE_H
