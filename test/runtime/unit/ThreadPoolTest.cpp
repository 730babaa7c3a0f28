//===- ThreadPoolTest.cpp - Tests of Runtime/CPU/ThreadPool.h -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/ThreadPool.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace qdrt::loader::cpu;

namespace {
/// Records the chunks that ran.
struct Recorder {
  std::mutex mutex;
  std::vector<std::pair<int64_t, int64_t>> chunks;
  std::set<std::thread::id> threads;
  std::set<uint32_t> indices;
  uint32_t threadCount = 0;

  static void entry(const qd_slot *slots, const qd_cpu_context *context, int64_t begin, int64_t end) {
    auto *self = reinterpret_cast<Recorder *>(slots[0]);
    std::lock_guard lock(self->mutex);
    self->chunks.push_back({begin, end});
    self->threads.insert(std::this_thread::get_id());
    self->indices.insert(context->thread_index);
    self->threadCount = context->thread_count;
  }

  void run(ThreadPool::Region &region, int64_t extent, uint32_t operations) {
    qd_slot slot = reinterpret_cast<uintptr_t>(this);
    chunks.clear();
    region.run({entry, &slot, extent, operations});
    std::sort(chunks.begin(), chunks.end());
  }
  /// True if the chunks make up [0, extent).
  bool covers(int64_t extent) const {
    int64_t next = 0;
    for (auto [begin, end] : chunks) {
      if (begin != next || end <= begin)
        return false;
      next = end;
    }
    return next == extent;
  }
};

/// True once two threads have each begun a chunk of one range: neither goes on without the other.
bool twoThreadsMeet(ThreadPool::Region &region) {
  struct Meeting {
    std::atomic<uint32_t> arrived = 0;
    static void entry(const qd_slot *slots, const qd_cpu_context *context, int64_t, int64_t) {
      auto *self = reinterpret_cast<Meeting *>(slots[0]);
      self->arrived.fetch_or(1u << context->thread_index);
      while (self->arrived != 3)
        std::this_thread::yield();
    }
  } meeting;
  qd_slot slot = reinterpret_cast<uintptr_t>(&meeting);
  region.run({Meeting::entry, &slot, 1000, 1000});
  return meeting.arrived == 3;
}
} // namespace

TEST_CASE("a range below the threshold, or for one thread, is not cut") {
  CHECK(chunkSize(1, 1000000, 8) == 1);
  CHECK(chunkSize(32768, 1, 8) == 32768);
  CHECK(chunkSize(32768, 0, 8) == 32768);
  CHECK(chunkSize(32769, 1, 8) == 8192);
  CHECK(chunkSize(1 << 30, 100, 1) == 1 << 30);
}

TEST_CASE("chunks are worthwhile, and few for each thread") {
  CHECK(chunkSize(100000, 1, 4) == 8192);
  CHECK(chunkSize(1000000, 1, 4) == 31250);
  CHECK(chunkSize(1000, 100, 4) == 81);
  CHECK(chunkSize(10, 100000, 4) == 1);
  CHECK(chunkSize(INT64_MAX, 1, 4) == INT64_MAX / 32 + 1);
}

TEST_CASE("every chunk runs once, whoever runs it") {
  uint32_t threads = GENERATE(1u, 2u, 5u, 16u);
  ThreadPool pool(threads);
  Recorder recorder;
  for (int round = 0; round < 50; ++round) {
    ThreadPool::Region region(pool);
    for (int64_t extent : {1, 7, 100, 1000, 12345}) {
      recorder.run(region, extent, 1000);
      REQUIRE(recorder.covers(extent));
    }
  }
  CHECK(*recorder.indices.rbegin() < threads);
  CHECK(recorder.threadCount == threads);
}

TEST_CASE("a thread goes through every other range from the back") {
  ThreadPool pool(2);
  ThreadPool::Region region(pool);
  struct Order {
    std::mutex mutex;
    std::vector<int64_t> begins[2][2]; // of a thread in a share; of 16 chunks, one of the four has several
    static void entry(const qd_slot *slots, const qd_cpu_context *context, int64_t begin, int64_t) {
      auto *self = reinterpret_cast<Order *>(slots[0]);
      std::lock_guard lock(self->mutex);
      self->begins[context->thread_index][begin >= 800].push_back(begin);
    }
  };
  for (int round = 0; round < 6; ++round) {
    Order order;
    qd_slot slot = reinterpret_cast<uintptr_t>(&order);
    region.run({Order::entry, &slot, 1590, 1000}); // the last chunk is shorter
    for (auto &shares : order.begins)
      for (std::vector<int64_t> &begins : shares) {
        if (round % 2)
          std::reverse(begins.begin(), begins.end());
        CHECK(std::is_sorted(begins.begin(), begins.end()));
      }
  }
}

