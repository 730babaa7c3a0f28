//===- AlignedLoops.h - Loops that load sixteen bytes at once ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four trips of a loop along a row load four neighbours, which one instruction can
// load, if they lie at a multiple of sixteen bytes. Where the row begins says
// nothing of that: it is found ahead of the loop, which then exists twice.
//
//     for k by 4: a[i * m + k], ..., a[i * m + k + 3]
//         ->  if (&a[i * m] % 16 == 0)  for k by 4: ld.v4 a[i * m + k]
//             else                      for k by 4: four loads
//
// An element of a matrix product takes five loads for four trips so, where it took
// eight.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_ALIGNEDLOOPS_H
#define QDC_TARGET_CUDA_ALIGNEDLOOPS_H

namespace llvm {
class Module;
}

namespace qdc {

/// Makes two loops of each loop of one block in `module` in which simple loads from global memory, in a row of sixteen
/// bytes or several, would lie at multiples of sixteen bytes in each trip if they do so in the first one. In the one that
/// runs where they do, their alignment says so, and the code generator joins them. For code that no pass simplifies any
/// more.
void versionAlignedLoops(llvm::Module &module);

} // namespace qdc

#endif // QDC_TARGET_CUDA_ALIGNEDLOOPS_H
