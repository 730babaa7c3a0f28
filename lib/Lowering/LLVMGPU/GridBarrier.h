//===- GridBarrier.h - Barriers of all blocks of a grid ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier has two words in device memory. Each block adds 1 to the arrivals, but
// the first adds what is left until the sum flips the highest bit: then all have
// arrived, and the lower bits are what they were. A barrier without a body waits
// for that bit:
//
//     barrier of the block; its first thread:
//       arrivals += amount;  polls arrivals until the highest bit has flipped
//     barrier of the block
//
// With a body, the block whose arrival flipped the bit runs it, and then stores the
// release word: 4 times the number of such barriers so far, plus the two bits that
// the body ended with.
//
//     barrier of the block; its first subgroup:
//       its first thread: isLast = (arrivals += amount flipped the bit)
//       if isLast in any:  the body; its first thread: release = 4 * number + bits
//       else:              its first thread polls release until it has that number
//     barrier of the block, which gives all threads the bits of the first one
//
// Each thread computes bit and number from what the words hold when the entry point
// starts. They cannot change before its own block has arrived, and may have any
// value there, so nothing resets them between launches. The arrival is a release of
// what the block did, and in the block that runs the body an acquire of what the
// others did; the polling loads are acquires; the store of the release word is a
// release of what the body did. All at the device's scope.
//
// A grid of one block has no words: its first subgroup, or its first thread where
// the entry point counts on no width, runs the body between two barriers of the block.
//
// At a barrier that ends an entry point no block waits: blocks count the arrivals
// in one word, the one that finds all others there resets it to 0, and its first
// subgroup runs the body.
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
