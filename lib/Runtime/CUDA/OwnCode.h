//===- OwnCode.h - The code of the loader's own kernels ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_OWNCODE_H
#define QDRT_CUDA_OWNCODE_H

#include <span>

namespace qdrt::loader::cuda {

/// Decide.ptx with a zero at its end.
std::span<const char> decideCode();
/// Publish.ptx, likewise.
std::span<const char> publishCode();
/// Sizes.ptx, likewise.
std::span<const char> sizesCode();

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_OWNCODE_H