TEST_CASE("a short range runs in the calling thread") {
  ThreadPool pool(4);
  ThreadPool::Region region(pool);
  Recorder recorder;
  recorder.run(region, 100, 10);
  CHECK(recorder.chunks.size() == 1);
  CHECK(recorder.threads == std::set{std::this_thread::get_id()});
}

TEST_CASE("another thread takes part in a long range") {
  ThreadPool pool(2);
  ThreadPool::Region region(pool);
  CHECK(twoThreadsMeet(region));
}

TEST_CASE("a region that finds the threads taken runs alone") {
  ThreadPool pool(4);
  ThreadPool::Region first(pool), second(pool);
  Recorder recorder;
  recorder.run(first, 1000, 1000);
  CHECK(recorder.chunks.size() > 1);
  recorder.run(second, 1000, 1000);
  CHECK(recorder.chunks.size() == 1);
  first.close();
  recorder.run(second, 1000, 1000);
  CHECK(recorder.chunks.size() > 1);
}

TEST_CASE("threads end and start again") {
  ThreadPool pool(2);
  for (int round = 0; round < 20; ++round) {
    {
      ThreadPool::Region region(pool);
      CHECK(twoThreadsMeet(region));
    }
    pool.endThreads();
  }
  pool.endThreads();
}

TEST_CASE("threads that fell asleep come back") {
  ThreadPool pool(2);
  ThreadPool::Region region(pool);
  for (int round = 0; round < 5; ++round) {
    CHECK(twoThreadsMeet(region));
    std::this_thread::sleep_for(3 * kSpinInRegion);
  }
}

namespace {
/// A range of two shares of eight chunks. The second thread stays in one of its chunks, the first has run all of its
/// own by then and has nothing to do but to help.
struct LateThread {
  static constexpr int64_t extent = 1600, chunk = 100, half = 800;
  int64_t stayIn;                    // the chunk of the second share in which its thread stays
  std::chrono::milliseconds stay{0}; // 0: until all others have run
  std::atomic<int64_t> chunks = 0, helped = 0;
  std::atomic<bool> late = false;

  static void entry(const qd_slot *slots, const qd_cpu_context *context, int64_t begin, int64_t) {
    auto *self = reinterpret_cast<LateThread *>(slots[0]);
    if (begin < half)
      while (!self->late)
        std::this_thread::yield();
    else if (context->thread_index == 0)
      ++self->helped;
    else if (begin == half + self->stayIn * chunk)
      self->remain();
    ++self->chunks;
  }
  void remain() {
    late = true;
    std::this_thread::sleep_for(stay);
    while (stay.count() == 0 && chunks != extent / chunk - 1)
      std::this_thread::yield();
  }
  void run(ThreadPool::Region &region) {
    qd_slot slot = reinterpret_cast<uintptr_t>(this);
    region.run({entry, &slot, extent, 1000});
  }
};
} // namespace

TEST_CASE("a thread that is done helps one that is far behind, to the end") {
  REQUIRE(chunkSize(LateThread::extent, 1000, 2) == LateThread::chunk);
  ThreadPool pool(2);
  ThreadPool::Region region(pool);
  LateThread work{.stayIn = 3};
  work.run(region);
  CHECK(work.chunks == 16);
  CHECK(work.helped == 4);
}

TEST_CASE("a thread that is done leaves to another one what that soon does") {
  // A round in which the machine was slow says nothing.
  for (int round = 0; round < 1000; ++round) {
    ThreadPool pool(2);
    ThreadPool::Region region(pool);
    LateThread work{.stayIn = 4, .stay = kCachedRange / 4};
    auto start = std::chrono::steady_clock::now();
    work.run(region);
    bool wasSlow = std::chrono::steady_clock::now() - start >= kCachedRange;
    CHECK(work.chunks == 16);
    if (wasSlow)
      continue;
    CHECK(work.helped == 0);
    return;
  }
  WARN("this machine was too slow each time");
}

TEST_CASE("a thread that is done helps any other after a while") {
  ThreadPool pool(2);
  ThreadPool::Region region(pool);
  LateThread work{.stayIn = 6};
  work.run(region);
  CHECK(work.chunks == 16);
  CHECK(work.helped == 1);
}

TEST_CASE("ranges run while other threads keep every processor busy") {
  std::atomic<bool> stop = false;
  std::atomic<unsigned> started = 0;
  std::vector<std::thread> others(2 * std::thread::hardware_concurrency());
  for (std::thread &other : others)
    other = std::thread([&] {
      for (++started; !stop;)
        ;
    });
  while (started < others.size())
    std::this_thread::yield();
  ThreadPool pool(4);
  ThreadPool::Region region(pool);
  Recorder recorder;
  for (int round = 0; round < 200; ++round) {
    recorder.run(region, 500, 1000);
    CHECK(recorder.covers(500));
  }
  stop = true;
  for (std::thread &other : others)
    other.join();
}
