//===- ThreadPoolTest.cpp - The threads of MLIR's passes ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/ThreadPool.h"

#include "catch2/catch.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

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
