//===- ThreadPool.cpp - Threads that share the range of a task ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/ThreadPool.h"

#include "Runtime/CPU/ForkGuard.h"

#include <algorithm>
#include <immintrin.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <vector>

using namespace qdrt::loader::cpu;
using Clock = std::chrono::steady_clock;

// Looks at the clock once for so many pauses.
static constexpr int kPausesPerLook = 64;

// Who has waited so long offers its processor to others from then on: what it waits for may want to run there. Where
// nobody else does, that takes a fraction of a microsecond.
static constexpr int kPausesBeforeYield = 1024;

int64_t qdrt::loader::cpu::chunkSize(int64_t extent, uint32_t operations, uint32_t threads) {
  uint64_t cost = std::max<uint32_t>(operations, 1);
  uint64_t iterations = static_cast<uint64_t>(extent);
  if (threads == 1 || iterations <= kInlineOperations / cost)
    return extent;
  uint64_t worthwhile = std::max<uint64_t>(kChunkOperations / cost, 1);
  uint64_t pieces = uint64_t{threads} * kChunksPerShare;
  uint64_t even = iterations / pieces + (iterations % pieces != 0);
  return static_cast<int64_t>(std::max(worthwhile, even));
}

namespace qdrt::loader::cpu {

/// The threads of a pool in one process, and the range that they share.
struct Team {
  explicit Team(uint32_t count) : count(count), shares(new Share[count]) {
    // Nothing is allocated once a launch runs.
    threads.reserve(count - 1);
    starts.reserve(count - 1);
  }
  ~Team() { endThreads(); }

