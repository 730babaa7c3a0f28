//===- ThreadPool.h - The threads of MLIR's passes --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_THREADPOOL_H
#define QDC_TARGET_THREADPOOL_H

#include "qdc/Target/CompilerThread.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/ThreadPool.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace qdc {

/// A pool whose threads are CompilerThreads. A thread is created when there is work and none is idle, and ends with the
/// pool. A thread that waits for a group runs tasks of that group meanwhile. So tasks may wait for groups of their own,
/// and everything gets done even if no thread can be created.
class ThreadPool final : public llvm::ThreadPoolInterface {
public:
  /// Of at most `threads` threads, one of which is the one that waits.
  explicit ThreadPool(unsigned threads) : threads(threads) {}
  /// Runs what is still in the queue.
  ~ThreadPool() override;

  void wait() override;
  void wait(llvm::ThreadPoolTaskGroup &group) override;
  unsigned getMaxConcurrency() const override { return threads; }

private:
  struct Task {
    llvm::unique_function<void()> work;
    llvm::ThreadPoolTaskGroup *group;
  };
  using Queue = std::deque<Task>;

  void asyncEnqueue(llvm::unique_function<void()> work, llvm::ThreadPoolTaskGroup *group) override;
  void help();
  void run(Queue::iterator task, std::unique_lock<std::mutex> &lock);

  const unsigned threads;
  std::mutex mutex; // of all below
  std::condition_variable hasTask, hasDone;
  Queue queue;
  llvm::DenseMap<llvm::ThreadPoolTaskGroup *, unsigned> unfinished; // in the queue or at work, by group
  unsigned begun = 1, idle = 0; // threads
  bool isEnding = false;
  std::vector<std::unique_ptr<CompilerThread>> helpers;
};

} // namespace qdc

#endif // QDC_TARGET_THREADPOOL_H
