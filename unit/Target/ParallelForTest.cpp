//===- ParallelForTest.cpp - Pieces of work in several threads ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/ParallelFor.h"

#include "catch2/catch.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace qdc;

TEST_CASE("each piece of work is done once, and all are done at the end") {
  for (unsigned threads : {1u, 2u, 7u})
    for (size_t count : {0, 1, 2, 100}) {
      std::vector<std::atomic<int>> done(count);
      std::atomic<bool> isNumbered = true;
      parallelFor(threads, count, [&](size_t index, unsigned thread) {
        ++done[index];
        if (thread >= threads)
          isNumbered = false;
      });
      CHECK(isNumbered);
      for (size_t index = 0; index < count; ++index)
        CHECK(done[index] == 1);
    }
}

TEST_CASE("one thread is the calling one") {
  std::thread::id here = std::this_thread::get_id();
  parallelFor(1, 3, [&](size_t, unsigned) { CHECK(std::this_thread::get_id() == here); });
}

TEST_CASE("as many threads work at the same time as are asked for") {
  // Each piece waits until all have begun, as they never would in fewer threads.
  std::atomic<int> begun = 0;
  std::mutex mutex;
  std::set<std::thread::id> threads;
  auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  std::set<unsigned> numbers;
  parallelFor(3, 3, [&](size_t, unsigned number) {
    ++begun;
    while (begun < 3 && std::chrono::steady_clock::now() < deadline)
      std::this_thread::yield();
    std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
    numbers.insert(number);
  });
  CHECK(threads.size() == 3);
  CHECK(numbers == std::set<unsigned>{0, 1, 2});
}
