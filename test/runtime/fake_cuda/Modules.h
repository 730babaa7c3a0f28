//===- Modules.h - Code of the fake driver ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_FAKE_CUDA_MODULES_H
#define QDC_TEST_RUNTIME_FAKE_CUDA_MODULES_H

#include "State.h"

namespace fake_cuda {

/// A kernel with the parameters that it was given, which are copied. Called, it runs every thread, one after another.
struct Launch {
  Launch(const Function &function, uint32_t blocks, uint32_t blockThreads, void **parameters);
  /// All blocks have to run at once.
  void makeCooperative();
  CUresult operator()() const;

  Function function;
  uint32_t blocks;
  bool isCooperative = false;
  uint64_t threads;
  int blocksAtOnce; // of the context that was current
  std::vector<uint64_t> slots;
  std::string text; // "saxpy grid 3 block 128"
};

/// What the kernel of Runtime/CUDA/Decide.h does, by that description.
void decide(const uint64_t *slots, uint64_t thread, uint64_t threads, int *failure);
/// Likewise that of Runtime/DeviceCode/Publish.h.
void publish(const uint64_t *slots, uint64_t thread, uint64_t threads, int *failure);
/// Likewise that of Runtime/DeviceCode/Sizes.h.
void sizes(const uint64_t *slots, uint64_t thread, uint64_t threads, int *failure);
/// cudaGraphSetConditional as code calls it: the driver knows it by its name. What is no handle sets nothing.
void setCondition(uint64_t handle, uint32_t value);

} // namespace fake_cuda

#endif // QDC_TEST_RUNTIME_FAKE_CUDA_MODULES_H
