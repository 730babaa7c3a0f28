//===- FairMutexTest.cpp - A mutex for launches and for those who wait ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/FairMutex.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <string>
#include <thread>

using namespace qdrt::loader;

namespace {
/// Threads that take a mutex one after the other, and note when they have it.
class Line {
public:
  ~Line() { join(); }

  /// Starts a thread, and returns when it waits for the mutex, which is held.
  void add(char name, bool inTurn) {
    const size_t before = mutex.waiting();
    threads.emplace_back([=, this] {
      if (inTurn)
        mutex.lockInTurn();
      else
        mutex.lock();
      order += name;
      mutex.unlock();
    });
    while (mutex.waiting() == before)
      std::this_thread::yield();
  }
  void join() {
    for (std::thread &thread : threads)
      thread.join();
    threads.clear();
  }

  std::mutex queueMutex;
  FairMutex mutex{queueMutex};
  std::string order;

private:
  std::deque<std::thread> threads;
};
} // namespace

TEST_CASE("who waits in turn comes after those before and ahead of those after") {
  Line line;
  line.mutex.lock();
  line.add('a', false);
  line.add('B', true);
  line.add('c', false);
  line.add('D', true);
  line.add('E', true);
  CHECK(line.mutex.waiting() == 5);
  line.mutex.unlock();
  line.join();
  CHECK(line.order == "aBcDE");
  CHECK(line.mutex.waiting() == 0);
  // As new afterwards.
  line.mutex.lockInTurn();
  line.mutex.unlock();
}

TEST_CASE("without anybody in turn all get it") {
  Line line;
  line.mutex.lock();
  for (char name = 'a'; name < 'g'; ++name)
    line.add(name, false);
  line.mutex.unlock();
  line.join();
  std::string sorted = line.order;
  std::sort(sorted.begin(), sorted.end());
  CHECK(sorted == "abcdef");
}

TEST_CASE("several mutexes are waited for at once") {
  std::mutex queueMutex;
  FairMutex first(queueMutex), second(queueMutex), third(queueMutex);
  std::string order;
  first.lock();
  third.lock();
  std::thread all([&] {
    Turns turns(queueMutex, {&first, &second, &third});
    order += 'A';
  });
  while (first.waiting() + third.waiting() < 2)
    std::this_thread::yield();
  // The one that is free is taken already, and the others are reserved.
  std::thread late([&] {
    std::lock_guard lock(second);
    order += 'l';
  });
  while (second.waiting() == 0)
    std::this_thread::yield();
  first.unlock();
  third.unlock();
  all.join();
  late.join();
  CHECK(order == "Al");
  for (FairMutex *each : {&first, &second, &third}) {
    each->lock();
    each->unlock();
  }
  {
    Turns none(queueMutex, {});
  }
}

TEST_CASE("every way to take it excludes the others") {
  std::mutex queueMutex;
  FairMutex mutex(queueMutex), other(queueMutex);
  constexpr int kThreads = 6, kRounds = 2000;
  int64_t count = 0, otherCount = 0;
  std::vector<std::thread> threads;
  for (int index = 0; index < kThreads; ++index)
    threads.emplace_back([&, index] {
      for (int round = 0; round < kRounds; ++round) {
        if (index == 0) {
          Turns turns(queueMutex, {&mutex, &other});
          ++count;
          ++otherCount;
        } else if (index == 1) {
          Turn turn(mutex);
          ++count;
        } else {
          std::lock_guard lock(index == 2 ? other : mutex);
          ++(index == 2 ? otherCount : count);
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(count == (kThreads - 1) * kRounds);
  CHECK(otherCount == 2 * kRounds);
}
