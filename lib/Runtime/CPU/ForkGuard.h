//===- ForkGuard.h - Has this process forked since? -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CPU_FORKGUARD_H
#define QDRT_CPU_FORKGUARD_H

#include <atomic>
#include <sys/types.h>

namespace qdrt::loader::cpu {

/// Tells a forked child from the process that made the guard, at the price of one load: a page that the kernel gives
/// to children as zeros. Where the kernel has no such pages, it asks for the process id.
class ForkGuard {
public:
  ForkGuard();
  ~ForkGuard();
  ForkGuard(const ForkGuard &) = delete;
  ForkGuard &operator=(const ForkGuard &) = delete;

  /// True in a child of the process that made the guard.
  bool isChild() const;

private:
  std::atomic<int> *page = nullptr;
  pid_t owner;
};

} // namespace qdrt::loader::cpu

#endif // QDRT_CPU_FORKGUARD_H
