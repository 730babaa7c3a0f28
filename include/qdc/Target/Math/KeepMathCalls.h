//===- KeepMathCalls.h - Compile time linear in math calls ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A math function has 30 to 300 instructions, so a thousand inlined calls in a
// loop make a block of a hundred thousand, on which LLVM's vectoriser and
// register allocation take minutes. In a function with so many calls they stay
// calls. Loops become vector code all the same: each math function that is
// called there gets vector forms, which LLVM's vectorisers know by an attribute
// of the calls.
//
//   loop: %b = call float @qdm_sin_f32(float %a)
//     ->  loop: %b = call <16 x float> @qdm_sin_f32.x16(<16 x float> %a)
//
// A vector form is a loop over its lanes until the pipeline runs, which inlines
// the math function into it and makes that loop one round of vector code. Each
// lane is computed by the instructions that an inlined call would be, so the
// results are the same bits.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_MATH_KEEPMATHCALLS_H
#define QDC_TARGET_MATH_KEEPMATHCALLS_H

namespace llvm {
class Module;
} // namespace llvm

namespace qdc {

/// Keeps the calls of math functions in each function of `module` into which more than `largest` of their instructions
/// would be inlined; calls of functions of a few instructions are inlined and not counted. Math functions are those
/// that linkFunctions brought. To be run between linking and the optimisation pipeline. `vectorBits` is the size of the
/// processor's vector registers, or 0 where no vectoriser runs. Otherwise `module` has vector forms afterwards, which
/// stay until eraseUnusedVectorForms is called.
void keepMathCalls(llvm::Module &module, unsigned largest, unsigned vectorBits);

/// Erases the vector forms that the pipeline did not use. To be run after the optimisation pipeline, in any
/// module.
void eraseUnusedVectorForms(llvm::Module &module);

} // namespace qdc

#endif // QDC_TARGET_MATH_KEEPMATHCALLS_H
