//===- VectorAtomics.h - Two atomic additions as one ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A particle that adds to a vector of a grid makes atomic additions to
// neighbouring floats, each of which takes as long as one of both together:
//
//     atomicrmw fadd %x, %a       ->    8 bytes aligned ? red.add.v2.f32 [%x], {%a, %b}
//     atomicrmw fadd %x + 4, %b                         : two red.add.f32
//
// A single f16 or bf16 takes longer: chips add only pairs of these, in a word, so the
// assembler makes a compare-and-swap loop of it.
//
// That the offset of the first one is a multiple of 8, or 4, must follow from the index
// alone, as it does in memref<?x?x2xf32>. The alignment of the array is tested once,
// where its address is known.
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

/// Joins relaxed atomic additions of f16, bf16 and f32 to global memory, of device scope and with unused results,
/// between which the block accesses no memory but by others like them. To be run after all other passes, for an
/// architecture that hasVectorAtomics().
void joinAtomics(llvm::Module &module);

} // namespace qdc

#endif // QDC_TARGET_CUDA_VECTORATOMICS_H
