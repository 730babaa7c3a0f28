//===- CUDAFamily.h - The targets for NVIDIA's GPUs -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_CUDAFAMILY_H
#define QDC_TARGET_CUDA_CUDAFAMILY_H

#include "qdc/Target/TargetFamily.h"

namespace qdc {

/// The targets "cuda:..." (CUDATarget.h), with the options and tools of a CUDA toolkit. They share one assembler:
/// ptxas is looked for when the first of them needs it.
std::unique_ptr<TargetFamily> makeCUDAFamily();

} // namespace qdc

#endif // QDC_TARGET_CUDA_CUDAFAMILY_H
