//===- CUDATools.h - The programs of a CUDA toolkit -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLCHAIN_CUDATOOLS_H
#define QDC_TOOLCHAIN_CUDATOOLS_H

#include "qdc/Toolchain/FindTool.h"

#include <string>
#include <vector>

namespace qdc {

/// What the user says about where a CUDA toolkit is (empty: nothing), and where it is if the user says nothing.
struct CUDAToolPlaces {
  std::string ptxasOption;   // --ptxas-path
  std::string ptxasVariable; // QDC_PTXAS
  std::string cudaHome;      // CUDA_HOME
  std::string path;          // PATH
  /// Where NVIDIA's installer, Arch's package and Debian's put a toolkit's programs.
  std::vector<std::string> usualFolders = {"/usr/local/cuda/bin", "/opt/cuda/bin", "/usr/lib/nvidia-cuda-toolkit/bin"};
};

/// Finds NVIDIA's assembler: by the option, then QDC_PTXAS, then in CUDA_HOME/bin, PATH and the usual folders. Fails as
/// findTool does, with what to install or set.
Result<FoundTool> findPtxas(const CUDAToolPlaces &places);

/// Finds NVIDIA's disassembler, in the same folders.
Result<FoundTool> findNvdisasm(const CUDAToolPlaces &places);

/// The path of NVIDIA's library of math functions, LLVM bitcode, in the toolkit of the ptxas that findPtxas finds, and
/// in no other; if none is found or named, in that of CUDA_HOME and the usual folders. Fails as findPtxas does for a
/// ptxas that is named, else with ErrorCode::toolMissing, saying where it was looked for and what to install or set.
Result<std::string> findLibdevice(const CUDAToolPlaces &places);

/// The version that a toolkit's program tells with --version: "13.0.88". Fails with ErrorCode::toolMissing, naming the
/// program, if it tells none.
Result<std::string> cudaToolVersion(const FoundTool &tool);

} // namespace qdc

#endif // QDC_TOOLCHAIN_CUDATOOLS_H
