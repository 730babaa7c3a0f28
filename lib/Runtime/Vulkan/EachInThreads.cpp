//===- EachInThreads.cpp - Work of the host in several threads ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/EachInThreads.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <pthread.h>
#include <signal.h>
#include <vector>

using namespace qdrt::loader;

namespace {
/// What the threads share. Each takes the next number until there is none.
class Work {
public:
  Work(size_t count, const std::function<void(size_t)> &work) : work(work), thrown(count) {}

  void run() {
    for (size_t index = next++; index < thrown.size(); index = next++)
      try {
        work(index);
      } catch (...) {
        thrown[index] = std::current_exception();
      }
  }
  /// Once all have ended.
  void rethrow() const {
    for (const std::exception_ptr &each : thrown)
      if (each)
        std::rethrow_exception(each);
  }
  static void *threadMain(void *self) {
    pthread_setname_np(pthread_self(), "qdrt-pipeline");
    static_cast<Work *>(self)->run();
    return nullptr;
  }

private:
  const std::function<void(size_t)> &work;
  std::atomic<size_t> next = 0;
  std::vector<std::exception_ptr> thrown;
};
} // namespace

/// So many at most.
static std::vector<pthread_t> start(size_t count, Work &work) {
  std::vector<pthread_t> threads;
  threads.reserve(count);
  // Signals of the program are not for these threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  while (threads.size() < count && pthread_create(&thread, nullptr, Work::threadMain, &work) == 0)
    threads.push_back(thread);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return threads;
}

void qdrt::loader::vulkan::eachInThreads(size_t count, size_t threads, const std::function<void(size_t)> &work) {
  Work shared(count, work);
  const size_t helpers = std::min(count, threads);
  const std::vector<pthread_t> started = start(helpers > 1 ? helpers - 1 : 0, shared);
  shared.run();
  for (pthread_t thread : started)
    pthread_join(thread, nullptr);
  shared.rethrow();
}
