//===- GPUThreads.h - Threads of a GPU, run on the CPU ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows without a GPU what the threads of a kernel do to memory: LLVM's code of
// a CUDA target, as it goes to the PTX back end, compiled for the CPU instead,
// with functions of the test for the intrinsics of a thread's place and for
// barriers of a block. Words from other threads of the subgroup are 0 where a
// thread runs alone, so that it folds its own values. Which threads are together
// where they look for the largest word is open: a test says what others bring.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_TARGET_GPUTHREADS_H
#define QDC_UNIT_TARGET_GPUTHREADS_H

#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/Manifest.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm::orc {
class LLJIT;
}

namespace qdc {

/// A slot that holds an address.
inline qd_slot address(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

/// The kernel `t.0` of taskModule (CompiledModule.h), or of the grid that spreadOverGrid makes of it, with at most 8
/// slots.
class GPUThreads {
public:
  /// An error is thrown as std::runtime_error, which fails the test with its message.
  explicit GPUThreads(const std::string &source);
  GPUThreads(GPUThreads &&) = default;
  ~GPUThreads();

  const LaunchShape &shape() const { return launchShape; }
  /// Runs one thread of a grid of `blocks`. Alone, it waits for no other.
  void runThread(const std::vector<qd_slot> &slots, uint32_t blocks, uint32_t block, uint32_t thread) const;
  /// Runs all threads so, one after the other. Where one looks for the largest word of those that are there, another
  /// one brings `company`.
  void run(const std::vector<qd_slot> &slots, uint32_t blocks, uint32_t company = 0) const;
  /// Runs the blocks one after the other, the threads of a block together: they may wait for each other.
  void runBlocks(const std::vector<qd_slot> &slots, uint32_t blocks) const;

private:
  LaunchShape launchShape;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  void *kernel = nullptr;
};

} // namespace qdc

#endif // QDC_UNIT_TARGET_GPUTHREADS_H
