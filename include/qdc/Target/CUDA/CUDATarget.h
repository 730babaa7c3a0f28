//===- CUDATarget.h - Code for NVIDIA's GPUs --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The image of `cuda:sm_90` is a cubin: an ELF file of machine code for that
// chip, made by NVIDIA's ptxas. The image of `cuda:compute_90` is PTX text,
// ended by a zero byte, which a driver compiles for its chip; nothing but LLVM
// is needed to make it. Entry points are kernels as KernelABI.h describes them.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_CUDATARGET_H
#define QDC_TARGET_CUDA_CUDATARGET_H

#include "qdc/Target/Target.h"
#include "qdc/Target/TargetFamily.h"

namespace qdc {

class Assembler;
struct CUDAOptions;

/// The target of "cuda:sm_N" or "cuda:compute_N" for each N of cudaArchitectures. `options` and `assembler` outlive it.
/// Fails with ErrorCode::invalidArgument, listing these, for another spelling.
Result<std::unique_ptr<Target>> makeCUDATarget(std::string_view spelling, const CUDAOptions &options,
                                               const Assembler &assembler);

std::vector<TargetDescription> describeCUDATargets();

} // namespace qdc

#endif // QDC_TARGET_CUDA_CUDATARGET_H
