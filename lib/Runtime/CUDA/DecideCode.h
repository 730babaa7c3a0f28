//===- DecideCode.h - The code of Decide.h ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_DECIDECODE_H
#define QDRT_CUDA_DECIDECODE_H

#include <span>

namespace qdrt::loader::cuda {

/// Decide.ptx with a zero at its end.
std::span<const char> decideCode();

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_DECIDECODE_H
