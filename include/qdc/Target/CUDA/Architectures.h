//===- Architectures.h - NVIDIA's GPUs by compute capability ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_ARCHITECTURES_H
#define QDC_TARGET_CUDA_ARCHITECTURES_H

#include <span>
#include <string_view>

namespace qdc {

/// A compute capability, major * 10 + minor, and the chips that have it.
struct CUDAArchitecture {
  std::string_view number; // "90", as in sm_90 and compute_90
  std::string_view chips;  // "Hopper: H100, H200"
};

/// Those that code can be made for, ascending: what both LLVM's back end and ptxas 13 know, without the variants whose
/// instructions qdc does not use (sm_90a) and chips that one cannot buy (sm_88).
std::span<const CUDAArchitecture> cudaArchitectures();

/// Whether chips of this architecture (`number` of the above) reduce integers of a subgroup in one instruction:
/// `redux.sync`, from compute capability 8.0 on.
bool hasSubgroupReductions(std::string_view number);

} // namespace qdc

#endif // QDC_TARGET_CUDA_ARCHITECTURES_H
