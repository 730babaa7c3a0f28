//===- ThreadPoolTest.cpp - The threads of MLIR's passes ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/ThreadPool.h"

#include "catch2/catch.hpp"

#include <atomic>
#include <chrono>
#include <fstream>
#include <mutex>
#include <set>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace qdc;

TEST_CASE("each task of a pool is done once, and those of a group when it was waited for") {
  for (unsigned threads : {1u, 2u, 7u}) {
    ThreadPool pool(threads);
    CHECK(pool.getMaxConcurrency() == threads);
    for (unsigned round = 0; round < 20; ++round) {
      std::atomic<int> done = 0;
      llvm::ThreadPoolTaskGroup group(pool);
      for (int task = 0; task < 50; ++task)
        group.async([&] { ++done; });
      group.wait();
      CHECK(done == 50);
    }
  }
}

TEST_CASE("a pool ends when its tasks have") {
  std::atomic<int> done = 0;
  {
    ThreadPool pool(3);
    for (int task = 0; task < 50; ++task)
      pool.async([&] { ++done; });
  }
  CHECK(done == 50);
}

TEST_CASE("a pool of one thread works in the one that waits") {
  ThreadPool pool(1);
  std::thread::id here = std::this_thread::get_id(), there;
  llvm::ThreadPoolTaskGroup group(pool);
  group.async([&] { there = std::this_thread::get_id(); });
  group.wait();
  CHECK(here == there);
}

TEST_CASE("tasks of a pool may wait for groups of their own") {
  for (unsigned threads : {1u, 2u, 4u}) {
    ThreadPool pool(threads);
    std::atomic<int> done = 0;
    llvm::ThreadPoolTaskGroup group(pool);
    for (int task = 0; task < 8; ++task)
      group.async([&] {
        llvm::ThreadPoolTaskGroup inner(pool);
        for (int part = 0; part < 8; ++part)
          inner.async([&] { ++done; });
        inner.wait();
      });
    group.wait();
    CHECK(done == 64);
  }
}

/// Runs `work` in a process that gets no more memory for the stacks of threads. Gives its exit code.
static int withoutThreads(llvm::function_ref<bool()> work) {
  pid_t child = ::fork();
  if (child == 0) {
    unsigned long pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    constexpr rlim_t spare = 8 << 20; // less than a CompilerThread's stack
    const rlim_t bytes = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + spare;
    const rlimit limit = {bytes, bytes};
    ::_exit(pages != 0 && ::setrlimit(RLIMIT_AS, &limit) == 0 && work() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_CASE("where the system has no thread to give, who waits does all tasks") {
  CHECK(withoutThreads([] {
          ThreadPool pool(4);
          int done = 0;
          std::set<std::thread::id> threads;
          llvm::ThreadPoolTaskGroup group(pool);
          for (int task = 0; task < 50; ++task)
            group.async([&] {
              ++done;
              threads.insert(std::this_thread::get_id());
            });
          const bool waits = done == 0;
          group.wait();
          return waits && done == 50 && threads == std::set{std::this_thread::get_id()};
        }) == 0);
}

TEST_CASE("as many threads of a pool work at the same time as it may have") {
  // Each task waits until all have begun, as they never would in fewer threads.
  std::atomic<int> begun = 0;
  std::mutex mutex;
  std::set<std::thread::id> threads;
  auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  ThreadPool pool(3);
  llvm::ThreadPoolTaskGroup group(pool);
  for (int task = 0; task < 3; ++task)
    group.async([&] {
      ++begun;
      while (begun < 3 && std::chrono::steady_clock::now() < deadline)
        std::this_thread::yield();
      std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
    });
  group.wait();
  CHECK(threads.size() == 3);
}
