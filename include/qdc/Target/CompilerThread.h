//===- CompilerThread.h - A thread that may recurse deeply ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_COMPILERTHREAD_H
#define QDC_TARGET_COMPILERTHREAD_H

#include <functional>
#include <pthread.h>

namespace qdc {

/// A thread whose stack suffices for whatever Limits.h accepts, also where the
/// user's `ulimit -s` is small, and that has a second stack for signal handlers,
/// so that running out of the first one can be reported.
class CompilerThread {
public:
  /// Starts `work`; runs it on the calling thread, before it returns, if no thread can be created.
  explicit CompilerThread(std::function<void()> work);
  /// Waits for it.
  ~CompilerThread();
  CompilerThread(const CompilerThread &) = delete;
  CompilerThread &operator=(const CompilerThread &) = delete;

private:
  std::function<void()> work;
  pthread_t thread;
  bool isStarted = false;
};

} // namespace qdc

#endif // QDC_TARGET_COMPILERTHREAD_H
