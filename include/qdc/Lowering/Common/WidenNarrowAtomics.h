//===- WidenNarrowAtomics.h - Atomics of a part of a word -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many GPUs compare and swap no integer of less than 32 bits. An atomic operation on
// an i8 or an i16 is one on the word around it then, the 4 bytes from a multiple of
// 4 on, whose other bytes it leaves as they are. The first element of a word has its
// lowest bits, as memory is little-endian everywhere:
//
//     %old = qd.flat_atomic_rmw addi device %v, %x[%i] : i8, memref<?xi8>
// becomes
//     offset = (address of %x + %i) % 4, shift = 8 * offset
//     do {
//       %old = (word >> shift), truncated to i8
//       wanted = (word & ~(0xff << shift)) | ((%old + %v) << shift)
//     } while (not the one who swapped it: qd.flat_atomic_cas device %x[%i - offset], word, wanted : i32, ...)
//
// So such code reads and writes bytes that are none of the array's, before its first
// element and after its last one, if these do not fill their words. KernelABI.h says
// what that asks of whatever allocates arrays.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_WIDENNARROWATOMICS_H
#define QDC_LOWERING_COMMON_WIDENNARROWATOMICS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Makes of each qd.flat_atomic_rmw and qd.flat_atomic_cas of `function` on fewer than `narrowest` bits a loop that
/// compares and swaps words. `narrowest` is how many bits the narrowest integer has that a chip compares and swaps: 8,
/// with which nothing changes, 16, with which accesses to an i8 alone become such loops, or 32; for any other number it
/// fails, with an error at the function. A comparison that fails has found another element, never a changed neighbour
/// of it. Runs before expandAtomics. Arrays may begin wherever their elements may: their addresses say which bytes are
/// a word.
mlir::LogicalResult widenNarrowAtomics(mlir::func::FuncOp function, unsigned narrowest);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_WIDENNARROWATOMICS_H
