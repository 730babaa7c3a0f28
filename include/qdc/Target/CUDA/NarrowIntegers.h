//===- NarrowIntegers.h - Arithmetic of one and two bytes -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers and adders of a GPU have 32 bits. An addition in i8 or i16 takes one
// more instruction, which clears the upper bits: a sum of five bytes, less a
// multiple, takes eleven instructions for each element instead of seven.
//
//     %s = add i8 %a, %b        ->   %s = add i32 (zext %a), (zext %b)
//     %d = sub i8 %s, %c             %d = sub i32 %s, (zext %c)
//     store i8 %d                    store i8 (trunc %d)
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_NARROWINTEGERS_H
#define QDC_TARGET_CUDA_NARROWINTEGERS_H

namespace llvm {
class Module;
}

namespace qdc {

/// Computes in 32 bits what `module` computes in i8 and i16, where the bits of a result depend on none above them:
/// sums, differences, products, bitwise operations and shifts to the left by constants. Their values are truncated
/// once, where another operation uses them. To be run after all passes that simplify: LLVM would narrow the code again.
void widenNarrowIntegers(llvm::Module &module);

} // namespace qdc

#endif // QDC_TARGET_CUDA_NARROWINTEGERS_H
