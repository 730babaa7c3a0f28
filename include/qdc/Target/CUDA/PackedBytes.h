//===- PackedBytes.h - Arithmetic of several bytes at once ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU loads sixteen bytes at once, but adds them one by one: first each is taken
// out of its register, and in the end each is put into one. Where neighbouring
// bytes are stored that are computed alike, two of them share a register, with a
// byte between them for what a sum is larger than one:
//
//     word of x:  | x3 | x2 | x1 | x0 |   ->   even: | 0 | x2 | 0 | x0 |   odd: | 0 | x3 | 0 | x1 |
//
// Sums and differences of such pairs, and products with a constant or with the
// same byte, are those of whole numbers in 32 bits. What the lower one of a pair
// is at least and at most is known, and it is cut to a byte before it would touch
// the upper one. A sum of five neighbours takes half as many instructions.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_PACKEDBYTES_H
#define QDC_TARGET_CUDA_PACKEDBYTES_H

namespace llvm {
class Module;
}

namespace qdc {

/// Computes in pairs what `module` stores to four neighbouring bytes of global memory, at a multiple of four, if it is
/// made by the same sums, differences, products with constants or with a value that all four share, shifts to the left
/// by constants and bitwise operations, of bytes that the same block loads from neighbours, of constants and of shared
/// values. The bytes stored stay the same. For code that no pass simplifies any more, ahead of widenNarrowIntegers.
void packBytes(llvm::Module &module);

} // namespace qdc

#endif // QDC_TARGET_CUDA_PACKEDBYTES_H
