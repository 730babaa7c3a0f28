//===- VectorAtomics.h - Two atomic additions as one ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a particle adds to a vector of a grid are additions to neighbouring
// floats, each of which takes as long as one to both:
//
//     atomicrmw fadd %x, %a       ->    8 bytes aligned ? red.add.v2.f32 [%x], {%a, %b}
//     atomicrmw fadd %x + 4, %b                         : two red.add.f32
//
// Of f16 and bf16 it takes longer: chips add only two of these at once, in a word, so
// that assemblers make a loop that compares and swaps of one alone.
//
// That the first one lies at a multiple of 8, or 4, must follow from the index alone, as
// it does in memref<?x?x2xf32>. Whether the array does is asked once, where its
// address is known.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_VECTORATOMICS_H
#define QDC_TARGET_CUDA_VECTORATOMICS_H

#include <string_view>

namespace llvm {
class Module;
} // namespace llvm

namespace qdc {

/// Whether chips of this architecture (`number` of cudaArchitectures) add two floats of each of these types at once:
/// from compute capability 9.0 on. It takes PTX 8.1.
bool hasVectorAtomics(std::string_view number);

/// Joins the relaxed additions of f16, bf16 and f32 to global memory, of the device's scope, whose old values nobody
/// uses, and between which the block touches no memory but by others like them. For code that no pass changes any more,
/// and an architecture that hasVectorAtomics().
void joinAtomics(llvm::Module &module);

} // namespace qdc

#endif // QDC_TARGET_CUDA_VECTORATOMICS_H
