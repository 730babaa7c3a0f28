//===- EachInThreadsTest.cpp - Tests of EachInThreads.h -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime/Vulkan/EachInThreads.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <barrier>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace qdrt::loader::vulkan;

TEST_CASE("each number is worked on once, in so many threads at most") {
  for (size_t threads : {1, 2, 3, 8})
    for (size_t count : {0, 1, 2, 100}) {
      CAPTURE(threads, count);
      std::vector<std::atomic<int>> times(count);
      std::mutex mutex;
      std::set<std::thread::id> who;
      eachInThreads(count, threads, [&](size_t index) {
        ++times[index];
        std::lock_guard lock(mutex);
        who.insert(std::this_thread::get_id());
      });
      for (const std::atomic<int> &each : times)
        CHECK(each == 1);
      CHECK(who.size() <= std::max<size_t>(std::min(threads, count), 1));
    }
}

TEST_CASE("the threads run at the same time, and one that is enough is the calling one") {
  std::barrier meeting(3);
  eachInThreads(3, 3, [&](size_t) { meeting.arrive_and_wait(); });
  std::thread::id who;
  eachInThreads(1, 8, [&](size_t) { who = std::this_thread::get_id(); });
  CHECK(who == std::this_thread::get_id());
}

TEST_CASE("what a call throws is thrown again once all are done, that of the smallest number") {
  std::atomic<int> calls = 0;
  auto fail = [&](size_t index) {
    ++calls;
    if (index % 4 == 3)
      throw std::runtime_error(std::to_string(index));
  };
  CHECK_THROWS_WITH(eachInThreads(12, 4, fail), "3");
  CHECK(calls == 12);
}
