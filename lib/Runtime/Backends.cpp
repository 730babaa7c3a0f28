//===- Backends.cpp - The backends of this build --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Backend.h"
#include "Runtime/CUDA/Backend.h"

std::span<const qdrt::loader::Backend *const> qdrt::loader::backends() {
  static const cpu::Backend cpuBackend;
  static const cuda::Backend cudaBackend;
  static const Backend *const all[] = {&cpuBackend, &cudaBackend};
  return all;
}
