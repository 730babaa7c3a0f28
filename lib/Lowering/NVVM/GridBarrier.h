//===- GridBarrier.h - All blocks wait for each other --------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By two words of memory, arrivals and barriers so far:
//
//     the threads of a block wait for each other; its first thread:
//       seen = barriers
//       if arrivals++ is the last block's:  arrivals = 0; ++barriers
//       else:                               waits until barriers is not `seen` any more
//     the threads of a block wait for each other
//
// `barriers` cannot go on before this block has arrived, so `seen` is right; what
// it is counted from does not matter. Fences of the device's scope stand before
// the arrival and after the wait.
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
