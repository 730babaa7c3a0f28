//===- DoubleConstants.h - Where code finds its constants -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction has a 32-bit immediate. An f64 constant whose lower half is not 0
// takes one instruction for each half wherever it is used: in polynomials, more
// of these than of fused multiply-adds. A constant in constant memory takes one
// load, or is an operand of the instruction that uses it:
//
//     fma %x, %y, 0.333...   ->   @qdc.doubles = constant [..., 0.333..., ...]
//                                 fma %x, %y, load @qdc.doubles[3]
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_DOUBLECONSTANTS_H
#define QDC_TARGET_CUDA_DOUBLECONSTANTS_H

namespace llvm {
class Module;
}

namespace qdc {

/// Moves constants of f64 arithmetic and comparisons in `module`, which is optimised, to constant memory: those that
/// take more than 32 bits, each once, the first 2048 of them. To be run after all passes that fold constants. A
/// function that looks up tables in constant memory keeps its own: they would push each other out of the cache.
void moveDoubleConstants(llvm::Module &module);

} // namespace qdc

#endif // QDC_TARGET_CUDA_DOUBLECONSTANTS_H
