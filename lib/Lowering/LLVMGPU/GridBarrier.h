//===- GridBarrier.h - All threads wait for each other ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks meet at two words in device memory. Each adds 1 to the arrivals, but for
// the first, which adds what is left until all together turn the highest bit over:
// then the barrier is complete, and what is below the bit is as it was. Without a
// body each waits for that bit:
//
//     the threads of a block wait for each other; the first of them:
//       arrivals += amount;  waits until the highest bit of arrivals has turned
//     the threads of a block wait for each other
//
// With a body the block whose arrival turned the bit runs it, and then sets the
// release: 4 times the number of such barriers so far, plus the two bits that the
// body ended with.
//
//     the threads of a block wait for each other; those of its first subgroup:
//       the first of them: isLast = (arrivals += amount turned the bit)
//       if isLast in any:  the body; the first of them: release = 4 * number + bits
//       else:              the first of them waits for release to have that number
//     the threads of a block wait for each other, and learn the bits of the first one
//
// Each thread knows bit and number from what it finds when the entry point starts,
// which cannot change before its block has arrived; what they start from does not
// matter. The arrival releases what the block did, and in the block that runs the
// body acquires what the others did; the loads of the wait acquire; the release
// releases what the body did, unless that shares nothing with what is outside of
// the bodies of barriers. All at the device's scope.
//
// A grid of one block has no words: its first subgroup runs the body in between.
//
// At the end of an entry point nobody waits: blocks count the arrivals in one word,
// the one that finds all others there sets it back to 0, and its first subgroup runs
// the body.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_LLVMGPU_GRIDBARRIER_H
#define QDC_LIB_LOWERING_LLVMGPU_GRIDBARRIER_H

#include "qdc/Lowering/LLVMGPU/LLVMGPUDescription.h"
#include "qdc/Lowering/LLVMGPU/LLVMGPUIntrinsics.h"

namespace qdc {

/// Lowers the qd.grid_barrier of `function` to flat operations, atomics of LLVM and barriers of blocks. Runs before
/// LLVMGPUIntrinsics::lowerThreadOperations.
void lowerGridBarriers(mlir::func::FuncOp function, const LLVMGPUDescription &description,
                       const LLVMGPUIntrinsics &intrinsics);

} // namespace qdc

#endif // QDC_LIB_LOWERING_LLVMGPU_GRIDBARRIER_H
