//===- LaunchingThreadsTest.cpp - Tests of LaunchingThreads.h -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/LaunchingThreads.h"

#include <catch2/catch.hpp>
#include <functional>
#include <thread>

using namespace qdrt::loader;

/// Calls `work` in another thread, which has ended afterwards.
template <typename Work>
static void elsewhere(Work work) {
  std::thread(work).join();
}

TEST_CASE("a thread is overtaken by another one's launch, until it launches again") {
  LaunchingThreads threads;
  CHECK(!threads.isOvertaken());
  threads.noteLaunch();
  threads.noteLaunch();
  CHECK(!threads.isOvertaken());
  elsewhere([&] {
    CHECK(!threads.isOvertaken());
    threads.noteLaunch();
    CHECK(!threads.isOvertaken());
  });
  CHECK(threads.isOvertaken());
  elsewhere([&] { CHECK(!threads.isOvertaken()); });
  threads.noteLaunch();
  CHECK(!threads.isOvertaken());
}

TEST_CASE("no new thread is taken for one that has ended") {
  LaunchingThreads threads;
  // The system gives memory and numbers of threads that have ended to new ones.
  for (int round = 0; round < 100; ++round) {
    elsewhere([&] {
      CHECK(!threads.isOvertaken());
      threads.noteLaunch();
    });
    elsewhere([&] { CHECK(!threads.isOvertaken()); });
  }
}

TEST_CASE("a thread that waits stays overtaken, however many launch and end meanwhile") {
  LaunchingThreads threads;
  threads.noteLaunch();
  for (int round = 0; round < 100; ++round)
    elsewhere([&] { threads.noteLaunch(); });
  CHECK(threads.isOvertaken());
}

namespace {
/// What a thread does after its other objects of thread storage were destroyed.
struct AtTheEnd {
  std::function<void()> work;
  ~AtTheEnd() {
    if (work)
      work();
  }
};
} // namespace

TEST_CASE("a thread that launches while its thread storage is destroyed counts as one that never launched") {
  LaunchingThreads threads;
  threads.noteLaunch();
  bool wasOvertaken = true;
  elsewhere([&] {
    // Made ahead of what the class keeps for the thread, so destroyed after that.
    static thread_local AtTheEnd end;
    end.work = [&] {
      elsewhere([&] { threads.noteLaunch(); });
      wasOvertaken = threads.isOvertaken();
      threads.noteLaunch();
      threads.noteLaunch();
      wasOvertaken |= threads.isOvertaken();
    };
    threads.noteLaunch();
  });
  CHECK_FALSE(wasOvertaken);
  CHECK(threads.isOvertaken());
  threads.noteLaunch();
  CHECK_FALSE(threads.isOvertaken());
}
