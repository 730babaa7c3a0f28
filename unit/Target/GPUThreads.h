//===- GPUThreads.h - Threads of a GPU, run on the CPU ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows without a GPU what the threads of a kernel do to memory: LLVM's code of
// a CUDA target, as it goes to the PTX back end, compiled for the CPU instead,
// with the intrinsics for a thread's place reading variables of the test. For
// kernels whose threads do not wait for each other. Words from other threads of
// the subgroup are 0, so that a thread folds its own values alone.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_TARGET_GPUTHREADS_H
#define QDC_UNIT_TARGET_GPUTHREADS_H

#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/Manifest.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm::orc {
class LLJIT;
}

namespace qdc {

/// The kernel `t.0` of taskModule (CompiledModule.h), with at most 8 slots.
class GPUThreads {
public:
  /// An error is thrown as std::runtime_error, which fails the test with its message.
  explicit GPUThreads(const std::string &source);
  GPUThreads(GPUThreads &&) = default;
  ~GPUThreads();

  const LaunchShape &shape() const { return launchShape; }
  /// Runs one thread of a grid of `blocks`.
  void runThread(const std::vector<qd_slot> &slots, uint32_t blocks, uint32_t block, uint32_t thread) const;
  /// Runs all threads, one after the other.
  void run(const std::vector<qd_slot> &slots, uint32_t blocks) const;

private:
  LaunchShape launchShape;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  uint32_t *place = nullptr; // thread in its block, block, blocks
  void *kernel = nullptr;
};

} // namespace qdc

#endif // QDC_UNIT_TARGET_GPUTHREADS_H
