//===- GridBarrier.h - All threads wait for each other ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks meet at two words in device memory: how many have arrived at this
// barrier, and what the last one released it with, 4 times the number of barriers
// so far plus the two bits that the body ended with. What the number starts from
// does not matter.
//
//     the threads of a block wait for each other; those of its first subgroup:
//       the first of them: isLast = (arrivals++ is the last block's)
//       if isLast in any:  the body; the first of them: arrivals = 0; release = 4 * number + bits
//       else:              the first of them waits for release to have that number
//     the threads of a block wait for each other, and learn the bits of the first one
//
// Each thread knows the number from the release that it finds when the entry
// point starts, which cannot change before its block has arrived. Fences of the
// device's scope stand before the arrival and after the wait, and around the body.
//
// A grid of one block has no words: its first subgroup runs the body in between.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_NVVM_GRIDBARRIER_H
#define QDC_LIB_LOWERING_NVVM_GRIDBARRIER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Lowers the qd.grid_barrier of `function` to flat operations, fences and barriers of blocks. Runs before
/// lowerThreadOperations.
void lowerGridBarriers(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_NVVM_GRIDBARRIER_H