  bool tryTake() {
    uint32_t nobody = 0;
    return users.compare_exchange_strong(nobody, kHolder, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void giveBack() {
    regionOpen.store(false, std::memory_order_relaxed);
    users.fetch_sub(kHolder, std::memory_order_release);
  }
  /// Waits until the holder gives the team back, and takes it: from the call on nobody else does.
  void take();

  /// By the holder. Where the system has no more threads to give, the team is smaller.
  void startThreads();
  /// By the holder or the destructor.
  void endThreads();
  /// By the holder: runs the range on the team.
  void run(const ParallelRange &range, int64_t chunk);

  const ForkGuard guard;
  const uint32_t count;
  std::unique_ptr<Team> predecessor; // of the parent process
  std::atomic<bool> regionOpen = false;

private:
  /// Part of a range; its thread and helpers take chunks one by one, which lie from the front or from the back.
  struct alignas(64) Share {
    std::atomic<int64_t> taken = 0; // iterations; may exceed those of the share
    int64_t begin = 0, end = 0;
  };
  /// Set in `gate` while threads may join the range; the bits below count those inside.
  static constexpr uint32_t kOpen = 1u << 31;

  struct Start {
    Team *team;
    uint32_t index;
  };
  static void *threadMain(void *start);
  void work(uint32_t index);
  void waitForChange(uint32_t seen);
  void join(uint32_t index);
  void drain(uint32_t index);
  void takeChunks(uint32_t index, Share &share);
  bool help(uint32_t index);

  // kHolder, and twice the number of those in take().
  static constexpr uint32_t kHolder = 1;
  std::atomic<uint32_t> users = 0;
  std::vector<pthread_t> threads;
  std::vector<Start> starts;

  alignas(64) std::atomic<uint32_t> epoch = 0; // changes when there is something new to see
  std::atomic<bool> stopping = false;
  alignas(64) std::atomic<uint32_t> gate = 0;

  // Written by the holder while the gate is closed and empty.
  ParallelRange range;
  int64_t chunk = 0;
  bool fromBack = true; // turns with each range, so the first is run from the front
  uint32_t shareCount = 0;
  Clock::time_point begun;
  std::unique_ptr<Share[]> shares;
};

} // namespace qdrt::loader::cpu

void Team::take() {
  users.fetch_add(2, std::memory_order_relaxed);
  uint32_t seen = users.load(std::memory_order_relaxed);
  while ((seen & kHolder) != 0 ||
         !users.compare_exchange_weak(seen, seen - 2 + kHolder, std::memory_order_acquire, std::memory_order_relaxed)) {
    sched_yield();
    seen = users.load(std::memory_order_relaxed);
  }
}

void Team::startThreads() {
  if (!threads.empty())
    return;
  starts.clear();
  // Signals of the program are not for these threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (uint32_t index = 1; index < count; ++index) {
    pthread_t thread;
    starts.push_back({this, index});
    if (pthread_create(&thread, nullptr, threadMain, &starts.back()) != 0)
      break;
    threads.push_back(thread);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Team::endThreads() {
  if (!guard.isChild()) {
    stopping.store(true, std::memory_order_relaxed);
    epoch.fetch_add(1, std::memory_order_release);
    epoch.notify_all();
    for (pthread_t thread : threads)
      pthread_join(thread, nullptr);
    stopping.store(false, std::memory_order_relaxed);
  }
  threads.clear();
}

void *Team::threadMain(void *start) {
  auto [team, index] = *static_cast<Start *>(start);
  pthread_setname_np(pthread_self(), "qdrt-worker");
  team->work(index);
  return nullptr;
}

void Team::work(uint32_t index) {
  uint32_t seen = 0;
  for (;;) {
    uint32_t now = epoch.load(std::memory_order_acquire);
    if (stopping.load(std::memory_order_relaxed))
      return;
    if (now == seen) {
      waitForChange(seen);
      continue;
    }
    seen = now;
    join(index);
  }
}

void Team::waitForChange(uint32_t seen) {
  Clock::time_point start = Clock::now(), lastOpen = start;
  for (int pauses = 0;;) {
    for (int pause = 0; pause < kPausesPerLook; ++pause) {
      if (epoch.load(std::memory_order_relaxed) != seen)
        return;
      _mm_pause();
    }
    pauses += kPausesPerLook;
    if (pauses > kPausesBeforeYield)
      sched_yield();
    Clock::time_point now = Clock::now();
    bool open = regionOpen.load(std::memory_order_relaxed);
    if (open)
      lastOpen = now;
    if (open ? now - start > kSpinInRegion : now - lastOpen > kSpinAfterRegion)
      break;
  }
  epoch.wait(seen, std::memory_order_relaxed);
}

void Team::join(uint32_t index) {
  uint32_t state = gate.load(std::memory_order_relaxed);
  while (state & kOpen) {
    if (!gate.compare_exchange_weak(state, state + 1, std::memory_order_acquire, std::memory_order_relaxed))
      continue;
    drain(index);
    gate.fetch_sub(1, std::memory_order_release);
    return;
  }
}

// Returns when no chunk is left that nobody has begun.
void Team::drain(uint32_t index) {
  takeChunks(index, shares[index % shareCount]);
  for (int pause = 0; help(index); ++pause)
    if (pause < kPausesBeforeYield)
      _mm_pause();
    else
      sched_yield();
}

// Whether others have something left that is theirs to begin.
bool Team::help(uint32_t index) {
  bool left = false;
  for (uint32_t step = 1; step < shareCount; ++step) {
    Share &share = shares[(index + step) % shareCount];
    int64_t begunHere = share.taken.load(std::memory_order_relaxed), leftHere = share.end - share.begin - begunHere;
    if (leftHere <= 0)
      continue;
    if (leftHere >= begunHere || Clock::now() - begun > kCachedRange)
      takeChunks(index, share);
    else
      left = true;
  }
  return left;
}

void Team::takeChunks(uint32_t index, Share &share) {
  qd_cpu_context context = {index, count};
  const qd_slot *slots = range.slots + size_t{index} * range.slotStride;
  int64_t length = share.end - share.begin;
  int64_t lastChunk = (length - 1) / chunk * chunk;
  while (share.taken.load(std::memory_order_relaxed) < length) {
    int64_t offset = share.taken.fetch_add(chunk, std::memory_order_relaxed);
    if (offset >= length)
      break;
    int64_t begin = share.begin + (fromBack ? lastChunk - offset : offset);
    range.entry(slots, &context, begin, begin + std::min(chunk, share.end - begin));
  }
}

void Team::run(const ParallelRange &newRange, int64_t newChunk) {
  range = newRange;
  chunk = newChunk;
  fromBack = !fromBack;
  begun = Clock::now();
  int64_t chunks = range.extent / chunk + (range.extent % chunk != 0);
  shareCount = static_cast<uint32_t>(std::min<int64_t>(static_cast<int64_t>(threads.size()) + 1, chunks));
  int64_t begin = 0;
  for (uint32_t index = 0; index < shareCount; ++index) {
    // Whole chunks, so that helpers get full ones.
    int64_t chunksHere = chunks / shareCount + (index < chunks % shareCount);
    int64_t end = index + 1 == shareCount ? range.extent : begin + chunksHere * chunk;
    shares[index].taken.store(0, std::memory_order_relaxed);
    shares[index].begin = begin;
    shares[index].end = end;
    begin = end;
  }
  gate.store(kOpen, std::memory_order_release);
  epoch.fetch_add(1, std::memory_order_seq_cst);
  // Only as many threads as there are shares are called from their sleep; those awake come by themselves.
  if (shareCount == threads.size() + 1)
    epoch.notify_all();
  else
    for (uint32_t index = 1; index < shareCount; ++index)
      epoch.notify_one();
  drain(0);
  gate.fetch_and(~kOpen, std::memory_order_acquire);
  for (int pause = 0; gate.load(std::memory_order_acquire) != 0; ++pause)
    if (pause < kPausesBeforeYield)
      _mm_pause();
    else
      sched_yield();
}

ThreadPool::ThreadPool(uint32_t threadCount) : count(threadCount), team(new Team(threadCount)) {}

ThreadPool::~ThreadPool() { delete team.load(); }

Team *ThreadPool::currentTeam() {
  Team *current = team.load(std::memory_order_acquire);
  while (current->guard.isChild()) {
    auto fresh = std::make_unique<Team>(count);
    fresh->predecessor.reset(current);
    if (team.compare_exchange_strong(current, fresh.get(), std::memory_order_acq_rel)) {
      current = fresh.release();
    } else {
      // Another thread of the child was first, and `current` is its team.
      (void)fresh->predecessor.release();
    }
  }
  return current;
}

void ThreadPool::endThreads() {
  Team *current = currentTeam();
  current->take();
  current->endThreads();
  current->giveBack();
}

void ThreadPool::Region::run(const ParallelRange &range) {
  int64_t chunk = chunkSize(range.extent, range.operations, pool.count);
  if (chunk < range.extent && !team) {
    Team *current = pool.currentTeam();
    if (current->tryTake()) {
      team = current;
      team->startThreads();
      team->regionOpen.store(true, std::memory_order_relaxed);
    }
  }
  if (chunk < range.extent && team) {
    team->run(range, chunk);
    return;
  }
  qd_cpu_context context = {0, 1};
  range.entry(range.slots, &context, 0, range.extent);
}

void ThreadPool::Region::close() {
  if (team)
    team->giveBack();
  team = nullptr;
}
