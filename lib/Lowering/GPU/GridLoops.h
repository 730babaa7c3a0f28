//===- GridLoops.h - Iterations spread over a grid --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group of threads (LaunchShape) runs every G-th iteration, G being the number
// of groups in the grid: neighbours in a subgroup run neighbouring iterations,
// and so touch neighbouring memory. Coordinates are divided out for each
// iteration, the last dimension fastest; of rank 1 nothing is divided. Before
// each division LLVM checks, from -O1 on, whether both numbers fit into 32 bits,
// in which it then divides. More iterations than threads may run in windows
// (ThreadWindows.h), which leave the ends of rows to this loop, or in chunks
// (BlockChunks.h), which leave less than one chunk.
//
//     first, step = the thread's group, G   or, after chunks: its place in the last one, the block's threads
//     if first < total:
//       flat = first
//       do: iteration(flat); flat += step  while flat < total
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_GRIDLOOPS_H
#define QDC_LIB_LOWERING_GPU_GRIDLOOPS_H

#include "Grid/GridBody.h"

namespace qdc {

/// Replaces the body's qd.for by a loop over the grid, with a qd.iteration in it. In a serial task the statements move
/// to a qd.iteration that the first thread of the grid alone runs, but for qd.combine_partials, which are lowered.
/// Finishes the lowering of `body` (GridBody::finishLowering).
void lowerGridLoop(GridBody &body);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_GRIDLOOPS_H
