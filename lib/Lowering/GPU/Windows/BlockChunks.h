//===- BlockChunks.h - Several iterations of a thread at once ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is busy only if enough loads are in flight, and the threads of a device
// are too few to have them with one iteration each. So where there are more
// iterations than threads, a block owns chunks of U * blockThreads consecutive
// iterations, and a thread runs U of each chunk at once, blockThreads apart:
// neighbours in a subgroup still touch neighbouring memory. Their U bodies are one
// (StraightBody.h).
//
// Coordinates of a loop of several dimensions are divided out in 32 bits, for
// which a GPU takes a fifth of the instructions, and once for all U iterations:
// from one to the next they are counted up. Ranges of 2^32 iterations and more are
// run one by one.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_WINDOWS_BLOCKCHUNKS_H
#define QDC_LIB_LOWERING_GPU_WINDOWS_BLOCKCHUNKS_H

#include "../Grid/GridBody.h"
#include "qdc/Lowering/Common/FlatRange.h"

namespace qdc {

/// U for the plain loop of a body with grids of size `grid`, a power of two. 1, that is no chunks, unless the body is
/// straight; else as many as keep the memory busy (unrollCount), but no more than 16 bytes for each thread of the array
/// with the widest elements, as one wide load would have: 4 of f32, 2 of f64. In a resident grid, which has no other
/// blocks to run while one waits for memory, that is no limit.
unsigned iterationsPerThread(qd::ForOp loop, qd::GridSize grid);

/// `first`, `first + step`, ... below the total: the iterations that a thread runs one by one. i64.
struct ThreadIterations {
  mlir::Value first, step;
};

/// Creates the loop over the whole chunks of `range` at the builder's insertion point, with U = `copies` of at least 2,
/// and leaves the builder after it. Gives the iterations that are to be run from there: those of a chunk that is not
/// whole, or `all`, which are a grid apart, where there are no more iterations than threads or, of several dimensions,
/// at least 2^32. The body's loop keeps its statements.
ThreadIterations createChunkLoop(mlir::OpBuilder &builder, const GridBody &body, const FlatRange &range,
                                 mlir::Value total, unsigned copies, ThreadIterations all);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_WINDOWS_BLOCKCHUNKS_H
