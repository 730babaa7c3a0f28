//===- GridLoops.h - Iterations spread over a grid --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group of threads (LaunchShape) runs every G-th iteration, G being the number
// of groups in the grid: neighbours in a warp run neighbouring iterations, and
// so touch neighbouring memory. Coordinates are divided out for each iteration,
// the last dimension fastest; of rank 1 nothing is divided. Ahead of each
// division LLVM checks, from -O1 on, whether both numbers fit into 32 bits, in
// which it then divides. More iterations than threads may run in chunks
// (BlockChunks.h), which leave less than one chunk to this loop.
//
//     first, step = the thread's group, G   or, after chunks: its place in the last one, the block's threads
//     loop(flat): ... body ...; next = flat + step; next < total ? loop(next) : done
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOGPU_GRIDLOOPS_H
#define QDC_LIB_CONVERSION_QDTOGPU_GRIDLOOPS_H

#include "KernelFunction.h"

namespace qdc {

/// Replaces the kernel's qd.for by a loop over the grid. In a serial task the body moves to a block that the first
/// thread of the grid alone runs, but for qd.combine_partials, which are lowered. The bodies' own control flow (scf)
/// stays.
void lowerGridLoop(KernelFunction &kernel);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOGPU_GRIDLOOPS_H
