//===- Loops.h - Parallel loops ---------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_CPU_LOOPS_H
#define QDC_LIB_LOWERING_CPU_LOOPS_H

#include "ChunkFunction.h"
#include "IterationNest.h"
#include "ReductionFunctions.h"

namespace qdc {

/// Replaces the chunk's qd.for, if it has one, by blocks that run the iterations [begin, end) of its flattened range,
/// or, for a reduction, the blocks [begin, end) of it. Iterations that report stand in a qd.iteration; so does a serial
/// task. The bodies' own control flow (scf) stays.
void lowerParallelLoop(ChunkFunction &chunk, ReductionFunctions &functions);

/// Creates the nest that visits the iterations [first, last) of the chunk's loop (i64, first < last) after the
/// builder's insertion block, and fills its bodies.
IterationNest createLoopNest(mlir::OpBuilder &builder, const ChunkFunction &chunk, const FlatRange &range,
                             mlir::Value first, mlir::Value last, LaneGroups lanes);

} // namespace qdc

#endif // QDC_LIB_LOWERING_CPU_LOOPS_H
