//===- Reduce.h - Deterministic reductions ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both levels of the rule in KernelABI.h: blocks to partials, and partials to
// the result. The lanes are an array on the stack, so that the loop over a
// group of lanes is one that LLVM turns into vector code.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_CPU_REDUCE_H
#define QDC_LIB_LOWERING_CPU_REDUCE_H

#include "ChunkFunction.h"

namespace qdc {

/// Replaces the chunk's loop, a reduction, by a loop over its blocks [begin, end) that leaves each block's values in
/// the partials.
void lowerReduction(ChunkFunction &chunk);

/// Lowers qd.combine_partials.
void lowerCombinePartials(ChunkFunction &chunk);

} // namespace qdc

#endif // QDC_LIB_LOWERING_CPU_REDUCE_H
