//===- Loops.h - Parallel loops ---------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOLLVM_LOOPS_H
#define QDC_LIB_CONVERSION_QDTOLLVM_LOOPS_H

#include "ChunkFunction.h"

namespace qdc {

struct IterationNest;

/// Replaces the chunk's qd.for, if it has one, by blocks that run the iterations [begin, end) of its flattened range,
/// or, for a reduction, the blocks [begin, end) of it. In a serial task the body moves to a block that ends at one that
/// returns. The bodies' own control flow (scf) stays.
void lowerParallelLoop(ChunkFunction &chunk);

/// Moves the statements of `loop`'s body to the nest's body, which then branches to the end of the iteration with the
/// values that the body yielded; those of type index go as i64.
void moveBody(mlir::OpBuilder &builder, qd::ForOp loop, const IterationNest &nest);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOLLVM_LOOPS_H
