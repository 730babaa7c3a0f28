//===- PackedShorts.h - Arithmetic of two i16 at once -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register holds two i16, as they lie in memory, and NVIDIA's chips from compute
// capability 9.0 on add both at once. Where two neighbours are stored that are
// computed alike, neither is unpacked from a register and packed again:
//
//     x0 + y0 - 4 * z0, x1 + y1 - 4 * z1   ->   x + y + ~(4 * z) + (1, 1), by additions of pairs
//
// Neighbours that are no word of memory become a pair by one instruction. A sum of
// five neighbours takes less than half of the instructions, and as few registers
// as one of f16.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_PACKEDSHORTS_H
#define QDC_TARGET_CUDA_PACKEDSHORTS_H

#include <string_view>

namespace llvm {
class Module;
}

namespace qdc {

/// Whether chips of this architecture (`number` of cudaArchitectures) add two i16 at once: from compute capability 9.0
/// on. It takes PTX 8.0.
bool hasPackedShorts(std::string_view number);

/// Computes in pairs what `module` stores to two neighbouring i16 of global memory, at a multiple of four bytes, if it
/// is made by the same sums, differences, products with constants, shifts to the left by constants and bitwise
/// operations, of i16 that are loaded from neighbours, of constants and of shared values. What is stored stays the
/// same. To be run after all passes that simplify, before widenNarrowIntegers, for an architecture that
/// hasPackedShorts().
void packShorts(llvm::Module &module);

} // namespace qdc

#endif // QDC_TARGET_CUDA_PACKEDSHORTS_H
