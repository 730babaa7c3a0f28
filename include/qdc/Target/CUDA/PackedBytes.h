//===- PackedBytes.h - Arithmetic of several bytes at once ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU loads sixteen bytes at once, but adds them one by one: each is unpacked
// from a register first, and packed into one at the end. Where neighbouring bytes
// are stored that are computed alike, two of them share a register, with a byte
// of room between them for carries:
//
//     word of x:  | x3 | x2 | x1 | x0 |   ->   even: | 0 | x2 | 0 | x0 |   odd: | 0 | x3 | 0 | x1 |
//
// Sums and differences of such pairs, and products with a constant or with the
// same byte, are 32-bit integer operations. The range of the lower byte of a pair
// is tracked, and it is truncated before it could overflow into the upper one. A
// sum of five neighbours takes half as many instructions.
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
/// values. The bytes stored stay the same. To be run after all passes that simplify, before widenNarrowIntegers.
void packBytes(llvm::Module &module);

} // namespace qdc

#endif // QDC_TARGET_CUDA_PACKEDBYTES_H
